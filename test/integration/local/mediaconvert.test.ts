import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CancelJobCommand,
  CreateJobCommand,
  GetJobCommand,
  GetQueueCommand,
  ProbeCommand,
  SearchJobsCommand,
} from '@aws-sdk/client-mediaconvert';
import { FLV_HEAD_BYTES, readFlv } from '../../../lambdas/domain/media/flv.ts';
import { SNIFF_BYTES, sniffContainer } from '../../../lambdas/domain/media/magic.ts';
import { refuseMagic } from '../../../lambdas/domain/media/refuse-magic.ts';
import { fps, readProbe, refuse, type MediaProbe } from '../../../lambdas/domain/media/probe.ts';
import type { Plan } from '../../../lambdas/contract/shared.ts';
import { buildLadder, type Ladder } from '../../../lambdas/domain/media/ladder.ts';
import { buildJobSettings, thumbnailTime } from '../../../lambdas/domain/media/job-settings.ts';
import { groupPlaylistKey, manifestKey, stillKeys } from '../../../lambdas/domain/media/layout.ts';
import { multivariantPlaylist, readVariants } from '../../../lambdas/domain/media/playlists.ts';
import { openMediaConvert, type MediaConvertBench } from '../../support/media/media-convert-bench.ts';
import { MEDIA } from '../../support/media/media-files.ts';

const BUCKET = 'soundstage-test';
jest.setTimeout(60_000);

let home: MediaConvertBench;

beforeAll(async () => {
  home = await openMediaConvert();
});
afterAll(() => home.close());

let count = 0;

interface Converted {
  readonly ladder: Ladder;
  readonly contentId: string;
  readonly jobId: string;
}

/** As ingest does it: FLV by its own header, everything else by MediaConvert's Probe. */
const probeSource = async (source: string, key: string): Promise<MediaProbe> => {
  const bytes = await readFile(source);
  const sniffed = sniffContainer(bytes.subarray(0, SNIFF_BYTES));
  expect(refuseMagic(sniffed)).toBeUndefined();
  if ('container' in sniffed && sniffed.container === 'flv') {
    const flv = readFlv(bytes.subarray(0, FLV_HEAD_BYTES), bytes.length);
    if (flv) return flv;
  }
  const probed = await home.client.send(new ProbeCommand({ InputFiles: [{ FileUrl: `s3://${BUCKET}/${key}` }] }));
  return readProbe(probed.ProbeResults?.[0] ?? {});
};

/**
 * Probes, builds the ladder and the settings, converts, and writes the tier playlists as the conversion worker does.
 */
const convert = async (source: string, plan: Plan = 'business'): Promise<Converted> => {
  count += 1;
  const contentId = `content${count}`;
  const key = `uploads/${contentId}/upload1`;
  await home.store.seed(BUCKET, key, source);
  const probe = await probeSource(source, key);
  expect(refuse(probe)).toBeUndefined();
  const ladder = buildLadder(probe, plan);
  const { Job } = await home.client.send(
    new CreateJobCommand({
      Role: 'arn:aws:iam::000000000000:role/media',
      UserMetadata: { contentId },
      Settings: buildJobSettings({
        contentId,
        version: 'v1',
        input: `s3://${BUCKET}/${key}`,
        destination: `s3://${BUCKET}`,
        ladder,
        thumbnailAt: thumbnailTime(probe.duration),
      }),
    }),
  );
  await home.engine.idle();
  expect(home.details('ERROR')).toEqual([]);
  const playlists = await Promise.all(
    ladder.tiers.map((tier) => readFile(home.store.file(BUCKET, groupPlaylistKey(contentId, 'v1', tier)), 'utf8')),
  );
  const facts = playlists.flatMap(readVariants);
  for (const tier of ladder.tiers)
    await writeFile(
      home.store.file(BUCKET, manifestKey(contentId, 'v1', tier)),
      multivariantPlaylist(ladder, tier, facts),
    );
  return { ladder, contentId, jobId: Job?.Id ?? '' };
};

interface Packet {
  readonly pts_time: string;
  readonly flags: string;
}

const HLS = ['-allowed_extensions', 'ALL'];

const rendition = ({ contentId }: Converted, tier: string, name: string): string =>
  home.store.file(BUCKET, `media/${contentId}/v1/${tier}/hls_${name}.m3u8`);

const keyframes = (file: string): readonly number[] =>
  (
    home.inspect(file, ...HLS, '-select_streams', 'v', '-show_packets', '-show_entries', 'packet=pts_time,flags')[
      'packets'
    ] as Packet[]
  )
    .filter(({ flags }) => flags.startsWith('K'))
    .map(({ pts_time: time }) => Number(Number(time).toFixed(3)));

interface Stream {
  readonly codec_name: string;
  readonly width?: number;
  readonly height?: number;
  readonly sample_aspect_ratio?: string;
}

const streams = (file: string): readonly Stream[] => home.inspect(file, ...HLS, '-show_streams')['streams'] as Stream[];

/**
 * Every rung is what the ladder said, has a keyframe every two seconds at the same times, and the tier playlists play.
 */
const check = (converted: Converted): void => {
  const { ladder } = converted;
  const times = ladder.video.map((rung) => {
    const file = rendition(converted, rung.tier, rung.name);
    expect(streams(file)).toEqual([
      expect.objectContaining({ codec_name: 'h264', width: rung.width, height: rung.height }),
    ]);
    return keyframes(file);
  });
  for (const [index, list] of times.entries()) {
    expect(list).toEqual(times[0]);
    const rate = fps(ladder.video[index]?.frameRate ?? { numerator: 30, denominator: 1 });
    list.forEach((time, at) => expect(Math.abs(time - (at * Math.round(2 * rate)) / rate)).toBeLessThan(0.01));
  }
  for (const tier of ladder.tiers) {
    const codecs = streams(home.store.file(BUCKET, manifestKey(converted.contentId, 'v1', tier))).map(
      ({ codec_name: name }) => name,
    );
    const rungs = ladder.video.filter((rung) => Number(rung.tier) <= Number(tier)).length;
    expect(codecs.filter((name) => name === 'h264')).toHaveLength(rungs);
    expect(codecs.filter((name) => name === 'aac')).toHaveLength(ladder.audio.length);
  }
};

describe('conversion of real sources', () => {
  it('converts a remuxed MKV, keeps events and stills in MediaConvert’s shape', async () => {
    const source = home.make('rabbit.mkv', ['-i', path.join(MEDIA, 'rabbit320.mp4'), '-c', 'copy']);
    const converted = await convert(source);
    check(converted);
    expect(converted.ladder.tiers).toEqual(['480']);
    const { jobId, contentId } = converted;
    const mine = home.details().filter((detail) => detail.jobId === jobId);
    expect(mine[0]?.status).toBe('PROGRESSING');
    expect(mine.at(-1)?.status).toBe('COMPLETE');
    expect(new Set(mine.map(({ status }) => status))).toEqual(new Set(['PROGRESSING', 'STATUS_UPDATE', 'COMPLETE']));
    expect(mine.every(({ userMetadata }) => userMetadata['contentId'] === contentId)).toBe(true);
    const percents = mine.flatMap(({ jobProgress }) => (jobProgress ? [jobProgress.jobPercentComplete] : []));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    const groups = mine.at(-1)?.outputGroupDetails ?? [];
    expect(groups.map(({ type }) => type)).toEqual(['CMAF_GROUP', 'FILE_GROUP']);
    expect(groups[0]?.playlistFilePaths).toEqual([`s3://${BUCKET}/${groupPlaylistKey(contentId, 'v1', '480')}`]);
    const [thumbnail = ''] = stillKeys(contentId, 'v1', 'thumbnail');
    expect(groups[1]?.outputDetails[1]?.outputFilePaths).toEqual([`s3://${BUCKET}/${thumbnail}`]);
    expect(streams(home.store.file(BUCKET, thumbnail))[0]).toMatchObject({ width: 320, height: 180 });
    expect(streams(home.store.file(BUCKET, stillKeys(contentId, 'v1', 'poster')[0] ?? ''))[0]).toMatchObject({
      width: 320,
      height: 240,
    });
    const { Job } = await home.client.send(new GetJobCommand({ Id: jobId }));
    expect(Job).toMatchObject({ Status: 'COMPLETE', JobPercentComplete: 100, UserMetadata: { contentId } });
  });

  it('makes a music ladder of an MP3, each rung a variant of its own', async () => {
    const converted = await convert(path.join(MEDIA, 'viper.mp3'));
    expect(converted.ladder).toMatchObject({ kind: 'audio', video: [], tiers: ['480'] });
    expect(converted.ladder.audio.map(({ bitrate }) => bitrate)).toEqual([64_000, 128_000, 256_000]);
    check(converted);
  });

  it('spreads a wide source over the tier folders and caps it by plan', async () => {
    const source = home.make('wide.mp4', [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=1280x720:r=30000/1001:d=7',
      '-f',
      'lavfi',
      '-i',
      'sine=d=7',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
    ]);
    const converted = await convert(source);
    expect(converted.ladder.video.map(({ tier, name }) => `${tier}/${name}`)).toEqual([
      '480/426x240',
      '480/854x480',
      '1080/1280x720',
    ]);
    check(converted);
    const text = await readFile(home.store.file(BUCKET, manifestKey(converted.contentId, 'v1', '1080')), 'utf8');
    expect(text).toContain('\n../480/hls_426x240.m3u8\n');
    expect(text).toContain('\nhls_1280x720.m3u8\n');
    expect(text).toContain('URI="../480/hls_audio.m3u8"');
    const first = readVariants(text)[0];
    expect(first?.averageBandwidth).toBeLessThanOrEqual(400_000);
    const capped = await convert(source, 'free');
    expect(capped.ladder.video.map(({ name }) => name)).toEqual(['426x240', '854x480']);
  });

  it.each([
    [
      'portrait',
      [
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=360x640:r=25:d=3',
        '-f',
        'lavfi',
        '-i',
        'sine=d=3',
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
      ],
      'mp4',
      ['240x426', '360x640'],
      1,
    ],
    ['silent', ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=15:d=3', '-c:v', 'mpeg4'], 'avi', ['320x240'], 0],
    [
      'odd-sized',
      ['-f', 'lavfi', '-i', 'testsrc2=s=321x181:r=24:d=3', '-c:v', 'libx264', '-pix_fmt', 'yuv444p'],
      'mkv',
      ['320x180'],
      0,
    ],
    [
      'wide pixels',
      [
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=240x240:r=25:d=3',
        '-vf',
        'setsar=2/1',
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
      ],
      'mkv',
      ['240x120'],
      0,
    ],
    [
      'broadcast',
      [
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=352x288:r=25:d=3',
        '-f',
        'lavfi',
        '-i',
        'sine=d=3',
        '-c:v',
        'mpeg2video',
        '-c:a',
        'mp2',
      ],
      'ts',
      ['294x240', '352x288'],
      1,
    ],
    [
      'flash',
      [
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=400x300:r=25:d=3',
        '-f',
        'lavfi',
        '-i',
        'sine=r=44100:d=3',
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
        '-c:a',
        'aac',
      ],
      'flv',
      ['320x240', '400x300'],
      1,
    ],
    ['Windows Media', ['-f', 'lavfi', '-i', 'sine=d=3', '-c:a', 'wmav2'], 'wma', [], 2],
    [
      'square, fast',
      ['-f', 'lavfi', '-i', 'testsrc2=s=200x200:r=120:d=2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
      'mov',
      ['200x200'],
      0,
    ],
  ] as const)('converts a %s source', async (name, args, extension, rungs, audio) => {
    const converted = await convert(home.make(`${name.replaceAll(/\W/g, '')}.${extension}`, args));
    expect(converted.ladder.video.map((rung) => rung.name)).toEqual(rungs);
    expect(converted.ladder.audio).toHaveLength(audio);
    check(converted);
  });

  it('turns a rotated source upright', async () => {
    const upright = home.make('flat.mp4', [
      '-f',
      'lavfi',
      '-i',
      'color=red:s=320x240:r=25:d=3',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
    ]);
    const source = home.make('rotated.mov', ['-i', upright, '-c', 'copy', '-metadata:s:v', 'rotate=90']);
    const converted = await convert(source);
    expect(converted.ladder.video.map(({ name }) => name)).toEqual(['240x320']);
    check(converted);
  });
});

describe('jobs', () => {
  const settings = (input: string) =>
    buildJobSettings({
      contentId: 'jobs',
      version: 'v1',
      input,
      destination: `s3://${BUCKET}`,
      thumbnailAt: 1,
      ladder: buildLadder(
        {
          container: 'mp4',
          duration: 60,
          streams: 1,
          bytes: 1,
          video: {
            codec: 'AVC',
            width: 640,
            height: 480,
            rotation: 0,
            frameRate: { numerator: 25, denominator: 1 },
            pixelAspect: 1,
            interlaced: false,
            hdr: false,
          },
        },
        'free',
      ),
    });

  it('cancels a running job, ends its process and writes nothing more', async () => {
    const source = home.make('long.mp4', [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=640x480:r=25:d=30',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
    ]);
    await home.store.seed(BUCKET, 'uploads/jobs/long', source);
    const running = home.when(({ jobProgress }) => jobProgress?.currentPhase === 'TRANSCODING');
    const { Job } = await home.client.send(
      new CreateJobCommand({ Role: 'role', Settings: settings(`s3://${BUCKET}/uploads/jobs/long`) }),
    );
    await running;
    const written = home.store.written.length;
    await home.client.send(new CancelJobCommand({ Id: Job?.Id ?? '' }));
    await home.engine.idle();
    expect(home.store.written).toHaveLength(written);
    expect(home.details('CANCELED').map(({ jobId }) => jobId)).toEqual([Job?.Id]);
    const found = await home.client.send(new SearchJobsCommand({ InputFile: `s3://${BUCKET}/uploads/jobs/long` }));
    expect(found.Jobs?.map(({ Id, Status }) => [Id, Status])).toEqual([[Job?.Id, 'CANCELED']]);
    await expect(home.client.send(new CancelJobCommand({ Id: Job?.Id ?? '' }))).rejects.toMatchObject({
      name: 'ConflictException',
    });
  });

  it('ends a job without its input in ERROR', async () => {
    const { Job } = await home.client.send(
      new CreateJobCommand({ Role: 'role', Settings: settings(`s3://${BUCKET}/uploads/jobs/none`) }),
    );
    await home.engine.idle();
    const errors = home.details('ERROR').filter(({ jobId }) => jobId === Job?.Id);
    expect(errors).toMatchObject([
      { errorCode: 1404, errorMessage: expect.stringContaining('uploads/jobs/none') as unknown },
    ]);
    const queue = await home.client.send(new GetQueueCommand({ Name: 'Default' }));
    expect(queue.Queue).toMatchObject({ Status: 'ACTIVE', ProgressingJobsCount: 0 });
    home.events.length = 0;
  });
});
