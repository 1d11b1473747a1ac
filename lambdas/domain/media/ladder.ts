import type { Plan } from '../../contract/shared.ts';
import { planAnalysisOutputs, type AnalysisNeeds, type AnalysisOutputs } from '../analysis/outputs.ts';
import { plans } from '../plans/plans.ts';
import { displaySize, fps, type FrameRate, type MediaProbe, type VideoProbe } from './probe.ts';
import { planStoryboard, type Storyboard } from './storyboard.ts';
import { TIERS, type Tier } from './tiers.ts';

/** One H.264 rendition. */
export interface VideoRung {
  /** Such as `1280x720`. Unique in its ladder; part of file names. */
  readonly name: string;
  readonly tier: Tier;
  /** Even number of square pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  /** Maximum bitrate of QVBR (quality-defined variable bitrate), in bits per second. */
  readonly maxBitrate: number;
  /** QVBR quality level, 1 to 10. */
  readonly quality: number;
  readonly frameRate: FrameRate;
}

/** One AAC rendition. A video's ladder has at most one; a music ladder has several. */
export interface AudioRung {
  /** `audio` or `audio-128k`, part of file names. */
  readonly name: string;
  /** Bits per second. */
  readonly bitrate: number;
  readonly channels: 1 | 2;
  /** Hertz. */
  readonly sampleRate: number;
}

/** The renditions of a source, from lowest to highest. */
export interface Ladder {
  readonly kind: 'video' | 'audio';
  readonly video: readonly VideoRung[];
  readonly audio: readonly AudioRung[];
  /** Tiers with files. Always includes `480`. */
  readonly tiers: readonly Tier[];
  /** Size of the large still; undefined for music. */
  readonly poster?: { readonly width: number; readonly height: number };
  /** Undefined for music, and for conversions that are older than storyboards. */
  readonly storyboard?: Storyboard;
  /** What the job makes for the analysis. Undefined when the stage needs nothing, and for older conversions. */
  readonly analysis?: AnalysisOutputs;
}

/**
 * Duration of a segment, and interval between keyframes, in seconds. Apple's HLS authoring rules ask for segments of
 * 6 s and keyframes every 2 s.
 */
export const SEGMENT_SECONDS = 6;
export const KEYFRAME_SECONDS = 2;

/** Maximum frames per second of an output. The rate of faster sources is halved until it fits. */
const MAX_OUTPUT_FPS = 60;
/** Minimum side length of a picture for MediaConvert's H.264 encoder. */
const MIN_SIDE = 32;
/**
 * A lower rung is omitted when its long side is more than this share of the top rung's. The first rung always stays,
 * because slow connections need it.
 */
const MIN_STEP = 0.8;
/** Long side of the large still, pixels. */
const POSTER_LONG_SIDE = 1280;
/** Maximum bitrate of the first rung. With 128 kbit/s of audio, even peaks stay under 400 kbit/s. */
const FIRST_RUNG_BITRATE = 230_000;

interface Step {
  readonly long: number;
  readonly short: number;
  readonly tier: Tier;
  readonly maxBitrate: number;
  readonly quality: number;
}

/**
 * Four rungs up to 1080p cost less than $0.05 per minute. Bitrates follow AWS's QVBR recommendations for film, rounded
 * down.
 */
const STEPS: readonly Step[] = [
  { long: 426, short: 240, tier: '480', maxBitrate: FIRST_RUNG_BITRATE, quality: 6 },
  { long: 854, short: 480, tier: '480', maxBitrate: 1_200_000, quality: 7 },
  { long: 1280, short: 720, tier: '1080', maxBitrate: 2_800_000, quality: 7 },
  { long: 1920, short: 1080, tier: '1080', maxBitrate: 5_500_000, quality: 8 },
  { long: 3840, short: 2160, tier: '2160', maxBitrate: 16_000_000, quality: 8 },
];

const TOP_STEP: Readonly<Record<Tier, number>> = { '480': 1, '1080': 3, '2160': 4 };

interface Size {
  readonly width: number;
  readonly height: number;
}

const evenDown = (pixels: number): number => Math.max(MIN_SIDE, 2 * Math.floor((pixels + 1e-6) / 2));

/** The nearest even length of a scaled side, never above the source's. */
const evenSide = (scaled: number, source: number): number =>
  Math.max(MIN_SIDE, Math.min(evenDown(source), 2 * Math.round(scaled / 2)));

/** Shrinks the source to fit into a box in either orientation. */
const fit = (source: Size, long: number, short: number): Size => {
  const scale = Math.min(
    1,
    long / Math.max(source.width, source.height),
    short / Math.min(source.width, source.height),
  );
  return {
    width: evenSide(source.width * scale, source.width),
    height: evenSide(source.height * scale, source.height),
  };
};

const STANDARD_RATES: readonly FrameRate[] = [
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 48, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60_000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
];

/** Constant frame rate of all outputs: the nearest standard rate up to 60, or a whole number below 23. */
export const outputFrameRate = (source: FrameRate): FrameRate => {
  let rate = fps(source);
  while (rate > MAX_OUTPUT_FPS + 0.5) rate /= 2;
  if (rate < 23) return { numerator: Math.max(1, Math.round(rate)), denominator: 1 };
  return STANDARD_RATES.reduce((best, candidate) =>
    Math.abs(fps(candidate) - rate) < Math.abs(fps(best) - rate) ? candidate : best,
  );
};

const HIGH_RATE_FACTOR = 1.4;

const rungOf = (step: Step, size: Size, frameRate: FrameRate): VideoRung => {
  const share = Math.min(1, (size.width * size.height) / (step.long * step.short));
  const factor = step === STEPS[0] || fps(frameRate) <= 30.5 ? 1 : HIGH_RATE_FACTOR;
  return {
    name: `${size.width}x${size.height}`,
    tier: step.tier,
    ...size,
    maxBitrate: Math.max(80_000, 1000 * Math.round((step.maxBitrate * factor * share ** 0.75) / 1000)),
    quality: step.quality,
    frameRate,
  };
};

const videoRungs = (video: VideoProbe, tier: Tier): readonly VideoRung[] => {
  const source = displaySize(video);
  const frameRate = outputFrameRate(video.frameRate);
  const allowed = STEPS.slice(0, TOP_STEP[tier] + 1);
  const cap = allowed[allowed.length - 1] as Step;
  const top = fit(source, cap.long, cap.short);
  const topStep =
    allowed.find((step) => {
      const size = fit(source, step.long, step.short);
      return size.width === top.width && size.height === top.height;
    }) ?? cap;
  const lower = allowed
    .slice(0, allowed.indexOf(topStep))
    .map((step) => ({ step, size: fit(source, step.long, step.short) }))
    .filter(
      ({ size }, index) =>
        index === 0 || Math.max(size.width, size.height) <= MIN_STEP * Math.max(top.width, top.height),
    );
  return [...lower, { step: topStep, size: top }].map(({ step, size }) => rungOf(step, size, frameRate));
};

/** Sources at 44.1 kHz keep their rate. All others get 48 kHz, which every AAC bitrate here supports. */
const sampleRateOf = (sampleRate: number): number => (sampleRate === 44_100 ? 44_100 : 48_000);

const VIDEO_AUDIO_BITRATE = 128_000;
const MUSIC_BITRATES: Readonly<Record<1 | 2, readonly number[]>> = {
  1: [64_000, 96_000],
  2: [64_000, 128_000, 256_000],
};

const audioRungs = (probe: MediaProbe): readonly AudioRung[] => {
  if (!probe.audio) return [];
  const channels = probe.audio.channels === 1 ? 1 : 2;
  const sampleRate = sampleRateOf(probe.audio.sampleRate);
  if (probe.video)
    return [{ name: 'audio', bitrate: channels === 1 ? 96_000 : VIDEO_AUDIO_BITRATE, channels, sampleRate }];
  const ceiling = probe.audio.bitrate ?? Infinity;
  return MUSIC_BITRATES[channels]
    .filter((bitrate, index) => index === 0 || bitrate <= ceiling * 1.05)
    .map((bitrate) => ({ name: `audio-${bitrate / 1000}k`, bitrate, channels, sampleRate }));
};

/**
 * Builds the ladder of a source: a pure function of the probe and the creator's plan. It never upscales, keeps the
 * aspect ratio (rotated sources become upright), uses even sizes, and keeps the first rung under 400 kbit/s. A source
 * without video gets a music ladder, which the plan does not limit: the specification limits only pictures.
 *
 * One CMAF output group per tier writes that tier's rungs to its folder. A group's playlist cannot refer to files of
 * another group, so the conversion worker writes the playlists that span tiers (`playlists.ts`).
 */
export const buildLadder = (
  probe: MediaProbe,
  plan: Plan,
  needs: AnalysisNeeds = { speech: false, frames: false },
): Ladder => {
  const video = probe.video ? videoRungs(probe.video, plans[plan].ladderTier) : [];
  const audio = audioRungs(probe);
  const analysis = planAnalysisOutputs(probe, needs);
  if (video.length === 0 && audio.length === 0) throw new RangeError('A ladder needs video or audio');
  return {
    kind: video.length > 0 ? 'video' : 'audio',
    video,
    audio,
    tiers: TIERS.filter((tier) => tier === '480' || video.some((rung) => rung.tier === tier)),
    ...(probe.video
      ? {
          poster: fit(displaySize(probe.video), POSTER_LONG_SIDE, POSTER_LONG_SIDE),
          storyboard: planStoryboard(displaySize(probe.video), probe.duration),
        }
      : {}),
    ...(analysis ? { analysis } : {}),
  };
};
