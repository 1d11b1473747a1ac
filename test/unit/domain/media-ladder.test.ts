import fc from 'fast-check';
import { buildJobSettings, thumbnailTime } from '../../../lambdas/domain/media/job-settings.ts';
import { buildLadder, outputFrameRate } from '../../../lambdas/domain/media/ladder.ts';
import { plans } from '../../../lambdas/domain/plans/plans.ts';
import type { Plan } from '../../../lambdas/contract/shared.ts';
import { priceOf } from '../../../lambdas/domain/media/prices.ts';
import { displaySize, fps, refuse, type MediaProbe, type VideoProbe } from '../../../lambdas/domain/media/probe.ts';

const video = (width: number, height: number, extra: Partial<VideoProbe> = {}): VideoProbe => ({
  codec: 'AVC', width, height, rotation: 0, frameRate: { numerator: 30, denominator: 1 }, pixelAspect: 1, interlaced: false, hdr: false, ...extra,
});
const probe = (picture: VideoProbe | undefined, audio: MediaProbe['audio'] | null = { codec: 'AAC', channels: 2, sampleRate: 48_000 }): MediaProbe => ({
  container: 'mp4', duration: 60, streams: 2, bytes: 1000, ...(picture ? { video: picture } : {}), ...(audio ? { audio } : {}),
});
const names = (source: MediaProbe, plan: Plan = 'business') => buildLadder(source, plan).video.map(({ tier, name }) => `${tier}/${name}`);

describe('the ladder', () => {
  it.each([
    ['1080p', video(1920, 1080), ['480/426x240', '480/854x480', '1080/1280x720', '1080/1920x1080']],
    ['4K', video(3840, 2160), ['480/426x240', '480/854x480', '1080/1280x720', '1080/1920x1080', '2160/3840x2160']],
    ['portrait', video(1080, 1920), ['480/240x426', '480/480x854', '1080/720x1280', '1080/1080x1920']],
    ['turned', video(1920, 1080, { rotation: 90 }), ['480/240x426', '480/480x854', '1080/720x1280', '1080/1080x1920']],
    ['square', video(1000, 1000), ['480/240x240', '480/480x480', '1080/720x720', '1080/1000x1000']],
    ['tiny', video(64, 48), ['480/64x48']],
    ['odd', video(321, 181), ['480/320x180']],
    ['just over the first rung', video(480, 270), ['480/426x240', '480/480x270']],
    ['anamorphic', video(720, 576, { pixelAspect: 64 / 45 }), ['480/426x240', '480/720x404']],
    ['extreme', video(8192, 64), ['480/426x32', '480/854x32', '1080/1280x32', '1080/1920x32', '2160/3840x32']],
  ])('fits a %s source', (_name, source, expected) => {
    expect(names(probe(source))).toEqual(expected);
  });

  it('caps the pictures by the plan of the creator', () => {
    const tops = (['free', 'premium', 'creator', 'business'] as const).map((plan) => names(probe(video(3840, 2160)), plan).at(-1));
    expect(tops).toEqual(['480/854x480', '1080/1920x1080', '2160/3840x2160', '2160/3840x2160']);
  });

  it('has one audio rendition with video, none for a silent source, several for music', () => {
    expect(buildLadder(probe(video(640, 480)), 'free').audio.map(({ bitrate }) => bitrate)).toEqual([128_000]);
    expect(buildLadder(probe(video(640, 480), null), 'free').audio).toEqual([]);
    const music = buildLadder(probe(undefined, { codec: 'MP3', channels: 2, sampleRate: 44_100, bitrate: 192_000 }), 'free');
    expect(music).toMatchObject({ kind: 'audio', tiers: ['480'] });
    expect(music.audio).toEqual([
      { name: 'audio-64k', bitrate: 64_000, channels: 2, sampleRate: 44_100 },
      { name: 'audio-128k', bitrate: 128_000, channels: 2, sampleRate: 44_100 },
    ]);
    expect(() => buildLadder(probe(undefined, null), 'free')).toThrow(RangeError);
  });

  it.each([
    [30_000 / 1001, 30_000 / 1001], [27.3, 25], [120, 60], [119.88, 60_000 / 1001], [90, 48], [12.5, 13], [0.5, 1], [59.94, 60_000 / 1001],
  ])('gives a source of %d frames per second the constant rate %d', (source, expected) => {
    expect(fps(outputFrameRate({ numerator: Math.round(source * 1000), denominator: 1000 }))).toBeCloseTo(expected, 2);
  });

  it('keeps a four-rung minute of 1080p under five cents, every output counted', () => {
    const price = priceOf(buildLadder(probe(video(1920, 1080)), 'premium'), 60);
    expect(price).toBeLessThanOrEqual(0.05);
    expect(price).toBeGreaterThan(0.04);
  });

  it('holds its rules for thousands of random sources', () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
    console.info(`seed ${seed}`);
    const side = fc.oneof(fc.integer({ min: 32, max: 400 }), fc.integer({ min: 32, max: 8192 }));
    const picture = fc.record({
      width: side, height: side,
      rotation: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
      pixelAspect: fc.oneof(fc.constant(1), fc.double({ min: 0.5, max: 2, noNaN: true })),
      rate: fc.double({ min: 0.2, max: 120, noNaN: true }),
    });
    const audio = fc.option(fc.record({ codec: fc.constant('AAC'), channels: fc.integer({ min: 1, max: 8 }), sampleRate: fc.constantFrom(8000, 16_000, 44_100, 48_000, 96_000) }));
    fc.assert(fc.property(picture, audio, fc.constantFrom<Plan>('free', 'premium', 'creator', 'business'), fc.double({ min: 1, max: 36_000, noNaN: true }), (shape, sound, plan, duration) => {
      const source = video(shape.width, shape.height, {
        rotation: shape.rotation, pixelAspect: shape.pixelAspect, frameRate: { numerator: Math.max(1, Math.round(shape.rate * 1000)), denominator: 1000 },
      });
      const whole = { ...probe(source, sound), duration };
      fc.pre(refuse(whole) === undefined);
      const ladder = buildLadder(whole, plan);
      const shown = displaySize(source);
      for (const [index, rung] of ladder.video.entries()) {
        expect(rung.width).toBeLessThanOrEqual(shown.width);
        expect(rung.height).toBeLessThanOrEqual(shown.height);
        expect([rung.width % 2, rung.height % 2]).toEqual([0, 0]);
        expect(Number(rung.tier)).toBeLessThanOrEqual(Number(plans[plan].ladderTier));
        expect(fps(rung.frameRate)).toBeLessThanOrEqual(60);
        const below = ladder.video[index - 1];
        if (below) {
          expect(rung.width * rung.height).toBeGreaterThan(below.width * below.height);
          expect(rung.maxBitrate).toBeGreaterThanOrEqual(below.maxBitrate);
        }
      }
      expect(new Set(ladder.video.map(({ name }) => name)).size).toBe(ladder.video.length);
      expect((ladder.video[0]?.maxBitrate ?? 0) + (ladder.audio[0]?.bitrate ?? 0)).toBeLessThanOrEqual(400_000);
      expect(ladder.tiers[0]).toBe('480');
      const perMinute = priceOf(ladder, duration) / (Math.max(10, duration) / 60);
      expect(perMinute).toBeLessThanOrEqual(ladder.tiers.includes('2160') ? 0.16 : 0.08);
      const settings = buildJobSettings({ contentId: 'c', version: 'v', input: 's3://bucket/k', destination: 's3://bucket', ladder, thumbnailAt: thumbnailTime(duration) });
      expect(settings.OutputGroups).toHaveLength(ladder.tiers.length + 1);
    }), { seed, numRuns: 3000 });
  });
});
