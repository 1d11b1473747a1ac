import { MAX_FILE_BYTES } from '../../contract/media/upload-limits.ts';
import type { ProbedFile, ProbedTrack } from './probe-shape.ts';

/** A frame rate as a fraction, frames per second. */
export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

/** A source's first video track. Sizes are as coded: before rotation and pixel aspect ratio. */
export interface VideoProbe {
  readonly codec: string;
  /** Pixels, as coded. */
  readonly width: number;
  readonly height: number;
  /** Degrees by which a player rotates the picture clockwise. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly frameRate: FrameRate;
  /** Undefined when unknown. Outputs always have a constant rate. */
  readonly constantFrameRate?: boolean;
  /** Width of a pixel divided by its height; 1 for square pixels. */
  readonly pixelAspect: number;
  readonly interlaced: boolean;
  /** Whether the brightness is coded for HDR (PQ or HLG). Ten bits or wide primaries alone do not make a video HDR. */
  readonly hdr: boolean;
}

/** A source's first audio track. */
export interface AudioProbe {
  readonly codec: string;
  readonly channels: number;
  /** Hertz. */
  readonly sampleRate: number;
  /** Bits per second, if known. */
  readonly bitrate?: number;
}

/** Result of probing a source: the input of the ladder, together with the plan. */
export interface MediaProbe {
  readonly container: string;
  /** Seconds. */
  readonly duration: number;
  readonly video?: VideoProbe;
  readonly audio?: AudioProbe;
  /** Absent when unknown. */
  readonly audioTracks?: number;
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

/** Whether a track is the cover art of an audio file, which is not a video. */
const isCoverArt = (track: ProbedTrack, tracks: readonly ProbedTrack[], container: string): boolean =>
  track.Codec === 'MJPEG' &&
  tracks.some((other) => other.TrackType === 'audio') &&
  ['mp3', 'flac', 'ogg', 'aac'].includes(container);

/**
 * PQ, of HDR10 and Dolby Vision 8.1, and HLG, of broadcasts and Dolby Vision 8.4. The base layer of Dolby Vision 8.2 is
 * SDR.
 */
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
    hdr: [video.TransferCharacteristics, video.CodecMetadata?.TransferCharacteristics].some((transfer) =>
      HDR_TRANSFERS.includes(transfer ?? ''),
    ),
  };
};

/**
 * Width and height as displayed: rotated, and in square pixels. Non-square pixels are made square by shrinking one
 * side, never by growing the other.
 */
export const displaySize = (video: VideoProbe): { readonly width: number; readonly height: number } => {
  const width = video.pixelAspect < 1 ? video.width * video.pixelAspect : video.width;
  const height = video.pixelAspect > 1 ? video.height / video.pixelAspect : video.height;
  return video.rotation === 90 || video.rotation === 270 ? { width: height, height: width } : { width, height };
};

/** Frames per second as a number. */
export const fps = (rate: FrameRate): number => rate.numerator / rate.denominator;

/** Converts a result of MediaConvert's Probe: first video track, first audio track. */
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
    audioTracks: tracks.filter((track) => track.TrackType === 'audio').length,
    streams: tracks.length,
    bytes: result.Metadata?.FileSize ?? 0,
  };
};

/** Limits of a source. Every rejection names the limit that was exceeded. */
export interface MediaLimits {
  /** Seconds. */
  readonly maxDuration: number;
  readonly maxBytes: number;
  /** Pixels per side, and per frame. */
  readonly maxSide: number;
  readonly maxPixels: number;
  readonly minSide: number;
  readonly maxFrameRate: number;
  readonly maxStreams: number;
  /** Minimum bits per second of a file that is longer than `thinAfter` seconds. */
  readonly minBitrate: number;
  readonly thinAfter: number;
  /** Name of the plan that limits duration and size. Omitted for the product's own limits. */
  readonly plan?: string;
}

/**
 * The product's limits. 32 pixels is the smallest H.264 picture that MediaConvert writes; 12 hours is our own limit per
 * job. 1 kbit/s is a fifth of the lowest bitrate of any speech codec. A file below it has no real content, but would
 * cost as much as its stated duration.
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

/** Why a source is rejected: a stable code, and a sentence for its owner. */
export interface Rejection {
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

/** Start of the sentence that names a limit of duration or size. */
const limitOf = ({ plan }: MediaLimits): string =>
  plan === undefined ? 'The limit is' : `The limit of the ${plan} plan is`;

/** Rejection of a file that marks itself as encrypted; see `isEncrypted`. */
export const ENCRYPTED: Rejection = {
  code: 'media_encrypted',
  reason: 'The file is encrypted (DRM), so it cannot be converted. Upload a copy without copy protection.',
};

/**
 * Rejection of a file whose index lists more streams than the limit; see `namedStreams`. A probe would have to read all
 * of them.
 */
export const TOO_MANY_STREAMS: Rejection = {
  code: 'media_too_many_streams',
  reason: `The file has more streams than can be converted. The limit is ${MEDIA_LIMITS.maxStreams}.`,
};

const validateVideo = (video: VideoProbe, limits: MediaLimits): Rejection | undefined => {
  const size = `${video.width}x${video.height}`;
  if (video.codec === 'UNKNOWN') {
    return {
      code: 'media_unreadable_codec',
      reason: 'The video track cannot be read. It may be encrypted or use an unknown codec.',
    };
  }
  if (video.width <= 0 || video.height <= 0) {
    // A picture that the probe cannot measure is damaged or far too large.
    return {
      code: 'media_unreadable_codec',
      reason: `The size of the picture cannot be read. The limit is ${limits.maxSide} pixels on a side.`,
    };
  }
  if (video.width > limits.maxSide || video.height > limits.maxSide || video.width * video.height > limits.maxPixels) {
    return {
      code: 'media_frame_too_big',
      reason:
        `The picture is ${size}. ` +
        `The limit is ${limits.maxSide} pixels on a side and ${limits.maxPixels / 1_000_000} million pixels.`,
    };
  }
  const shown = displaySize(video);
  if (Math.min(shown.width, shown.height, video.width, video.height) < limits.minSide) {
    return {
      code: 'media_frame_too_small',
      reason: `The picture is ${size}. The minimum is ${limits.minSide} pixels on each side.`,
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
 * Checks a source before its conversion. Returns the rejection, with a sentence that names the limit, or undefined when
 * the source is accepted.
 */
export const validateSource = (probe: MediaProbe, limits: MediaLimits = MEDIA_LIMITS): Rejection | undefined => {
  if (probe.streams > limits.maxStreams) {
    return {
      code: 'media_too_many_streams',
      reason: `The file has ${probe.streams} streams. The limit is ${limits.maxStreams}.`,
    };
  }
  if (!probe.video && !probe.audio) {
    return { code: 'media_not_media', reason: 'The file contains no video and no audio.' };
  }
  if (probe.bytes > limits.maxBytes) {
    const gigabytes = (probe.bytes / 2 ** 30).toFixed(1);
    return {
      code: 'media_too_big',
      reason: `The file is ${gigabytes} GB. ${limitOf(limits)} ${limits.maxBytes / 2 ** 30} GB.`,
    };
  }
  if (!(probe.duration > 0)) {
    return { code: 'media_zero_length', reason: 'The file has no length, so it cannot be played.' };
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
      reason:
        `The file claims to run for ${hours} hours, but it is only ${megabytes} MB. ` +
        `The minimum is ${limits.minBitrate / 1000} kbit per second.`,
    };
  }
  if (probe.video) return validateVideo(probe.video, limits);
  return probe.audio?.codec === 'UNKNOWN'
    ? {
        code: 'media_unreadable_codec',
        reason: 'The audio track cannot be read. It may be encrypted or use an unknown codec.',
      }
    : undefined;
};
