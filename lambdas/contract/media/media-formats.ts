/** Video extensions that the specification accepts (section 5), in lowercase without a dot. */
export const VIDEO_EXTENSIONS: readonly string[] = [
  'mp4',
  'avi',
  'mov',
  'wmv',
  'flv',
  'webm',
  'mkv',
  'm4v',
  '3gp',
  '3g2',
  'ogv',
  'ts',
  'mts',
  'm2ts',
  'vob',
  'mpg',
  'mpeg',
  'mp2',
  'asf',
  'rm',
  'rmvb',
  'divx',
  'xvid',
  'f4v',
  'dat',
  'vcd',
  'svcd',
  'amv',
  'nsv',
  'yuv',
  'dv',
  'mxf',
  'aiff',
  'ra',
];

/** Audio extensions that the specification accepts (section 5), in lowercase without a dot. */
export const AUDIO_EXTENSIONS: readonly string[] = [
  'mp3',
  'wav',
  'aac',
  'ogg',
  'flac',
  'm4a',
  'wma',
  'opus',
  'aiff',
  'aif',
  'amr',
  'mp2',
  'ra',
  'au',
  'ac3',
  'tta',
  'ape',
  'tak',
  'spx',
  'gsm',
];

/** Extensions that browsers play without conversion. All other accepted ones get the specification's warning. */
export const BROWSER_SAFE_VIDEO: readonly string[] = ['mp4', 'webm', 'ogv'];
export const BROWSER_SAFE_AUDIO: readonly string[] = ['mp3', 'wav', 'ogg', 'm4a', 'aac'];

/** Extensions for which the specification requires a conversion, because browsers do not play them. */
const CONVERSION_EXTENSIONS: readonly string[] = ['mkv', 'avi', 'wmv', 'flv', 'm4v', '3gp', 'ts', 'mts', 'm2ts', 'vob'];

/**
 * Extensions from the specification's lists that MediaConvert does not accept as input, with the name of the format.
 * Source: MediaConvert user guide, "Supported input formats", and the formats of its Probe.
 */
export const UNCONVERTIBLE_EXTENSIONS: Readonly<Record<string, string>> = {
  rm: 'RealMedia',
  rmvb: 'RealMedia',
  ra: 'RealAudio',
  dat: 'Video CD',
  vcd: 'Video CD',
  svcd: 'Super Video CD',
  amv: 'AMV',
  nsv: 'Nullsoft video',
  yuv: 'raw YUV',
  dv: 'raw DV',
  aiff: 'AIFF',
  aif: 'AIFF',
  amr: 'AMR',
  au: 'Sun audio',
  tta: 'True Audio',
  ape: "Monkey's Audio",
  tak: 'TAK',
  spx: 'Speex',
  gsm: 'GSM',
};

/** The lowercase extension of a file name, without the dot. Empty when there is none. */
export const extensionOf = (fileName: string): string => {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase();
};

/**
 * Whether a file is video, audio, both (`mp2`, `aiff`, `ra`) or neither, by its extension or declared type.
 */
export const mediaKinds = (
  fileName: string,
  contentType = '',
): { readonly video: boolean; readonly audio: boolean } => {
  const extension = extensionOf(fileName);
  return {
    video: VIDEO_EXTENSIONS.includes(extension) || contentType.startsWith('video/'),
    audio: AUDIO_EXTENSIONS.includes(extension) || contentType.startsWith('audio/'),
  };
};

/** The likely content type of a file, by its extension or declared type. */
export const likelyTypeOf = (fileName: string, contentType = ''): 'music' | 'video' => {
  const { video, audio } = mediaKinds(fileName, contentType);
  return video && !audio ? 'video' : 'music';
};

/** Whether the extension is on one of the specification's lists. */
export const isAcceptedExtension = (fileName: string): boolean => {
  const extension = extensionOf(fileName);
  return VIDEO_EXTENSIONS.includes(extension) || AUDIO_EXTENSIONS.includes(extension);
};

/** Why a listed format cannot be converted, as a sentence for the user. Undefined when it can. */
export const unconvertibleReason = (fileName: string): string | undefined => {
  const extension = extensionOf(fileName);
  const name = Object.hasOwn(UNCONVERTIBLE_EXTENSIONS, extension) ? UNCONVERTIBLE_EXTENSIONS[extension] : undefined;
  if (name === undefined) return undefined;
  const better = AUDIO_EXTENSIONS.includes(extension) ? 'WAV, FLAC or MP3' : 'MP4, MOV or MKV';
  return `${name} files (.${extension}) cannot be converted. Save the file as ${better} and upload it again.`;
};

/** The specification's warning for formats that browsers do not play. Undefined for the others. */
export const browserWarning = (fileName: string, contentType = ''): string | undefined => {
  const extension = extensionOf(fileName);
  const kinds = mediaKinds(fileName, contentType);
  if (kinds.video && !kinds.audio) {
    return BROWSER_SAFE_VIDEO.includes(extension) ? undefined : 'use MP4 H.264 or WebM';
  }
  if (!kinds.audio) return undefined;
  return BROWSER_SAFE_AUDIO.includes(extension) ? undefined : 'use MP3, WAV or AAC';
};

/** The extensions of files that can be uploaded: the specification's lists without the unconvertible ones. */
export const SUPPORTED_EXTENSIONS: readonly string[] = [...new Set([...VIDEO_EXTENSIONS, ...AUDIO_EXTENSIONS])].filter(
  (extension) => !Object.hasOwn(UNCONVERTIBLE_EXTENSIONS, extension),
);

/** The specification's text for an extension that is on neither of its lists (section 5). */
export const UNSUPPORTED_FORMAT_TEXT = `Unsupported file format. Supported formats: ${SUPPORTED_EXTENSIONS.join(', ')}`;

/** Whether browsers need a conversion to play a file, by its extension. Every file is converted anyway. */
export const needsConversion = (fileName: string): boolean => CONVERSION_EXTENSIONS.includes(extensionOf(fileName));
