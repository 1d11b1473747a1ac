import { MAX_FILE_BYTES } from '../../contract/media/upload-limits.ts';
import type { ProbedFile, ProbedTrack } from './probe-shape.ts';

/** A frame rate as a fraction, frames per second. */
export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

/** What is known of a source's video track. Sizes are as coded: before rotation and pixel aspect. */
export interface VideoProbe {
  readonly codec: string;
  /** Pixels, as coded. */
  readonly width: number;
  readonly height: number;
  /** Clockwise degrees that a player turns the picture by: 0, 90, 180 or 270. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly frameRate: FrameRate;
  /** Undefined when the probe does not tell; outputs have a constant rate either way. */
  readonly constantFrameRate?: boolean;
  /** Width of a pixel divided by its height; 1 for square pixels. */
  readonly pixelAspect: number;
  readonly interlaced: boolean;
  readonly hdr: boolean;
}

/** What is known of a source's first audio track. */
export interface AudioProbe {
  readonly codec: string;
  readonly channels: number;
  /** Hertz. */
  readonly sampleRate: number;
  /** Bits per second, when the file tells. */
  readonly bitrate?: number;
}

/** What a probe found in a source: the only input of the ladder besides the plan. */
export interface MediaProbe {
  readonly container: string;
  /** Seconds. */
  readonly duration: number;
  readonly video?: VideoProbe;
  readonly audio?: AudioProbe;
  /** Tracks of every kind. */
  readonly streams: number;
  readonly bytes: number;
}

const rotationOf = (degrees: number | undefined): VideoProbe['rotation'] => {
  const turned = (((Math.round((degrees ?? 0) / 90) * 90) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
};

const ratio = (
  value: { Numerator?: number | undefined; Denominator?: number | undefined } | undefined,
): FrameRate | undefined =>
  value?.Numerator && value.Denominator ? { numerator: value.Numerator, denominator: value.Denominator } : undefined;

/** Cover art of an audio file comes as a track of still pictures; it is no video. */
const isCoverArt = (track: ProbedTrack, tracks: readonly ProbedTrack[], container: string): boolean =>
  track.Codec === 'MJPEG' &&
  tracks.some((other) => other.TrackType === 'audio') &&
  ['mp3', 'flac', 'ogg', 'aac'].includes(container);

const HDR_TRANSFERS: readonly string[] = ['SMPTE_2084', 'ARIB_B67'];

const readVideo = (track: ProbedTrack): VideoProbe => {
  const video = track.VideoProperties ?? {};
  const frameRate = ratio(video.FrameRate) ?? { numerator: 30, denominator: 1 };
  const coded = ratio(video.CodecMetadata?.CodedFrameRate);
  const aspect = ratio(video.SampleAspectRatio);
  const scan = video.CodecMetadata?.ScanType ?? '';
  return {
    codec: track.Codec ?? 'UNKNOWN',
    width: video.Width ?? 0,
    height: video.Height ?? 0,
    rotation: rotationOf(video.Rotation),
    frameRate,
    ...(coded ? { constantFrameRate: Math.abs(fps(coded) - fps(frameRate)) < 0.01 } : {}),
    pixelAspect: aspect ? aspect.numerator / aspect.denominator : 1,
    interlaced: /interlaced|mbaff|field/i.test(scan),
    hdr: HDR_TRANSFERS.includes(video.TransferCharacteristics ?? ''),
  };
};

/**
 * Width and height that a viewer sees: turned, and with square pixels. Squares the pixels by shrinking, never by
 * growing.
 */
export const displaySize = (video: VideoProbe): { readonly width: number; readonly height: number } => {
  const width = video.pixelAspect < 1 ? video.width * video.pixelAspect : video.width;
  const height = video.pixelAspect > 1 ? video.height / video.pixelAspect : video.height;
  return video.rotation === 90 || video.rotation === 270 ? { width: height, height: width } : { width, height };
};

/** Frames per second as a number. */
export const fps = (rate: FrameRate): number => rate.numerator / rate.denominator;

/** Reads one result of MediaConvert's Probe into our own shape: first video track, first audio track. */
export const readProbe = (result: ProbedFile): MediaProbe => {
  const container = result.Container?.Format ?? 'unknown';
  const tracks = result.Container?.Tracks ?? [];
  const video = tracks.find((track) => track.TrackType === 'video' && !isCoverArt(track, tracks, container));
  const audio = tracks.find((track) => track.TrackType === 'audio');
  const sound = audio?.AudioProperties;
  return {
    container,
    duration: result.Container?.Duration ?? Math.max(0, ...tracks.map((track) => track.Duration ?? 0)),
    ...(video ? { video: readVideo(video) } : {}),
    ...(audio
      ? {
          audio: {
            codec: audio.Codec ?? 'UNKNOWN',
            channels: sound?.Channels ?? 2,
            sampleRate: sound?.SampleRate ?? 48_000,
            ...(sound?.BitRate ? { bitrate: sound.BitRate } : {}),
          },
        }
      : {}),
    streams: tracks.length,
    bytes: result.Metadata?.FileSize ?? 0,
  };
};

/** Limits of a source. Every refusal names the one it met. */
export interface MediaLimits {
  /** Seconds. */
  readonly maxDuration: number;
  readonly maxBytes: number;
  /** Pixels along one side, and in a frame. */
  readonly maxSide: number;
  readonly maxPixels: number;
  readonly minSide: number;
  readonly maxFrameRate: number;
  readonly maxStreams: number;
  /** Bits per second that a file must have at least once it runs for longer than `thinAfter` seconds. */
  readonly minBitrate: number;
  readonly thinAfter: number;
  /** Name of the plan whose duration and size these are; left out for the product's own. */
  readonly plan?: string;
}

/**
 * The product's limits; 32 pixels is the smallest H.264 picture that MediaConvert writes, and 12 hours our own bound on
 * one job. 1 kbit/s is a fifth of the leanest speech codec: below it, hours of nothing would be converted at the price
 * of hours.
 */
export const MEDIA_LIMITS: MediaLimits = {
  maxDuration: 12 * 3600,
  maxBytes: MAX_FILE_BYTES,
  maxSide: 8192,
  maxPixels: 40_000_000,
  minSide: 32,
  maxFrameRate: 120,
  maxStreams: 64,
  minBitrate: 1000,
  thinAfter: 600,
};

/** Why a source is refused: a stable code and a sentence for its owner. */
export interface Refusal {
  readonly code:
    | 'media_empty'
    | 'media_not_media'
    | 'media_encrypted'
    | 'media_unreadable_codec'
    | 'media_zero_length'
    | 'media_too_long'
    | 'media_too_big'
    | 'media_frame_too_big'
    | 'media_frame_too_small'
    | 'media_frame_rate_too_high'
    | 'media_too_many_streams'
    | 'media_too_thin';
  readonly reason: string;
}

/** Whose limit a duration or size is over. */
const limitOf = ({ plan }: MediaLimits): string =>
  plan === undefined ? 'The limit is' : `The limit of the ${plan} plan is`;

/** The refusal of a file that says itself that it is encrypted; see `isEncrypted`. */
export const ENCRYPTED: Refusal = {
  code: 'media_encrypted',
  reason: 'The file is encrypted (DRM), so it cannot be converted. Upload a copy without copy protection.',
};

/**
 * The refusal of a file whose index names more streams than the limit; a probe would read every one of them, or give
 * up. See `namedStreams`.
 */
export const TOO_MANY_STREAMS: Refusal = {
  code: 'media_too_many_streams',
  reason: `The file has more streams than can be converted. The limit is ${MEDIA_LIMITS.maxStreams}.`,
};

const refuseVideo = (video: VideoProbe, limits: MediaLimits): Refusal | undefined => {
  const size = `${video.width}x${video.height}`;
  if (video.codec === 'UNKNOWN') {
    return {
      code: 'media_unreadable_codec',
      reason: 'The video track cannot be read. It may be encrypted or use an unknown codec.',
    };
  }
  if (video.width <= 0 || video.height <= 0) {
    // What a reader does not even measure is damaged or far too large.
    return {
      code: 'media_unreadable_codec',
      reason: `The size of the picture cannot be read. The limit is ${limits.maxSide} pixels on a side.`,
    };
  }
  if (video.width > limits.maxSide || video.height > limits.maxSide || video.width * video.height > limits.maxPixels) {
    return {
      code: 'media_frame_too_big',
      reason: `The picture is ${size}. The limit is ${limits.maxSide} pixels on a side and ${limits.maxPixels / 1_000_000} million pixels.`,
    };
  }
  const shown = displaySize(video);
  if (Math.min(shown.width, shown.height, video.width, video.height) < limits.minSide) {
    return {
      code: 'media_frame_too_small',
      reason: `The picture is ${size}. The smallest is ${limits.minSide} pixels on each side.`,
    };
  }
  const rate = fps(video.frameRate);
  return rate > limits.maxFrameRate
    ? {
        code: 'media_frame_rate_too_high',
        reason: `The video has ${Math.round(rate)} frames per second. The limit is ${limits.maxFrameRate}.`,
      }
    : undefined;
};

/**
 * Refuses a source that must not become a job, with a plain sentence that names the limit; undefined when it may go on.
 */
export const refuse = (probe: MediaProbe, limits: MediaLimits = MEDIA_LIMITS): Refusal | undefined => {
  if (probe.streams > limits.maxStreams) {
    return {
      code: 'media_too_many_streams',
      reason: `The file has ${probe.streams} streams. The limit is ${limits.maxStreams}.`,
    };
  }
  if (!probe.video && !probe.audio) {
    return { code: 'media_not_media', reason: 'The file holds no video and no audio.' };
  }
  if (probe.bytes > limits.maxBytes) {
    const gigabytes = (probe.bytes / 2 ** 30).toFixed(1);
    return {
      code: 'media_too_big',
      reason: `The file has ${gigabytes} GB. ${limitOf(limits)} ${limits.maxBytes / 2 ** 30} GB.`,
    };
  }
  if (!(probe.duration > 0)) {
    return { code: 'media_zero_length', reason: 'The file has no length: nothing in it can be played.' };
  }
  if (probe.duration > limits.maxDuration) {
    const hours = (probe.duration / 3600).toFixed(1);
    return {
      code: 'media_too_long',
      reason: `The file runs for ${hours} hours. ${limitOf(limits)} ${limits.maxDuration / 3600} hours.`,
    };
  }
  if (probe.duration > limits.thinAfter && probe.bytes > 0 && (probe.bytes * 8) / probe.duration < limits.minBitrate) {
    const [hours, megabytes] = [(probe.duration / 3600).toFixed(1), (probe.bytes / 2 ** 20).toFixed(1)];
    return {
      code: 'media_too_thin',
      reason: `The file says that it runs for ${hours} hours, but it has only ${megabytes} MB. The limit is ${limits.minBitrate / 1000} kbit for each second.`,
    };
  }
  if (probe.video) return refuseVideo(probe.video, limits);
  return probe.audio?.codec === 'UNKNOWN'
    ? {
        code: 'media_unreadable_codec',
        reason: 'The audio track cannot be read. It may be encrypted or use an unknown codec.',
      }
    : undefined;
};
