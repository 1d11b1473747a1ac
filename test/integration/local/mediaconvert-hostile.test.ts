import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CreateJobCommand, ProbeCommand } from '@aws-sdk/client-mediaconvert';
import { SNIFF_BYTES, sniffContainer } from '../../../lambdas/domain/media/magic.ts';
import { buildLadder } from '../../../lambdas/domain/media/ladder.ts';
import { buildJobSettings } from '../../../lambdas/domain/media/job-settings.ts';
import { readProbe, validateSource } from '../../../lambdas/domain/media/probe.ts';
import { validateMagic } from '../../../lambdas/domain/media/validate-magic.ts';
import { openMediaConvert, type MediaConvertBench } from '../../support/media/media-convert-bench.ts';
import { MEDIA } from '../../support/media/media-files.ts';

const BUCKET = 'soundstage-test';
let bench: MediaConvertBench;
let trap: Server;
let connections = 0;
let canary = '';
let address = '';
const CANARY_TEXT = 'canary-9f27-must-not-leave';

beforeAll(async () => {
  bench = await openMediaConvert();
  trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(trap.address() as AddressInfo).port}`;
  // A canary that ffmpeg could decode: a video with the secret in its metadata, and a text file.
  canary = bench.make('canary.mp4', [
    '-i',
    path.join(MEDIA, 'rabbit320.mp4'),
    '-c',
    'copy',
    '-metadata',
    `title=${CANARY_TEXT}`,
  ]);
  await writeFile(path.join(bench.folder, 'canary.txt'), CANARY_TEXT);
});

afterAll(async () => {
  await bench.close();
  await new Promise((resolve) => trap.close(resolve));
});

/** Settings that use every feature, whatever the source contains. */
const settingsFor = (key: string, contentId: string) =>
  buildJobSettings({
    contentId,
    version: 'v1',
    input: `s3://${BUCKET}/${key}`,
    destination: `s3://${BUCKET}`,
    thumbnailAt: 0.5,
    ladder: buildLadder(
      {
        container: 'mp4',
        duration: 5,
        streams: 2,
        bytes: 1,
        video: {
          codec: 'AVC',
          width: 320,
          height: 240,
          rotation: 0,
          frameRate: { numerator: 25, denominator: 1 },
          pixelAspect: 1,
          interlaced: false,
          hdr: false,
        },
        audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
      },
      'free',
    ),
  });

const ftyp = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');

const playlists = (): readonly (readonly [name: string, body: Buffer])[] => {
  const file = canary.replaceAll('\\', '/');
  const hls = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile://${file}\n`,
    `#EXTINF:5,\nhttp://${address}/seg.ts\n#EXT-X-ENDLIST\n`,
  ].join('');
  const concat = `ffconcat version 1.0\nfile '${file}'\nfile 'http://${address}/a.mp4'\n`;
  const sdp = [
    'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n',
    `m=video ${address.split(':')[1]} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
  ].join('');
  const dash = `<?xml version="1.0"?><MPD><Period><BaseURL>http://${address}/</BaseURL></Period></MPD>`;
  return [
    ['playlist.mp4', Buffer.from(hls)],
    ['playlist.mkv', Buffer.from(hls)],
    ['bom.mp4', Buffer.from(`\ufeff${hls}`)],
    ['concat.mp4', Buffer.from(concat)],
    ['sdp.mp4', Buffer.from(sdp)],
    ['dash.mp4', Buffer.from(dash)],
    ['magic-then-playlist.mp4', Buffer.concat([ftyp, Buffer.from(hls)])],
    ['magic-then-concat.mkv', Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from(concat)])],
    ['id3-then-playlist.mp3', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), Buffer.from(hls)])],
    ['subtitles.avi', Buffer.concat([Buffer.from('RIFF\0\x10\0\0AVI LIST', 'latin1'), Buffer.from(`GAB2\0${hls}`)])],
    [
      'flv-then-http.flv',
      Buffer.concat([Buffer.from('FLV\x01\x05\0\0\0\x09\0\0\0\0', 'latin1'), Buffer.from(`http://${address}/x`)]),
    ],
    ['image-list.mp4', Buffer.from(`${path.join(bench.folder, 'canary%01d.jpg')}\n`)],
    ['empty.mp4', Buffer.alloc(0)],
    ['zeros.mp4', Buffer.alloc(5000)],
  ];
};

/** A QuickTime file whose data reference names another file. */
const withDataReference = async (): Promise<Buffer> => {
  const bytes = await readFile(canary);
  const at = bytes.indexOf('url \0\0\0\x01', 0, 'latin1');
  // Flag 0 says that the data is in another file. The reference has no room for a path, so the decoder has to find a
  // file in the same folder.
  if (at > 0) bytes[at + 7] = 0;
  return bytes;
};

it('lets no hostile file read another file or open a connection', async () => {
  const corpus = [...playlists(), ['reference.mov', await withDataReference()] as const];
  let rejectedByMagic = 0;
  let failed = 0;
  for (const [name, body] of corpus) {
    const contentId = name.replaceAll(/\W/g, '-');
    const key = `uploads/${contentId}/1`;
    await bench.store.seed(BUCKET, key, body);
    const rejection = validateMagic(sniffContainer(body.subarray(0, SNIFF_BYTES)));
    if (rejection) {
      rejectedByMagic += 1;
      expect(rejection.reason).toMatch(/^The file is .+\.$/);
    }
    const readable = await bench.client
      .send(new ProbeCommand({ InputFiles: [{ FileUrl: `s3://${BUCKET}/${key}` }] }))
      .then(
        ({ ProbeResults }) => !validateSource(readProbe(ProbeResults?.[0] ?? {})),
        (error: Error) => {
          expect(error.name).toBe('BadRequestException');
          expect(error.message).not.toContain(bench.folder);
          return false;
        },
      );
    // The engine has to convert it anyway, as if ingest had accepted it.
    const { Job } = await bench.client.send(
      new CreateJobCommand({ Role: 'role', Settings: settingsFor(key, contentId) }),
    );
    await bench.engine.idle();
    const error = bench.details('ERROR').find(({ jobId }) => jobId === Job?.Id);
    if (name === 'reference.mov') continue;
    expect([name, readable]).toEqual([name, false]);
    expect([name, error?.status]).toEqual([name, 'ERROR']);
    expect(error?.errorMessage).not.toContain(bench.folder);
    failed += 1;
  }
  console.info(
    `${corpus.length} hostile files: ${rejectedByMagic} rejected by their first bytes,`,
    `${failed} jobs in ERROR, ${connections} connections`,
  );
  expect(connections).toBe(0);
  const outputs = bench.store.written.filter((key) => !key.includes('reference-mov'));
  expect(outputs).toEqual([]);
  for (const key of bench.store.written) {
    expect((await readFile(bench.store.file(BUCKET, key))).includes(CANARY_TEXT)).toBe(false);
  }
  expect(await readdir(path.join(bench.folder, 'mediaconvert', 'work')).catch(() => [])).toEqual([]);
});

it('the danger is real: an unconfined ffmpeg follows a list in an .mp4 to another file', async () => {
  const lure = path.join(bench.folder, 'lure.mp4');
  await writeFile(lure, `ffconcat version 1.0\nfile ${path.basename(canary)}\n`);
  const naive = bench.inspect(lure, '-show_format', '-show_streams') as {
    format?: { format_name?: string };
    streams?: readonly unknown[];
  };
  expect(naive.format?.format_name).toContain('concat');
  expect(naive.streams?.length).toBeGreaterThan(0);
});

it('rejects frames over the limit before they are decoded', async () => {
  const source = bench.make('huge.mkv', [
    '-f',
    'lavfi',
    '-i',
    'color=s=9000x5000:r=1:d=1',
    '-c:v',
    'mjpeg',
    '-pix_fmt',
    'yuvj420p',
  ]);
  await bench.store.seed(BUCKET, 'uploads/huge/1', source);
  const result = await bench.client
    .send(new ProbeCommand({ InputFiles: [{ FileUrl: `s3://${BUCKET}/uploads/huge/1` }] }))
    .then(
      ({ ProbeResults }) => validateSource(readProbe(ProbeResults?.[0] ?? {}))?.code ?? 'accepted',
      (error: Error) => error.name,
    );
  expect(result).toBe('media_frame_too_big');
  const { Job } = await bench.client.send(
    new CreateJobCommand({ Role: 'role', Settings: settingsFor('uploads/huge/1', 'huge') }),
  );
  await bench.engine.idle();
  expect(bench.details('ERROR').some(({ jobId }) => jobId === Job?.Id)).toBe(true);
  expect(bench.store.written.filter((key) => key.includes('/huge/'))).toEqual([]);
});
