import { displaySize, type MediaProbe } from '../media/probe.ts';

/** Which analyses of the stage need outputs of the conversion (`analysis` of `infra/stages.ts`). */
export interface AnalysisNeeds {
  readonly speech: boolean;
  readonly frames: boolean;
}

/** Frames of a video that are analyzed. */
export interface AnalysisFrames {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Seconds between frames. The first one is at 0. */
  readonly interval: number;
  readonly count: number;
}

/** Files that a conversion makes for the analysis, next to the renditions. */
export interface AnalysisOutputs {
  /** Channels of the source that are mixed to one; undefined without sound. */
  readonly soundChannels?: number;
  readonly frames?: AnalysisFrames;
}

/** Hertz and bits of the sound for speech recognition. */
export const SOUND = { sampleRate: 16_000, bitDepth: 16 } as const;

/** Long side of a frame in pixels. Larger pictures cost the same to analyze and were not recognized better. */
const LONG_SIDE = 640;
/** Rekognition rejects pictures with a shorter side. */
const SHORTEST_SIDE = 80;
/** Seconds. AWS's own sample takes a frame in one to three seconds; a shot is rarely shorter than three. */
const FRAME_INTERVAL = 3;
/**
 * Most frames of a video. At a tenth of a cent each, their sensitive content costs $1.20, so that an hour of video at
 * full density fits into the budget of a title ($1.50) next to its labels and its text. Longer videos get fewer frames
 * for each minute: ten hours get one in 30 seconds.
 */
export const MAX_FRAMES = 1200;
/** MediaConvert accepts at most 64 channels, and our limits of a source fewer. */
const MAX_CHANNELS = 64;

const even = (pixels: number): number => Math.max(SHORTEST_SIDE, 2 * Math.round(pixels / 2));

/** When frames of a video of this many seconds are taken. */
export const frameTimes = (duration: number): Pick<AnalysisFrames, 'interval' | 'count'> => {
  const interval = Math.max(FRAME_INTERVAL, Math.ceil(duration / MAX_FRAMES));
  return { interval, count: Math.max(1, Math.ceil(duration / interval)) };
};

const planFrames = (source: { readonly width: number; readonly height: number }, duration: number): AnalysisFrames => {
  const long = Math.max(source.width, source.height);
  const short = Math.min(source.width, source.height);
  const scale = Math.max(Math.min(1, LONG_SIDE / long), SHORTEST_SIDE / short);
  return { width: even(source.width * scale), height: even(source.height * scale), ...frameTimes(duration) };
};

/** The outputs that the analysis of a source needs; undefined when it needs none. */
export const planAnalysisOutputs = (
  probe: Pick<MediaProbe, 'video' | 'audio' | 'duration'>,
  needs: AnalysisNeeds,
): AnalysisOutputs | undefined => {
  const { video, audio, duration } = probe;
  const outputs = {
    ...(audio && needs.speech ? { soundChannels: Math.max(1, Math.min(MAX_CHANNELS, audio.channels)) } : {}),
    ...(video && needs.frames ? { frames: planFrames(displaySize(video), duration) } : {}),
  };
  return Object.keys(outputs).length > 0 ? outputs : undefined;
};

/** Decibels that silence a channel in a mix. */
const MUTED = -60;
/** Order of the channels in surround sound: left, right, center, low frequencies, and others behind. */
const SURROUND = { left: 0, right: 1, center: 2 } as const;

/**
 * Decibels of each channel in the mix to one. No mix is louder than its loudest channel can be. In surround sound,
 * speech is in the center, so the center has half of the mix, left and right a quarter each.
 */
export const monoGains = (channels: number): readonly number[] => {
  if (channels < 6) return Array.from({ length: channels }, () => -Math.ceil(20 * Math.log10(channels)) || 0);
  const { left, right, center } = SURROUND;
  return Array.from({ length: channels }, (_, index) => {
    if (index === center) return -6;
    return index === left || index === right ? -12 : MUTED;
  });
};
