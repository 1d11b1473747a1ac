import fc from '../../support/setup/fast-check.ts';
import type { Plan } from '../../../lambdas/contract/shared.ts';
import { buildJobSettings, thumbnailTime } from '../../../lambdas/domain/media/job-settings.ts';
import type { JobSettings } from '../../../lambdas/domain/media/job-shape.ts';
import { buildLadder, outputFrameRate, type Ladder, type VideoRung } from '../../../lambdas/domain/media/ladder.ts';
import { planLimits } from '../../../lambdas/domain/media/plan-limits.ts';
import { priceOf } from '../../../lambdas/domain/media/prices.ts';
import { displaySize, fps, validateSource, type MediaProbe } from '../../../lambdas/domain/media/probe.ts';
import { sheetCount } from '../../../lambdas/domain/media/storyboard.ts';
import { plans } from '../../../lambdas/domain/plans/plans.ts';

const RUNS = 5000;
const FIRST_RUNG = 400_000;
/**
 * Maximum US dollars per minute for all outputs, by the highest tier (target: at most 0.05 for four rungs up to
 * 1080p). High frame rates cost a quarter more.
 */
const MINUTE_CAP = { '480': 0.0225, '1080': 0.05, '2160': 0.08 } as const;
const MUSIC_MINUTE_CAP = 0.005;

const videoArbitrary = fc.record({
  codec: fc.constantFrom('AVC', 'HEVC', 'VP9', 'PRORES', 'MPEG2'),
  width: fc.oneof(fc.integer({ min: 32, max: 400 }), fc.integer({ min: 32, max: 8192 })),
  height: fc.oneof(fc.integer({ min: 32, max: 400 }), fc.integer({ min: 32, max: 8192 })),
  rotation: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
  frameRate: fc
    .double({ min: 0.2, max: 120, noNaN: true })
    .map((rate) => ({ numerator: Math.max(1, Math.round(rate * 1000)), denominator: 1000 })),
  constantFrameRate: fc.boolean(),
  pixelAspect: fc.oneof(fc.constant(1), fc.double({ min: 0.5, max: 2, noNaN: true })),
  interlaced: fc.boolean(),
  hdr: fc.boolean(),
});
const audioArbitrary = fc.record({
  codec: fc.constantFrom('AAC', 'PCM', 'OPUS'),
  channels: fc.integer({ min: 1, max: 16 }),
  sampleRate: fc.constantFrom(8000, 22_050, 44_100, 48_000, 96_000),
});
const sourceArbitrary = fc.record({
  video: fc.option(videoArbitrary, { nil: undefined, freq: 8 }),
  audio: fc.option(audioArbitrary, { nil: undefined, freq: 3 }),
  duration: fc.double({ min: 0.04, max: 43_200, noNaN: true }),
});
const planArbitrary = fc.constantFrom<Plan>('free', 'premium', 'creator', 'business');

const probeOf = ({
  video,
  audio,
  duration,
}: {
  video: MediaProbe['video'] | undefined;
  audio: MediaProbe['audio'] | undefined;
  duration: number;
}): MediaProbe => ({
  container: 'mp4',
  duration,
  streams: Number(video !== undefined) + Number(audio !== undefined),
  bytes: 1000,
  ...(video ? { video } : {}),
  ...(audio ? { audio } : {}),
});

const priceCap = (ladder: Ladder, minutes: number): number => {
  if (ladder.kind === 'audio') return MUSIC_MINUTE_CAP * minutes;
  const isFast = ladder.video.some(({ frameRate }) => fps(frameRate) > 30.5);
  return MINUTE_CAP[ladder.tiers.at(-1) ?? '480'] * (isFast ? 1.25 : 1) * minutes;
};

/** The rules that a ladder violates, in words. */
const violations = (ladder: Ladder, probe: MediaProbe, plan: Plan): readonly string[] => {
  const found: string[] = [];
  const must = (isMet: boolean, violation: string): void => void (isMet || found.push(violation));
  const shown = probe.video && displaySize(probe.video);
  for (const [index, rung] of ladder.video.entries()) {
    must(
      shown !== undefined && rung.width <= shown.width && rung.height <= shown.height,
      'a rung is larger than the source',
    );
    must(rung.width % 2 === 0 && rung.height % 2 === 0, 'a size is odd');
    must(Math.min(rung.width, rung.height) >= 32, 'a rung is too small to be encoded');
    must(Number(rung.tier) <= Number(plans[plan].ladderTier), 'a rung is above the plan');
    must(fps(rung.frameRate) <= 60, 'a rung has more than 60 frames a second');
    const below = ladder.video[index - 1];
    must(
      !below || (rung.width * rung.height > below.width * below.height && rung.maxBitrate >= below.maxBitrate),
      'rungs do not rise',
    );
    must(!below || fps(rung.frameRate) === fps(below.frameRate), 'keyframes of rungs are not aligned');
    if (
      shown &&
      Math.min(shown.width, shown.height) >= 64 &&
      Math.max(shown.width, shown.height) / Math.min(shown.width, shown.height) < 4
    ) {
      // Rounding to even sizes changes a side by at most two pixels.
      must(
        Math.abs(rung.width / rung.height / (shown.width / shown.height) - 1) <= 2 / rung.width + 2 / rung.height,
        'a rung has a wrong aspect ratio',
      );
    }
  }
  must(new Set(ladder.video.map(({ name }) => name)).size === ladder.video.length, 'two rungs have one name');
  must(
    (ladder.video[0]?.maxBitrate ?? 0) + (ladder.audio[0]?.bitrate ?? 0) <= FIRST_RUNG,
    'the first rung is over 400 kbit/s',
  );
  must(ladder.kind === 'audio' || ladder.audio.length <= 1, 'audio is stored more than once');
  must(ladder.tiers[0] === '480', 'there is no folder that everyone can read');
  must(
    priceOf(ladder, probe.duration) <= priceCap(ladder, Math.max(60, Math.ceil(probe.duration)) / 60),
    'it costs too much',
  );
  const { storyboard } = ladder;
  must((storyboard !== undefined) === (probe.video !== undefined), 'music has a storyboard, or a video has none');
  if (storyboard && shown) {
    must(
      storyboard.width <= shown.width && storyboard.height <= shown.height,
      'a storyboard image is larger than the source',
    );
    must(
      storyboard.width % 8 === 0 && storyboard.height % 2 === 0 && storyboard.height * storyboard.rows <= 4096,
      'MediaConvert would reject the sheets',
    );
    must(
      Math.ceil(probe.duration / storyboard.interval) <= 720 &&
        sheetCount(storyboard, probe.duration) <= 8 &&
        storyboard.interval >= 2,
      'there are too many storyboard images',
    );
  }
  return found;
};

/** The encoding rules that the settings of a job violate, in words. */
const settingsViolations = ({ OutputGroups }: JobSettings, ladder: Ladder): readonly string[] => {
  const found: string[] = [];
  const must = (isMet: boolean, violation: string): void => void (isMet || found.push(violation));
  const audioFolders: string[] = [];
  for (const { Outputs, OutputGroupSettings: settings } of OutputGroups) {
    if (settings.Type === 'FILE_GROUP_SETTINGS') continue;
    const { Destination, SegmentLength, SegmentLengthControl, FragmentLength } = settings.CmafGroupSettings;
    must(
      SegmentLength === 6 && SegmentLengthControl === 'GOP_MULTIPLE' && FragmentLength === 2,
      'segments are not six seconds long',
    );
    for (const { VideoDescription, AudioDescriptions = [] } of Outputs) {
      const codec = VideoDescription?.CodecSettings;
      if (codec?.Codec === 'H_264') {
        const {
          GopSize,
          GopSizeUnits,
          GopClosedCadence,
          SceneChangeDetect,
          RateControlMode,
          MaxBitrate,
          FramerateControl,
        } = codec.H264Settings;
        must(
          GopSize === 2 &&
            GopSizeUnits === 'SECONDS' &&
            GopClosedCadence === 1 &&
            SceneChangeDetect === 'DISABLED' &&
            FramerateControl === 'SPECIFIED',
          'a rung does not have a keyframe every two seconds',
        );
        must(
          RateControlMode === 'QVBR' && ladder.video.some(({ maxBitrate }) => maxBitrate === MaxBitrate),
          'the bitrate of a rung is not limited',
        );
      }
      must(VideoDescription === undefined || AudioDescriptions.length === 0, 'a rung has its own audio');
      audioFolders.push(...AudioDescriptions.map(() => Destination));
    }
  }
  must(
    audioFolders.length === ladder.audio.length && audioFolders.every((folder) => folder.includes('/480/')),
    'audio is not stored once, where everyone can read it',
  );
  return found;
};

/** The ladder of a simple pipeline: the same landscape rungs for every source, at the source's frame rate. */
const naiveLadder = (probe: MediaProbe): Ladder => {
  const rung = (width: number, height: number, tier: VideoRung['tier'], maxBitrate: number): VideoRung => ({
    name: `${width}x${height}`,
    tier,
    width,
    height,
    maxBitrate,
    quality: 7,
    frameRate: probe.video?.frameRate ?? outputFrameRate({ numerator: 30, denominator: 1 }),
  });
  return {
    kind: 'video',
    tiers: ['480', '1080'],
    audio: [{ name: 'audio', bitrate: 128_000, channels: 2, sampleRate: 48_000 }],
    video: [
      rung(640, 360, '480', 800_000),
      rung(854, 480, '480', 1_400_000),
      rung(1280, 720, '1080', 2_800_000),
      rung(1920, 1080, '1080', 5_000_000),
    ],
  };
};

it('follows its rules for thousands of random sources, unlike a fixed ladder', () => {
  let accepted = 0;
  const naive = new Map<string, number>();
  fc.assert(
    fc.property(sourceArbitrary, planArbitrary, (source, plan) => {
      const probe = probeOf(source);
      if (validateSource(probe, planLimits(plan))) return;
      accepted += 1;
      const ladder = buildLadder(probe, plan);
      expect(violations(ladder, probe, plan)).toEqual([]);
      for (const violation of new Set(violations(naiveLadder(probe), probe, plan)))
        naive.set(violation, (naive.get(violation) ?? 0) + 1);
      const settings = buildJobSettings({
        contentId: 'c',
        version: 'v',
        input: 's3://bucket/k',
        destination: 's3://bucket',
        ladder,
        thumbnailAt: thumbnailTime(probe.duration),
      });
      expect(settings.OutputGroups).toHaveLength(ladder.tiers.length + (ladder.kind === 'video' ? 1 : 0));
      expect(settingsViolations(settings, ladder)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  const worst = [...naive].sort(([, a], [, b]) => b - a).map(([violation, count]) => `${violation}: ${count}`);
  console.info(
    `${accepted} of ${RUNS} random sources accepted, no violations; ` +
      `a fixed ladder violates ${naive.size} rules: ${worst.join('; ')}`,
  );
  expect(accepted).toBeGreaterThan(RUNS / 3);
  expect(naive.get('a rung is larger than the source')).toBeGreaterThan(100);
  expect(naive.get('the first rung is over 400 kbit/s')).toBe(accepted);
});
