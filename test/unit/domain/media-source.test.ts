import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { readFlv } from '../../../lambdas/domain/media/flv.ts';
import { browserWarning, extensionOf, isAcceptedExtension, needsConversion, unconvertibleReason } from '../../../lambdas/contract/media-formats.ts';
import { sniffContainer } from '../../../lambdas/domain/media/magic.ts';
import { refuseMagic } from '../../../lambdas/domain/media/refuse-magic.ts';
import { MEDIA_LIMITS, readProbe, refuse, type MediaProbe } from '../../../lambdas/domain/media/probe.ts';
import { mediaPrefix, manifestKey, publishedStillKey, stillKeys, uploadKey } from '../../../lambdas/domain/media/layout.ts';
import { MEDIA } from '../../support/media/media-files.ts';

const head = (file: string): Uint8Array => readFileSync(path.join(MEDIA, file)).subarray(0, 4096);
const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');

describe('first bytes', () => {
  it.each([['rabbit320.mp4', 'mp4'], ['viper.mp3', 'mp3'], ['jfk.wav', 'wave']])('know %s', (file, container) => {
    expect(sniffContainer(head(file))).toEqual({ container });
  });

  it.each([
    ['\x1aE\xdf\xa3....matroska', 'matroska'], ['\x1aE\xdf\xa3....webm', 'webm'], ['RIFF....AVI LIST', 'avi'], ['FLV\x01\x05', 'flv'],
    ['\0\0\x01\xba', 'mpegps'], ['OggS\0', 'ogg'], ['fLaC\0', 'flac'], ['\xff\xf1\x50\x80', 'aac'], ['\xff\xfb\x90\x64', 'mp3'],
    ['....ftypqt  ', 'quicktime'], ['....ftyp3gp5', 'three_gp'], ['ID3\x03\0\0\0\0\0\x02aa\xff\xf1\x50', 'aac'],
    [`G${'x'.repeat(187)}G${'x'.repeat(187)}Gx`.padEnd(600, 'x'), 'mpegts'],
  ])('know %j', (bytes, container) => {
    expect(sniffContainer(text(bytes))).toEqual({ container });
  });

  it.each([
    ['', 'media_empty'], ['#EXTM3U\n', 'media_not_media'], ['\xef\xbb\xbf  #ExtM3U', 'media_not_media'], ['ffconcat version 1.0', 'media_not_media'],
    ['v=0\r\no=', 'media_not_media'], ['<?xml version="1.0"?><MPD/>', 'media_not_media'], ['\x89PNG', 'media_not_media'], ['.RMF\0', 'media_not_media'],
    ['RIFF....CDXAfmt', 'media_not_media'], ['hello world', 'media_not_media'], ['\xff\xff\xff\xff', 'media_not_media'],
  ])('refuse %j with a sentence', (bytes, code) => {
    const refusal = refuseMagic(sniffContainer(text(bytes)));
    expect(refusal?.code).toBe(code);
    expect(refusal?.reason).toMatch(/^The file is .+\.$/);
  });
});

describe('names', () => {
  it('follow the specification’s lists', () => {
    expect(extensionOf('A/b.c/Movie.MKV')).toBe('mkv');
    expect([isAcceptedExtension('x.mkv'), isAcceptedExtension('x.exe'), isAcceptedExtension('mkv')]).toEqual([true, false, false]);
    expect([needsConversion('x.flv'), needsConversion('x.mp4')]).toEqual([true, false]);
    expect([browserWarning('x.mp4'), browserWarning('x.mkv'), browserWarning('x.flac')]).toEqual([undefined, 'use MP4 H.264 or WebM', 'use MP3, WAV or AAC']);
    expect(unconvertibleReason('x.rm')).toContain('RealMedia');
    expect(unconvertibleReason('x.mp4')).toBeUndefined();
    expect(unconvertibleReason('x.constructor')).toBeUndefined();
  });

  it('are places in the buckets, and never leave them', () => {
    expect(uploadKey('c1', 'u1')).toBe('uploads/c1/u1');
    expect(manifestKey('c1', 'v1', '1080')).toBe('media/c1/v1/1080/index.m3u8');
    expect(stillKeys('c1', 'v1', 'thumbnail')[0]).toBe('media/c1/v1/480/still_thumbnail.0000001.jpg');
    expect(publishedStillKey('c1', 'v1', 'poster')).toBe('posters/c1/v1/poster.jpg');
    for (const bad of ['..', 'a/b', '', 'a b', 'é']) expect(() => mediaPrefix(bad, 'v1')).toThrow(RangeError);
  });
});

describe('probe', () => {
  const good: MediaProbe = {
    container: 'mp4', duration: 10, streams: 2, bytes: 1000,
    video: { codec: 'AVC', width: 640, height: 480, rotation: 0, frameRate: { numerator: 25, denominator: 1 }, pixelAspect: 1, interlaced: false, hdr: false },
  };
  const videoOf = (change: object): MediaProbe => ({ ...good, video: { ...good.video, ...change } as never });

  it.each([
    ['media_too_many_streams', { ...good, streams: 65 }, '64'],
    ['media_not_media', { container: 'mp4', duration: 1, streams: 1, bytes: 1 }, 'no video and no audio'],
    ['media_too_big', { ...good, bytes: MEDIA_LIMITS.maxBytes + 1 }, '50 GB'],
    ['media_zero_length', { ...good, duration: 0 }, 'no length'],
    ['media_too_long', { ...good, duration: 13 * 3600 }, '12 hours'],
    ['media_frame_too_big', videoOf({ width: 8200 }), '8192'],
    ['media_frame_too_big', videoOf({ width: 8000, height: 6000 }), '40 million'],
    ['media_frame_too_small', videoOf({ width: 16 }), '32'],
    ['media_frame_rate_too_high', videoOf({ frameRate: { numerator: 240, denominator: 1 } }), '120'],
    ['media_unreadable_codec', videoOf({ codec: 'UNKNOWN' }), 'encrypted'],
    ['media_unreadable_codec', videoOf({ width: 0 }), 'cannot be read'],
  ])('refuses with %s and names the limit', (code, value, words) => {
    const refusal = refuse(value as MediaProbe);
    expect(refusal?.code).toBe(code);
    expect(refusal?.reason).toContain(words);
  });

  it('accepts a good source and reads MediaConvert’s shape', () => {
    expect(refuse(good)).toBeUndefined();
    const read = readProbe({
      Container: {
        Format: 'quicktime', Duration: 12.5,
        Tracks: [
          { TrackType: 'video', Codec: 'HEVC', VideoProperties: { Width: 1920, Height: 1080, Rotation: 270, FrameRate: { Numerator: 30_000, Denominator: 1001 }, SampleAspectRatio: { Numerator: 1, Denominator: 1 }, TransferCharacteristics: 'SMPTE_2084' } },
          { TrackType: 'audio', Codec: 'AAC', AudioProperties: { Channels: 6, SampleRate: 48_000, BitRate: 384_000 } },
        ],
      },
      Metadata: { FileSize: 42 },
    });
    expect(read).toMatchObject({ container: 'quicktime', duration: 12.5, streams: 2, bytes: 42, video: { rotation: 270, hdr: true, width: 1920 }, audio: { channels: 6, bitrate: 384_000 } });
  });

  it('takes cover art for no video', () => {
    const read = readProbe({ Container: { Format: 'mp3', Duration: 3, Tracks: [{ TrackType: 'video', Codec: 'MJPEG' }, { TrackType: 'audio', Codec: 'MP3' }] } });
    expect(read.video).toBeUndefined();
  });
});

describe('FLV', () => {
  const script = (body: string): Buffer => Buffer.concat([Buffer.from('FLV\x01\x05\0\0\0\x09\0\0\0\0\x12\0\0\0\0\0\0\0\0\0\0', 'latin1'), Buffer.from(body, 'latin1')]);

  it('without metadata, cut off or hostile, is read as nothing and never throws', () => {
    expect(readFlv(script('\x02\0\x0aonMetaData\x08\0\0\0\0'), 1)).toBeUndefined();
    expect(readFlv(script(`\x02\0\x0aonMetaData${'\x03\0\x01a'.repeat(500)}`), 1)).toBeUndefined();
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
    console.info(`seed ${seed}`);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const probe = readFlv(script(`\x02\0\x0aonMetaData\x08\0\0\0\0${Buffer.from(bytes).toString('latin1')}`), 1);
      expect(probe === undefined || refuse(probe) !== undefined || probe.duration > 0).toBe(true);
    }), { seed, numRuns: 2000 });
  });
});
