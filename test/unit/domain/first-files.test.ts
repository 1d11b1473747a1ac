import { firstFiles } from '../../../lambdas/domain/media/first-files.ts';
import { buildLadder, type Ladder } from '../../../lambdas/domain/media/ladder.ts';
import { multivariantPlaylist, type VariantFacts } from '../../../lambdas/domain/media/playlists.ts';
import type { MediaProbe } from '../../../lambdas/domain/media/probe.ts';
import { preloadOf } from '../../../lambdas/domain/playback/preload.ts';

const film: MediaProbe = {
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
const { video: _video, ...music } = film;
const { audio: _audio, ...silent } = film;

const mediaPlaylist = (base: string): string => {
  const kind = base.includes('audio') ? 'cmfa' : 'cmfv';
  return [
    '#EXTM3U\n#EXT-X-TARGETDURATION:6',
    `#EXT-X-MAP:URI="${base}init.${kind}"`,
    `#EXTINF:6,\n${base}_000000001.${kind}`,
    `#EXTINF:6,\n${base}_000000002.${kind}`,
    '#EXT-X-ENDLIST\n',
  ].join('\n');
};
const topOf = (ladder: Ladder): string => {
  const names = [...ladder.video, ...(ladder.kind === 'audio' ? ladder.audio : [])];
  const facts = names.map(({ name }, index): VariantFacts => ({
    uri: `hls_${name}.m3u8`,
    bandwidth: 300_000 * (index + 1),
    codecs: ['avc1.64000d'],
  }));
  return multivariantPlaylist(ladder, ladder.tiers.at(-1) ?? '480', facts);
};
const read = (probe: MediaProbe, playlist: (base: string) => string | undefined = mediaPlaylist) => {
  const ladder = buildLadder(probe, 'business');
  return firstFiles(ladder, topOf(ladder), playlist);
};

describe('the first files', () => {
  it('are read from the playlists that the converter wrote', () => {
    expect(read(film)).toEqual({
      rungs: [
        { tier: '480', base: 'hls_426x240', bandwidth: 428_000 },
        { tier: '480', base: 'hls_854x480', bandwidth: 728_000 },
        { tier: '1080', base: 'hls_1280x720', bandwidth: 1_028_000 },
      ],
      init: 'init.cmfv',
      segment: '_000000001.cmfv',
      audio: { base: 'hls_audio', init: 'init.cmfa', segment: '_000000001.cmfa' },
    });
    expect(read(music)).toMatchObject({
      rungs: [{ tier: '480', base: 'hls_audio-64k' }, { base: 'hls_audio-128k' }, { base: 'hls_audio-256k' }],
      init: 'init.cmfa',
    });
    expect(read(music)).not.toHaveProperty('audio');
    expect(read(silent)).not.toHaveProperty('audio');
  });

  it('take little space in the item that every view updates', () => {
    expect(JSON.stringify(read(film)).length).toBeLessThan(400);
  });

  it.each<[string, (base: string) => string | undefined]>([
    ['a playlist is missing', (base) => (base === 'hls_854x480' ? undefined : mediaPlaylist(base))],
    ["the audio's playlist is missing", (base) => (base === 'hls_audio' ? undefined : mediaPlaylist(base))],
    [
      'a rendition has an unexpected name',
      (base) => mediaPlaylist(base).replaceAll(base, base === 'hls_854x480' ? 'other' : base),
    ],
    [
      'the endings differ',
      (base) => mediaPlaylist(base).replaceAll('_000000001', base === 'hls_854x480' ? '_1' : '_000000001'),
    ],
    ['there is no initialization segment', (base) => mediaPlaylist(base).replace(/#EXT-X-MAP.*\n/, '')],
    [
      'segments are byte ranges of one file',
      (base) => mediaPlaylist(base).replace('#EXTINF', '#EXT-X-BYTERANGE:1000@0\n#EXTINF'),
    ],
    ['a name refers to another folder', (base) => mediaPlaylist(base).replace('_000000001', '/../../x')],
  ])('are unknown when %s', (_why, playlist) => {
    expect(read(film, playlist)).toBeUndefined();
  });

  it('are returned as paths, only for the folders that are open to the viewer', () => {
    const all = preloadOf(read(film), 'cnt_1', 'v1', ['480', '1080']);
    expect(all?.rungs.map(({ playlist }) => playlist)).toEqual([
      '/media/cnt_1/v1/480/hls_426x240.m3u8',
      '/media/cnt_1/v1/480/hls_854x480.m3u8',
      '/media/cnt_1/v1/1080/hls_1280x720.m3u8',
    ]);
    expect(all?.rungs[2]).toMatchObject({
      bandwidth: 1_028_000,
      init: '/media/cnt_1/v1/1080/hls_1280x720init.cmfv',
      segment: '/media/cnt_1/v1/1080/hls_1280x720_000000001.cmfv',
    });
    expect(all?.audio).toEqual({
      playlist: '/media/cnt_1/v1/480/hls_audio.m3u8',
      init: '/media/cnt_1/v1/480/hls_audioinit.cmfa',
      segment: '/media/cnt_1/v1/480/hls_audio_000000001.cmfa',
    });
    expect(preloadOf(read(film), 'cnt_1', 'v1', ['480'])?.rungs).toHaveLength(2);
    expect(preloadOf(undefined, 'cnt_1', 'v1', ['480'])).toBeNull();
  });
});
