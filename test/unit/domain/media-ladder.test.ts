import { buildLadder, outputFrameRate } from '../../../lambdas/domain/media/ladder.ts';
import type { Plan } from '../../../lambdas/contract/shared.ts';
import { priceOf } from '../../../lambdas/domain/media/prices.ts';
import { fps, type MediaProbe, type VideoProbe } from '../../../lambdas/domain/media/probe.ts';

const video = (width: number, height: number, extra: Partial<VideoProbe> = {}): VideoProbe => ({
  codec: 'AVC',
  width,
  height,
  rotation: 0,
  frameRate: { numerator: 30, denominator: 1 },
  pixelAspect: 1,
  interlaced: false,
  hdr: false,
  ...extra,
});
const probe = (
  picture: VideoProbe | undefined,
  audio: MediaProbe['audio'] | null = { codec: 'AAC', channels: 2, sampleRate: 48_000 },
): MediaProbe => ({
  container: 'mp4',
  duration: 60,
  streams: 2,
  bytes: 1000,
  ...(picture ? { video: picture } : {}),
  ...(audio ? { audio } : {}),
});
const names = (source: MediaProbe, plan: Plan = 'business') =>
  buildLadder(source, plan).video.map(({ tier, name }) => `${tier}/${name}`);

describe('the ladder', () => {
  it.each([
    ['1080p', video(1920, 1080), ['480/426x240', '480/854x480', '1080/1280x720', '1080/1920x1080']],
    ['4K', video(3840, 2160), ['480/426x240', '480/854x480', '1080/1280x720', '1080/1920x1080', '2160/3840x2160']],
    ['portrait', video(1080, 1920), ['480/240x426', '480/480x854', '1080/720x1280', '1080/1080x1920']],
    ['rotated', video(1920, 1080, { rotation: 90 }), ['480/240x426', '480/480x854', '1080/720x1280', '1080/1080x1920']],
    ['square', video(1000, 1000), ['480/240x240', '480/480x480', '1080/720x720', '1080/1000x1000']],
    ['tiny', video(64, 48), ['480/64x48']],
    ['odd', video(321, 181), ['480/320x180']],
    ['just over the first rung', video(480, 270), ['480/426x240', '480/480x270']],
    ['anamorphic', video(720, 576, { pixelAspect: 64 / 45 }), ['480/426x240', '480/720x404']],
    ['extreme', video(8192, 64), ['480/426x32', '480/854x32', '1080/1280x32', '1080/1920x32', '2160/3840x32']],
  ])('fits a %s source', (_name, source, expected) => {
    expect(names(probe(source))).toEqual(expected);
  });

  it("limits the picture size by the creator's plan", () => {
    const tops = (['free', 'premium', 'creator', 'business'] as const).map((plan) =>
      names(probe(video(3840, 2160)), plan).at(-1),
    );
    expect(tops).toEqual(['480/854x480', '1080/1920x1080', '2160/3840x2160', '2160/3840x2160']);
  });

  it('has one audio rendition for a video, none for a silent source, and several for music', () => {
    expect(buildLadder(probe(video(640, 480)), 'free').audio.map(({ bitrate }) => bitrate)).toEqual([128_000]);
    expect(buildLadder(probe(video(640, 480), null), 'free').audio).toEqual([]);
    const music = buildLadder(
      probe(undefined, { codec: 'MP3', channels: 2, sampleRate: 44_100, bitrate: 192_000 }),
      'free',
    );
    expect(music).toMatchObject({ kind: 'audio', tiers: ['480'] });
    expect(music.audio).toEqual([
      { name: 'audio-64k', bitrate: 64_000, channels: 2, sampleRate: 44_100 },
      { name: 'audio-128k', bitrate: 128_000, channels: 2, sampleRate: 44_100 },
    ]);
    expect(() => buildLadder(probe(undefined, null), 'free')).toThrow(RangeError);
  });

  it.each([
    [30_000 / 1001, 30_000 / 1001],
    [27.3, 25],
    [120, 60],
    [119.88, 60_000 / 1001],
    [90, 48],
    [12.5, 13],
    [0.5, 1],
    [59.94, 60_000 / 1001],
  ])('gives a source of %d frames per second the constant rate %d', (source, expected) => {
    expect(fps(outputFrameRate({ numerator: Math.round(source * 1000), denominator: 1000 }))).toBeCloseTo(expected, 2);
  });

  it('costs less than five cents per minute for four rungs up to 1080p, including all outputs', () => {
    const price = priceOf(buildLadder(probe(video(1920, 1080)), 'premium'), 60);
    expect(price).toBeLessThanOrEqual(0.05);
    expect(price).toBeGreaterThan(0.04);
  });
});
