import { SDR_TAGS, toSdrFilter, type HdrSource } from './colors.ts';
import {
  convertsColors,
  workFile,
  type AudioEncode,
  type EncodePlan,
  type FrameCapture,
  type PictureEncode,
  type SheetCapture,
  type SoundEncode,
  type VideoEncode,
} from './plan.ts';
import type { VideoDescription } from './settings.ts';

/**
 * x264's constant rate factor for a QVBR level: level 7 is 23, and each level is two steps. The quality is similar to
 * AWS's encoder, but not equal.
 */
const crfOf = (level: number): number => 37 - 2 * level;

/** Fast enough for two cores. Quality per bit does not matter locally. */
const PRESET = 'veryfast';

const ROTATION: Readonly<Record<EncodePlan['rotate'], string>> = {
  AUTO: '',
  DEGREE_0: '',
  DEGREES_90: 'transpose=clock,',
  DEGREES_180: 'hflip,vflip,',
  DEGREES_270: 'transpose=cclock,',
};

const scale = ({ width, height, scalingBehavior }: VideoDescription): string => {
  if (scalingBehavior === 'STRETCH_TO_OUTPUT') return `scale=${width}:${height}`;
  if (scalingBehavior === 'FILL')
    return `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
  return `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`;
};

const deinterlace = (picture: VideoDescription): string =>
  picture.videoPreprocessors?.deinterlacer ? 'yadif=mode=0:deint=1,' : '';

/** Makes the pixels square first: FILL and DEFAULT compare the picture's aspect ratio with the output's. */
const SQUARE = 'scale=trunc(iw*max(sar\\,0.0001)/2)*2:ih,setsar=1,';

/** Converts the colors after scaling, when there are fewest pixels. */
const convertColors = (encode: PictureEncode, source: HdrSource | undefined): string =>
  source && convertsColors(encode) ? toSdrFilter(source, encode.kind === 'video' ? 'video' : 'jpeg') : '';

const videoFilter = ({ picture, h264 }: VideoEncode, colors: string): string =>
  `${deinterlace(picture)}fps=${h264.framerateNumerator}/${h264.framerateDenominator},` +
  `${scale(picture)},setsar=1,${colors}format=yuv420p`;

/** Selects the first frame, then one per interval, and none after the last capture, so that no frames queue up. */
const stillFilter = ({ picture, interval, maxCaptures }: FrameCapture, colors: string): string => {
  const due = `(isnan(prev_selected_t)+gte(t-prev_selected_t\\,${interval}))`;
  const square = picture.scalingBehavior === 'STRETCH_TO_OUTPUT' ? '' : SQUARE;
  return (
    `${deinterlace(picture)}select=lt(selected_n\\,${maxCaptures})*${due},` +
    `${square}${scale(picture)},setsar=1,${colors}format=yuvj420p`
  );
};

/** Scales down one frame per interval and lays the frames out in sheets. The last sheet is filled with black. */
const sheetFilter = ({ rate, sheet }: SheetCapture, colors: string): string =>
  `fps=${rate.numerator}/${rate.denominator}:round=up,` +
  `scale=${sheet.thumbnailWidth}:${sheet.thumbnailHeight},setsar=1,${colors}format=yuvj420p,` +
  `tile=${sheet.tileWidth}x${sheet.tileHeight}`;

const pictureFilter = (encode: PictureEncode, source: HdrSource | undefined): string => {
  const colors = convertColors(encode, source);
  if (encode.kind === 'sheets') return sheetFilter(encode, colors);
  return encode.kind === 'video' ? videoFilter(encode, colors) : stillFilter(encode, colors);
};

const NO_METADATA: readonly string[] = ['-map_metadata', '-1', '-map_chapters', '-1'];
const FRAGMENTED = '+empty_moov+default_base_moof';

/** Takes the pictures of the source through a chain of filters. */
const pictureSource = (filter: string): readonly string[] => [
  '-map',
  '0:V:0',
  '-vf',
  filter,
  ...NO_METADATA,
  '-an',
  '-sn',
  '-dn',
];

const videoArguments = (encode: VideoEncode, filter: string, source: HdrSource | undefined): readonly string[] => {
  const { h264 } = encode;
  const rate = h264.framerateNumerator / h264.framerateDenominator;
  const gop = String(Math.max(1, Math.round(h264.gopSizeUnits === 'SECONDS' ? h264.gopSize * rate : h264.gopSize)));
  return [
    ...pictureSource(filter),
    '-c:v',
    'libx264',
    '-preset',
    PRESET,
    '-profile:v',
    (h264.codecProfile ?? 'HIGH').toLowerCase(),
    '-crf',
    String(crfOf(h264.qvbrSettings.qvbrQualityLevel)),
    '-maxrate',
    String(h264.maxBitrate),
    '-bufsize',
    String(h264.hrdBufferSize ?? 2 * h264.maxBitrate),
    // Without B-frames, decoding and presentation times are equal, so each rendition starts at 0 without an edit list.
    '-g',
    gop,
    '-keyint_min',
    gop,
    '-sc_threshold',
    '0',
    '-flags',
    '+cgop',
    '-bf',
    '0',
    ...(source && convertsColors(encode) ? SDR_TAGS : []),
    '-movflags',
    `${FRAGMENTED}+frag_keyframe`,
    '-f',
    'mp4',
    workFile(encode),
  ];
};

const audioArguments = (encode: AudioEncode, fragmentSeconds: number): readonly string[] => [
  '-map',
  '0:a:0',
  ...NO_METADATA,
  '-vn',
  '-sn',
  '-dn',
  '-c:a',
  'aac',
  '-profile:a',
  'aac_low',
  '-b:a',
  String(encode.aac.bitrate),
  '-ac',
  encode.aac.codingMode === 'CODING_MODE_1_0' ? '1' : '2',
  '-ar',
  String(encode.aac.sampleRate),
  '-af',
  'aresample=async=1000:first_pts=0',
  '-movflags',
  FRAGMENTED,
  '-frag_duration',
  String(Math.round(fragmentSeconds * 1_000_000)),
  '-f',
  'mp4',
  workFile(encode),
];

const soundArguments = (encode: SoundEncode): readonly string[] => [
  '-map',
  '0:a:0',
  ...NO_METADATA,
  '-vn',
  '-sn',
  '-dn',
  '-af',
  `aresample=async=1000:first_pts=0,pan=mono|c0=${encode.gains
    .map((decibels, channel) => `${(10 ** (decibels / 20)).toFixed(6)}*c${channel}`)
    .join('+')}`,
  '-c:a',
  'pcm_s16le',
  '-ar',
  String(encode.sampleRate),
  '-f',
  'wav',
  workFile(encode),
];

/** A JPEG quality of 1–100 as ffmpeg's quantizer of 2–31. */
const quantizer = (quality: number): string => String(Math.max(2, Math.round(31 - (quality / 100) * 29)));

const stillArguments = (encode: FrameCapture, filter: string): readonly string[] => [
  ...pictureSource(filter),
  '-vsync',
  '0',
  '-frames:v',
  String(encode.maxCaptures),
  '-c:v',
  'mjpeg',
  '-q:v',
  quantizer(encode.quality),
  '-f',
  'image2',
  '-start_number',
  '0',
  workFile(encode),
];

/** MediaConvert has no setting for the quality of its sheets; this value is our own. */
const SHEET_QUALITY = 80;

const sheetArguments = (encode: SheetCapture, filter: string): readonly string[] => [
  ...pictureSource(filter),
  '-vsync',
  '0',
  '-c:v',
  'mjpeg',
  '-q:v',
  quantizer(SHEET_QUALITY),
  '-f',
  'image2',
  '-start_number',
  '1',
  workFile(encode),
];

const pictureArguments = (encode: PictureEncode, filter: string, source: HdrSource | undefined): readonly string[] => {
  if (encode.kind === 'sheets') return sheetArguments(encode, filter);
  return encode.kind === 'video' ? videoArguments(encode, filter, source) : stillArguments(encode, filter);
};

/**
 * The arguments of one ffmpeg pass for all encodes of a plan: the source is decoded once. Each output has filters of
 * its own: with one graph that splits the pictures, ffmpeg of 2018 waits forever for some combinations of an output
 * with few frames and one that collects frames. `input` comes from `inputArguments`. Outputs are names without folders,
 * relative to the job's own working directory. `hdrSource` is set when the source is HDR and the program can convert
 * colors; outputs whose settings ask for it are converted then.
 */
export const ffmpegArguments = (
  plan: EncodePlan,
  input: readonly string[],
  fragmentSeconds: number,
  hdrSource?: HdrSource,
): readonly string[] => [
  '-nostdin',
  '-nostats',
  '-progress',
  'pipe:1',
  '-y',
  ...(plan.rotate === 'AUTO' ? [] : ['-noautorotate']),
  ...input,
  ...plan.encodes.flatMap((encode) => {
    if (encode.kind === 'audio') return audioArguments(encode, fragmentSeconds);
    if (encode.kind === 'sound') return soundArguments(encode);
    return pictureArguments(encode, ROTATION[plan.rotate] + pictureFilter(encode, hdrSource), hdrSource);
  }),
];
