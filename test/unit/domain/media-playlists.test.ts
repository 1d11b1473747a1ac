import { buildLadder } from '../../../lambdas/domain/media/ladder.ts';
import { MissingRenditionError, multivariantPlaylist, readVariants } from '../../../lambdas/domain/media/playlists.ts';
import type { MediaProbe } from '../../../lambdas/domain/media/probe.ts';

const source: MediaProbe = {
  container: 'mp4',
  duration: 60,
  streams: 2,
  bytes: 1,
  video: {
    codec: 'AVC',
    width: 1280,
    height: 720,
    rotation: 0,
    frameRate: { numerator: 25, denominator: 1 },
    pixelAspect: 1,
    interlaced: false,
    hdr: false,
  },
  audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
};

const streamInf = (...attributes: readonly string[]): string => `#EXT-X-STREAM-INF:${attributes.join(',')}`;

/** The playlists that MediaConvert writes for the two groups. Only the first group has the audio. */
const low = [
  '#EXTM3U',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="x",URI="hls_audio.m3u8"',
  streamInf(
    'BANDWIDTH=380000,AVERAGE-BANDWIDTH=300000',
    'CODECS="avc1.64000d,mp4a.40.2",RESOLUTION=426x240,AUDIO="audio"',
  ),
  'hls_426x240.m3u8',
  '',
  '#EXT-X-STREAM-INF:CODECS="avc1.64001e,mp4a.40.2",BANDWIDTH=1300000,AUDIO="audio"',
  'hls_854x480.m3u8',
  '',
].join('\n');
const high = [
  '#EXTM3U',
  streamInf('BANDWIDTH=2800000,AVERAGE-BANDWIDTH=2000000,CODECS="avc1.64001f"'),
  'hls_1280x720.m3u8',
  '',
].join('\r\n');

describe('tier playlists', () => {
  const ladder = buildLadder(source, 'business');
  const facts = [...readVariants(low), ...readVariants(high)];

  it('list every rung up to the tier, lower ones by relative path, and the audio once', () => {
    expect(multivariantPlaylist(ladder, '1080', facts)).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-INDEPENDENT-SEGMENTS',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Main",DEFAULT=YES,AUTOSELECT=YES,' +
          'CHANNELS="2",URI="../480/hls_audio.m3u8"',
        streamInf(
          'BANDWIDTH=380000,AVERAGE-BANDWIDTH=300000,CODECS="avc1.64000d,mp4a.40.2"',
          'RESOLUTION=426x240,FRAME-RATE=25.000,AUDIO="audio"',
        ),
        '../480/hls_426x240.m3u8',
        streamInf(
          'BANDWIDTH=1300000,CODECS="avc1.64001e,mp4a.40.2"',
          'RESOLUTION=854x480,FRAME-RATE=25.000,AUDIO="audio"',
        ),
        '../480/hls_854x480.m3u8',
        streamInf(
          'BANDWIDTH=2928000,AVERAGE-BANDWIDTH=2128000,CODECS="avc1.64001f,mp4a.40.2"',
          'RESOLUTION=1280x720,FRAME-RATE=25.000,AUDIO="audio"',
        ),
        'hls_1280x720.m3u8',
        '',
      ].join('\n'),
    );
    expect(multivariantPlaylist(ladder, '480', facts)).not.toContain('1280x720');
    expect(multivariantPlaylist(ladder, '480', facts)).toContain('\nhls_426x240.m3u8\n');
  });

  it('list no audio for a silent source', () => {
    const { audio: _audio, ...silent } = source;
    const text = multivariantPlaylist(
      buildLadder(silent, 'business'),
      '480',
      readVariants(low.replaceAll(',mp4a.40.2', '')),
    );
    expect(text).not.toMatch(/AUDIO|mp4a/);
  });

  it('fail with the name of a missing rendition', () => {
    expect(() => multivariantPlaylist(ladder, '1080', readVariants(low))).toThrow(
      new MissingRenditionError('hls_1280x720.m3u8'),
    );
  });
});
