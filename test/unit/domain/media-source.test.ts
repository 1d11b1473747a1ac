import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from '../../support/setup/fast-check.ts';
import { readFlv } from '../../../lambdas/domain/media/flv.ts';
import {
  AUDIO_EXTENSIONS,
  UNCONVERTIBLE_EXTENSIONS,
  UNSUPPORTED_FORMAT_TEXT,
  VIDEO_EXTENSIONS,
  browserWarning,
  extensionOf,
  isAcceptedExtension,
  needsConversion,
  unconvertibleReason,
} from '../../../lambdas/contract/media/media-formats.ts';
import { sniffContainer } from '../../../lambdas/domain/media/magic.ts';
import { validateMagic } from '../../../lambdas/domain/media/validate-magic.ts';
import { indexLocation, isEncrypted, namedStreams } from '../../../lambdas/domain/media/encryption.ts';
import { planLimits } from '../../../lambdas/domain/media/plan-limits.ts';
import {
  ENCRYPTED,
  MEDIA_LIMITS,
  TOO_MANY_STREAMS,
  readProbe,
  validateSource,
  type MediaProbe,
} from '../../../lambdas/domain/media/probe.ts';
import {
  mediaPrefix,
  manifestKey,
  publishedStillKey,
  stillKeys,
  uploadKey,
} from '../../../lambdas/domain/media/layout.ts';
import { plans } from '../../../lambdas/domain/plans/plans.ts';
import { MEDIA } from '../../support/media/media-files.ts';
import { repositoryRoot } from '../../support/source-tree.ts';

const head = (file: string): Uint8Array => readFileSync(path.join(MEDIA, file)).subarray(0, 4096);
const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');

describe('the first bytes', () => {
  it.each([
    ['rabbit320.mp4', 'mp4'],
    ['viper.mp3', 'mp3'],
    ['jfk.wav', 'wave'],
  ])('identify %s', (file, container) => {
    expect(sniffContainer(head(file))).toEqual({ container });
  });

  it.each([
    ['\x1aE\xdf\xa3....matroska', 'matroska'],
    ['\x1aE\xdf\xa3....webm', 'webm'],
    ['RIFF....AVI LIST', 'avi'],
    ['FLV\x01\x05', 'flv'],
    ['\0\0\x01\xba', 'mpegps'],
    ['OggS\0', 'ogg'],
    ['fLaC\0', 'flac'],
    ['\xff\xf1\x50\x80', 'aac'],
    ['\xff\xfb\x90\x64', 'mp3'],
    ['....ftypqt  ', 'quicktime'],
    ['....ftyp3gp5', 'three_gp'],
    ['ID3\x03\0\0\0\0\0\x02aa\xff\xf1\x50', 'aac'],
    [`G${'x'.repeat(187)}G${'x'.repeat(187)}Gx`.padEnd(600, 'x'), 'mpegts'],
  ])('identify %j', (bytes, container) => {
    expect(sniffContainer(text(bytes))).toEqual({ container });
  });

  it.each([
    ['', 'media_empty'],
    ['#EXTM3U\n', 'media_not_media'],
    ['\xef\xbb\xbf  #ExtM3U', 'media_not_media'],
    ['ffconcat version 1.0', 'media_not_media'],
    ['v=0\r\no=', 'media_not_media'],
    ['<?xml version="1.0"?><MPD/>', 'media_not_media'],
    ['\x89PNG', 'media_not_media'],
    ['.RMF\0', 'media_not_media'],
    ['RIFF....CDXAfmt', 'media_not_media'],
    ['hello world', 'media_not_media'],
    ['\xff\xff\xff\xff', 'media_not_media'],
  ])('reject %j with a sentence', (bytes, code) => {
    const rejection = validateMagic(sniffContainer(text(bytes)));
    expect(rejection?.code).toBe(code);
    expect(rejection?.reason).toMatch(/^The file is .+\.$/);
  });
});

describe('file names', () => {
  it('are checked against the specification’s lists', () => {
    expect(extensionOf('A/b.c/Movie.MKV')).toBe('mkv');
    expect([isAcceptedExtension('x.mkv'), isAcceptedExtension('x.exe'), isAcceptedExtension('mkv')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([needsConversion('x.flv'), needsConversion('x.mp4')]).toEqual([true, false]);
    expect([browserWarning('x.mp4'), browserWarning('x.mkv'), browserWarning('x.flac')]).toEqual([
      undefined,
      'use MP4 H.264 or WebM',
      'use MP3, WAV or AAC',
    ]);
    expect(unconvertibleReason('x.rm')).toContain('RealMedia');
    expect(unconvertibleReason('x.mp4')).toBeUndefined();
    expect(unconvertibleReason('x.constructor')).toBeUndefined();
  });

  it('of unconvertible formats are on the specification’s lists, rejected by name, and documented', () => {
    const listed = [...new Set([...VIDEO_EXTENSIONS, ...AUDIO_EXTENSIONS])];
    const rejected = listed.filter((extension) => unconvertibleReason(`x.${extension}`) !== undefined);
    expect(rejected.sort()).toEqual(Object.keys(UNCONVERTIBLE_EXTENSIONS).sort());
    for (const extension of rejected)
      expect(unconvertibleReason(`X.${extension.toUpperCase()}`)).toContain(
        `${UNCONVERTIBLE_EXTENSIONS[extension]} files (.${extension}) cannot be converted.`,
      );
    const document = readFileSync(path.join(repositoryRoot, 'lambdas', 'domain', 'media', 'README.md'), 'utf8');
    const table = [...document.matchAll(/^\| `(\w+)` \| ([^|`]+) \|$/gm)].map(([, extension, name]) => [
      extension,
      name,
    ]);
    expect(Object.fromEntries(table)).toEqual(UNCONVERTIBLE_EXTENSIONS);
    for (const plan of Object.values(plans))
      expect(document).toMatch(new RegExp(`${plan.name}[^|]* ${plan.maxDuration / 3600} h`));
  });

  it('are accepted with every extension that a rejection names as supported, and with no other', () => {
    const named = UNSUPPORTED_FORMAT_TEXT.replace('Unsupported file format. Supported formats: ', '').split(', ');
    const listed = [...new Set([...VIDEO_EXTENSIONS, ...AUDIO_EXTENSIONS])];
    const accepted = (extension: string) =>
      isAcceptedExtension(`x.${extension}`) && unconvertibleReason(`x.${extension}`) === undefined;
    expect(named.filter((extension) => !accepted(extension))).toEqual([]);
    expect(listed.filter((extension) => accepted(extension) && !named.includes(extension))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  it('become keys in the buckets, without unsafe characters', () => {
    expect(uploadKey('c1', 'u1')).toBe('uploads/c1/u1');
    expect(manifestKey('c1', 'v1', '1080')).toBe('media/c1/v1/1080/index.m3u8');
    expect(stillKeys('c1', 'v1', 'thumbnail')[0]).toBe('media/c1/v1/480/still_thumbnail.0000001.jpg');
    expect(publishedStillKey('c1', 'v1', 'poster')).toBe('posters/c1/v1/poster.jpg');
    for (const bad of ['..', 'a/b', '', 'a b', 'é']) expect(() => mediaPrefix(bad, 'v1')).toThrow(RangeError);
  });
});

describe('the probe', () => {
  const good: MediaProbe = {
    container: 'mp4',
    duration: 10,
    streams: 2,
    bytes: 1000,
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
  };
  const videoOf = (change: object): MediaProbe => ({ ...good, video: { ...good.video, ...change } as never });

  it.each([
    ['media_too_many_streams', { ...good, streams: 65 }, '64'],
    ['media_not_media', { container: 'mp4', duration: 1, streams: 1, bytes: 1 }, 'no video and no audio'],
    ['media_too_big', { ...good, bytes: MEDIA_LIMITS.maxBytes + 1 }, '50 GB'],
    ['media_zero_length', { ...good, duration: 0 }, 'no length'],
    ['media_too_long', { ...good, duration: 13 * 3600 }, '12 hours'],
    [
      'media_too_thin',
      { ...good, duration: 10 * 3600, bytes: 500_000 },
      'claims to run for 10.0 hours, but it is only 0.5 MB. The minimum is 1 kbit',
    ],
    ['media_frame_too_big', videoOf({ width: 8200 }), '8192'],
    ['media_frame_too_big', videoOf({ width: 8000, height: 6000 }), '40 million'],
    ['media_frame_too_small', videoOf({ width: 16 }), '32'],
    ['media_frame_rate_too_high', videoOf({ frameRate: { numerator: 240, denominator: 1 } }), '120'],
    ['media_unreadable_codec', videoOf({ codec: 'UNKNOWN' }), 'encrypted'],
    ['media_unreadable_codec', videoOf({ width: 0 }), 'cannot be read'],
  ])('rejects with %s and names the limit', (code, value, words) => {
    const rejection = validateSource(value as MediaProbe);
    expect(rejection?.code).toBe(code);
    expect(rejection?.reason).toContain(words);
  });

  it.each([
    ['free', 'media_too_long', { ...good, duration: 2 * 3600 + 1 }, 'The limit of the Free plan is 2 hours.'],
    [
      'premium',
      'media_too_long',
      { ...good, duration: 7 * 3600 },
      'The file runs for 7.0 hours. The limit of the Premium plan is 6 hours.',
    ],
    ['business', 'media_too_long', { ...good, duration: 12 * 3600 + 1 }, '12 hours'],
    [
      'free',
      'media_too_big',
      { ...good, bytes: 6 * 2 ** 30 },
      'The file is 6.0 GB. The limit of the Free plan is 5 GB.',
    ],
    ['business', 'media_too_big', { ...good, bytes: 51 * 2 ** 30 }, '50 GB'],
  ] as const)(
    'rejects a source over the limits of the %s plan with %s and names the plan',
    (plan, code, value, words) => {
      const rejection = validateSource(value, planLimits(plan));
      expect([rejection?.code, rejection?.reason]).toEqual([code, expect.stringContaining(words)]);
      expect(validateSource({ ...good, duration: 2 * 3600, bytes: 5 * 2 ** 30 }, planLimits(plan))).toBeUndefined();
    },
  );

  it('accepts a good source and reads MediaConvert’s shape', () => {
    expect(validateSource(good)).toBeUndefined();
    const read = readProbe({
      Container: {
        Format: 'quicktime',
        Duration: 12.5,
        Tracks: [
          {
            TrackType: 'video',
            Codec: 'HEVC',
            VideoProperties: {
              Width: 1920,
              Height: 1080,
              Rotation: 270,
              FrameRate: { Numerator: 30_000, Denominator: 1001 },
              SampleAspectRatio: { Numerator: 1, Denominator: 1 },
              TransferCharacteristics: 'SMPTE_2084',
            },
          },
          { TrackType: 'audio', Codec: 'AAC', AudioProperties: { Channels: 6, SampleRate: 48_000, BitRate: 384_000 } },
        ],
      },
      Metadata: { FileSize: 42 },
    });
    expect(read).toMatchObject({
      container: 'quicktime',
      duration: 12.5,
      streams: 2,
      bytes: 42,
      video: { rotation: 270, hdr: true, width: 1920 },
      audio: { channels: 6, bitrate: 384_000 },
    });
  });

  it('does not treat cover art as video', () => {
    const read = readProbe({
      Container: {
        Format: 'mp3',
        Duration: 3,
        Tracks: [
          { TrackType: 'video', Codec: 'MJPEG' },
          { TrackType: 'audio', Codec: 'MP3' },
        ],
      },
    });
    expect(read.video).toBeUndefined();
  });
});

describe('encryption', () => {
  const box = (name: string, ...parts: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'));
  const movie = (entry: string, ...extra: readonly Buffer[]): Buffer =>
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      ...extra,
      box('trak', box('mdia', box('minf', box('stbl', box('stsd', Buffer.alloc(8), box(entry, Buffer.alloc(40))))))),
    );
  const packets = (scrambled: number): Buffer =>
    Buffer.concat(
      Array.from({ length: 10 }, (_, at) =>
        Buffer.concat([Buffer.from([0x47, 0x41, 0, at < scrambled ? 0x90 : 0x10]), Buffer.alloc(184)]),
      ),
    );
  const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
  const matroska = (inner: string): Buffer => hex(`1a45dfa3 80 18538067 01ffffffffffffff 1654ae6b 8c ae 8a ${inner}`);

  it.each([
    ['Common Encryption', Buffer.concat([ftyp, movie('encv')]), true],
    ['encrypted audio', Buffer.concat([ftyp, movie('enca')]), true],
    ['a protected store purchase', Buffer.concat([ftyp, movie('drmi')]), true],
    ['a license header', Buffer.concat([ftyp, movie('avc1', box('pssh', Buffer.alloc(24)))]), true],
    ['a license header in fragments', Buffer.concat([ftyp, box('moof', box('pssh', Buffer.alloc(24)))]), true],
    ['a plain movie', Buffer.concat([ftyp, movie('avc1')]), false],
    [
      'plain media that contains the marker as data',
      Buffer.concat([ftyp, movie('avc1'), box('mdat', Buffer.from('....encv....pssh'))]),
      false,
    ],
    ['an encrypted Matroska track', matroska('6d80 87 6240 84 5035 81 00'), true],
    ['a compressed Matroska track', matroska('6d80 87 6240 84 5034 81 00'), false],
    [
      'protected Windows Media',
      Buffer.concat([
        hex('3026b2758e66cf11a6d900aa0062ce6c'),
        Buffer.alloc(14),
        hex('fbb3112223bdd211b4b700a0c955fc6e'),
        Buffer.alloc(20),
      ]),
      true,
    ],
    ['Windows Media', Buffer.concat([hex('3026b2758e66cf11a6d900aa0062ce6c'), Buffer.alloc(60)]), false],
    ['a scrambled broadcast', packets(7), true],
    ['a broadcast', packets(0), false],
    ['nothing', Buffer.alloc(0), false],
  ])('is detected correctly: %s', (_name, bytes, expected) => {
    expect(isEncrypted(bytes)).toBe(expected);
  });

  it('is found in an index that follows the media, and has its own sentence', () => {
    const file = Buffer.concat([ftyp, box('mdat', Buffer.alloc(9000)), movie('encv')]);
    const offset = indexLocation(file.subarray(0, 4096), file.length);
    expect(offset).toBe(ftyp.length + 9008);
    expect(isEncrypted(file.subarray(offset))).toBe(true);
    expect(indexLocation(Buffer.concat([ftyp, movie('avc1')]), 5000)).toBeUndefined();
    expect(indexLocation(file.subarray(0, 4096), ftyp.length + 9008)).toBeUndefined();
    expect(ENCRYPTED.reason).toBe(
      'The file is encrypted (DRM), so it cannot be converted. Upload a copy without copy protection.',
    );
  });

  it('and the number of streams are read from the available bytes', () => {
    const tracks = (count: number): Buffer =>
      Buffer.concat([
        ftyp,
        box(
          'moov',
          box('mvhd', Buffer.alloc(100)),
          ...Array.from({ length: count }, () => box('trak', Buffer.alloc(200))),
        ),
      ]);
    expect([0, 1, 65].map((count) => namedStreams(tracks(count)))).toEqual([0, 1, 65]);
    expect(namedStreams(tracks(10_000).subarray(0, 20_000))).toBeGreaterThan(64);
    const entries = (count: number): Buffer =>
      hex(`1a45dfa3 80 18538067 01ffffffffffffff 1654ae6b 01ffffffffffffff ${'ae 82 d781'.repeat(count)}`);
    expect([
      namedStreams(entries(3)),
      namedStreams(entries(70)),
      namedStreams(packets(0)),
      namedStreams(Buffer.alloc(0)),
    ]).toEqual([3, 70, 0, 0]);
    expect(TOO_MANY_STREAMS.reason).toContain('64');
  });

  it('is checked without an error in any bytes', () => {
    const starts = [
      ftyp,
      movie('avc1').subarray(0, 140),
      matroska('').subarray(0, 20),
      packets(3).subarray(0, 200),
      Buffer.alloc(0),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), (start, bytes) => {
        const file = Buffer.concat([start, bytes]);
        expect(typeof isEncrypted(file)).toBe('boolean');
        expect(namedStreams(file)).toBeLessThanOrEqual(file.length);
        const offset = indexLocation(file, 10_000);
        expect(offset === undefined || (offset >= file.length && offset < 10_000)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('FLV', () => {
  const script = (body: string): Buffer =>
    Buffer.concat([
      Buffer.from('FLV\x01\x05\0\0\0\x09\0\0\0\0\x12\0\0\0\0\0\0\0\0\0\0', 'latin1'),
      Buffer.from(body, 'latin1'),
    ]);

  it('returns undefined without metadata, and never throws for truncated or hostile data', () => {
    expect(readFlv(script('\x02\0\x0aonMetaData\x08\0\0\0\0'), 1)).toBeUndefined();
    expect(readFlv(script(`\x02\0\x0aonMetaData${'\x03\0\x01a'.repeat(500)}`), 1)).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const probe = readFlv(script(`\x02\0\x0aonMetaData\x08\0\0\0\0${Buffer.from(bytes).toString('latin1')}`), 1);
        expect(probe === undefined || validateSource(probe) !== undefined || probe.duration > 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
