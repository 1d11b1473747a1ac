import { stat } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { COMMON_ARGUMENTS, PROBE_MAX_PIXELS, PROBE_MAX_STREAMS, inputArguments, runConfined } from './confined.ts';
import type { SniffedInput } from './sniff.ts';

/** One stream in ffprobe's output. */
export interface FfprobeStream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly codec_tag_string?: string;
  readonly width?: number;
  readonly height?: number;
  readonly sample_aspect_ratio?: string;
  readonly display_aspect_ratio?: string;
  readonly avg_frame_rate?: string;
  readonly r_frame_rate?: string;
  readonly field_order?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly color_space?: string;
  readonly color_range?: string;
  readonly bits_per_raw_sample?: string;
  readonly profile?: string;
  readonly channels?: number;
  readonly channel_layout?: string;
  readonly sample_rate?: string;
  readonly bit_rate?: string;
  readonly duration?: string;
  readonly disposition?: { readonly attached_pic?: number };
  readonly tags?: Readonly<Record<string, string>>;
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

/** The output of ffprobe. */
export interface FfprobeOutput {
  readonly streams?: readonly FfprobeStream[];
  readonly format?: { readonly duration?: string; readonly bit_rate?: string };
}

const CODECS: Readonly<Record<string, string>> = {
  aac: 'AAC',
  ac3: 'AC3',
  amr_nb: 'AMR',
  amr_wb: 'AMR',
  av1: 'AV1',
  h264: 'AVC',
  dvvideo: 'DV',
  eac3: 'EAC3',
  flac: 'FLAC',
  h263: 'H263',
  hevc: 'HEVC',
  jpeg2000: 'JPEG2000',
  mjpeg: 'MJPEG',
  mp2: 'MP2',
  mp3: 'MP3',
  mpeg4: 'MP4V',
  mpeg1video: 'MPEG1',
  mpeg2video: 'MPEG2',
  opus: 'OPUS',
  prores: 'PRORES',
  qtrle: 'QTRLE',
  theora: 'THEORA',
  rawvideo: 'UNCOMPRESSED',
  vc1: 'VC1',
  wmv3: 'VC1',
  dnxhd: 'VC3',
  vorbis: 'VORBIS',
  vp8: 'VP8',
  vp9: 'VP9',
  webvtt: 'WEBVTT',
  wmav1: 'WMA',
  wmav2: 'WMA2',
  wmapro: 'WMAPRO',
};

const TRANSFERS: Readonly<Record<string, string>> = {
  smpte2084: 'SMPTE_2084',
  'arib-std-b67': 'ARIB_B67',
  bt709: 'ITU_709',
  smpte170m: 'SMPTE_170M',
};
const PRIMARIES: Readonly<Record<string, string>> = { bt2020: 'ITU_2020', bt709: 'ITU_709', smpte170m: 'SMPTE_170M' };

const codecOf = (stream: FfprobeStream): string => {
  if (/^(enc[av]|drm[si])$/.test(stream.codec_tag_string ?? '')) return 'UNKNOWN';
  const name = stream.codec_name ?? '';
  return name.startsWith('pcm_') ? 'PCM' : (CODECS[name] ?? 'UNKNOWN');
};

const fraction = (text: string | undefined): { numerator: number; denominator: number } | undefined => {
  const [numerator = 0, denominator = 0] = (text ?? '').split(/[/:]/).map(Number);
  return numerator > 0 && denominator > 0 ? { numerator, denominator } : undefined;
};

/** Clockwise degrees. ffprobe reports the rotation as a tag (clockwise) or a display matrix (counterclockwise). */
const rotationOf = (stream: FfprobeStream): number => {
  const matrix = stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation;
  const clockwise = matrix === undefined ? Number(stream.tags?.['rotate'] ?? 0) : -matrix;
  return ((Math.round(clockwise) % 360) + 360) % 360;
};

const number = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
};

/** Containers without color metadata of their own. MediaConvert reports that of their codec in another place. */
const COLORLESS: readonly string[] = ['mpegps', 'mpegts'];

const videoProperties = (format: string, stream: FfprobeStream) => {
  const average = fraction(stream.avg_frame_rate) ?? fraction(stream.r_frame_rate);
  const interlaced = stream.field_order !== undefined && !['progressive', 'unknown'].includes(stream.field_order);
  const colors = {
    transferCharacteristics: TRANSFERS[stream.color_transfer ?? ''] ?? 'UNSPECIFIED',
    colorPrimaries: PRIMARIES[stream.color_primaries ?? ''] ?? 'UNSPECIFIED',
  };
  return {
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    rotation: rotationOf(stream),
    bitRate: number(stream.bit_rate),
    bitDepth: number(stream.bits_per_raw_sample),
    frameRate: average,
    sampleAspectRatio: fraction(stream.sample_aspect_ratio),
    displayAspectRatio: fraction(stream.display_aspect_ratio),
    ...(COLORLESS.includes(format) ? {} : colors),
    codecMetadata: {
      ...colors,
      codedFrameRate: fraction(stream.r_frame_rate),
      profile: stream.profile,
      scanType: interlaced ? 'Interlaced' : 'Progressive',
    },
  };
};

const audioProperties = (stream: FfprobeStream) => ({
  channels: stream.channels,
  channelLayout: stream.channel_layout,
  sampleRate: number(stream.sample_rate),
  bitRate: number(stream.bit_rate),
  languageCode: stream.tags?.['language'],
});

/** One track in the shape of MediaConvert's Probe. */
export interface ProbedTrack {
  readonly index: number;
  readonly trackType: 'video' | 'audio' | 'data';
  readonly codec: string;
  readonly duration: number | undefined;
  readonly videoProperties?: ReturnType<typeof videoProperties>;
  readonly audioProperties?: ReturnType<typeof audioProperties>;
}

const trackOf = (format: string, stream: FfprobeStream, index: number): ProbedTrack => {
  const trackType = stream.codec_type === 'video' || stream.codec_type === 'audio' ? stream.codec_type : 'data';
  return {
    index,
    trackType,
    codec: codecOf(stream),
    duration: number(stream.duration),
    ...(trackType === 'video' ? { videoProperties: videoProperties(format, stream) } : {}),
    ...(trackType === 'audio' ? { audioProperties: audioProperties(stream) } : {}),
  };
};

/** Turns ffprobe's output into the `container` and `trackMappings` of MediaConvert's Probe, without cover art. Pure. */
export const probeResult = (format: string, probed: FfprobeOutput) => {
  const tracks = (probed.streams ?? [])
    .filter((stream) => stream.disposition?.attached_pic !== 1)
    .map((stream, position) => trackOf(format, stream, position + 1));
  const indexes = (type: ProbedTrack['trackType']): readonly number[] =>
    tracks.filter(({ trackType }) => trackType === type).map(({ index }) => index);
  return {
    container: {
      format,
      duration: number(probed.format?.duration) ?? Math.max(0, ...tracks.map(({ duration }) => duration ?? 0)),
      bitRate: number(probed.format?.bit_rate),
      tracks,
    },
    trackMappings: [
      { videoTrackIndexes: indexes('video'), audioTrackIndexes: indexes('audio'), dataTrackIndexes: indexes('data') },
    ],
  };
};

/** Milliseconds that a probe may take. */
const PROBE_LIMIT_MS = 60_000;

/** Runs ffprobe on a file whose container is known. Throws MediaToolError when it cannot be read. */
export const probeFile = async (
  ffprobe: string,
  file: string,
  sniffed: SniffedInput,
  folder: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<FfprobeOutput> => {
  await stat(file);
  const text = await runConfined({
    program: ffprobe,
    args: [
      ...COMMON_ARGUMENTS,
      '-of',
      'json',
      '-show_format',
      '-show_streams',
      ...inputArguments(file, sniffed, PROBE_MAX_PIXELS, PROBE_MAX_STREAMS),
    ],
    folder,
    clock,
    timeLimit: PROBE_LIMIT_MS,
    signal,
    hide: file,
  });
  return JSON.parse(text) as FfprobeOutput;
};
