import { parseS3Url, type ObjectLocation } from '../../media/object-store.ts';
import type {
  AacSettings,
  CmafGroup,
  FileGroup,
  H264Settings,
  JobSettings,
  SoundDescription,
  TrickPlaySettings,
  VideoDescription,
} from './settings.ts';

interface Common {
  /** Index of the group, and of the output within the group. Both form the name of the working files. */
  readonly group: number;
  readonly output: number;
  /** Destination folder with a slash at the end, and base name with the modifier. */
  readonly bucket: string;
  readonly folder: string;
  readonly name: string;
  readonly modifier: string;
}

/** One rendition of a CMAF group. */
export interface VideoEncode extends Common {
  readonly kind: 'video';
  readonly picture: VideoDescription;
  readonly h264: H264Settings;
  readonly audioGroup: string | undefined;
}

/** One audio rendition of a CMAF group: an alternate of `audioGroup`, or a variant of its own. */
export interface AudioEncode extends Common {
  readonly kind: 'audio';
  readonly aac: AacSettings;
  readonly audioGroup: string | undefined;
  readonly isDefault: boolean;
}

/** Stills of a file group. */
export interface FrameCapture extends Common {
  readonly kind: 'frames';
  readonly picture: VideoDescription;
  /** Seconds between captures. */
  readonly interval: number;
  readonly maxCaptures: number;
  readonly quality: number;
}

/** One uncompressed sound file of a file group, mixed to one channel. */
export interface SoundEncode extends Common {
  readonly kind: 'sound';
  readonly sampleRate: number;
  /** Decibels of each channel of the input. */
  readonly gains: readonly number[];
}

/** Thumbnail sheets alongside the renditions of a CMAF group. */
export interface SheetCapture extends Common {
  readonly kind: 'sheets';
  readonly sheet: TrickPlaySettings;
  /**
   * Thumbnails per second as a fraction. The interval is rounded to whole frames of the group's first video output, as
   * in MediaConvert.
   */
  readonly rate: { readonly numerator: number; readonly denominator: number };
  /** Whether their colors are converted: as in the group's first video output. */
  readonly convertsColors: boolean;
}

export type Encode = VideoEncode | AudioEncode | FrameCapture | SoundEncode | SheetCapture;

/** The plan of a job, independent of the API's shape. */
export interface EncodePlan {
  readonly input: ObjectLocation;
  readonly rotate: 'AUTO' | 'DEGREE_0' | 'DEGREES_90' | 'DEGREES_180' | 'DEGREES_270';
  readonly encodes: readonly Encode[];
  readonly groups: readonly (CmafGroup | FileGroup)[];
}

/**
 * The destination's folder and base name; a destination that ends in a slash uses the input's base name, as on AWS.
 */
export const destinationOf = (
  group: CmafGroup | FileGroup,
  inputKey: string,
): { bucket: string; folder: string; base: string } => {
  const settings = group.outputGroupSettings;
  const { bucket, key } = parseS3Url(
    settings.type === 'CMAF_GROUP_SETTINGS'
      ? settings.cmafGroupSettings.destination
      : settings.fileGroupSettings.destination,
  );
  const cut = key.lastIndexOf('/') + 1;
  const inputBase = inputKey.slice(inputKey.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return { bucket, folder: key.slice(0, cut), base: key.slice(cut) || inputBase };
};

const cmafEncodes = (group: CmafGroup, index: number, inputKey: string): readonly Encode[] => {
  const { bucket, folder, base } = destinationOf(group, inputKey);
  return group.outputs.flatMap((output, position): Encode[] => {
    const common = {
      group: index,
      output: position,
      bucket,
      folder,
      name: `${base}${output.nameModifier}`,
      modifier: output.nameModifier,
    };
    const cmfc = output.containerSettings.cmfcSettings;
    const video = output.videoDescription;
    if (video?.codecSettings.codec === 'H_264') {
      return [
        {
          ...common,
          kind: 'video',
          picture: video,
          h264: video.codecSettings.h264Settings,
          audioGroup: cmfc?.audioRenditionSets,
        },
      ];
    }
    const aac = output.audioDescriptions?.[0]?.codecSettings.aacSettings;
    if (!aac) return [];
    const type = cmfc?.audioTrackType ?? 'ALTERNATE_AUDIO_AUTO_SELECT_DEFAULT';
    return [
      {
        ...common,
        kind: 'audio',
        aac,
        audioGroup: type === 'AUDIO_ONLY_VARIANT_STREAM' ? undefined : (cmfc?.audioGroupId ?? 'audio'),
        isDefault: type === 'ALTERNATE_AUDIO_AUTO_SELECT_DEFAULT',
      },
    ];
  });
};

/** Base name of the sheets, as in MediaConvert. The group's name is not part of it. */
const SHEET_NAME = 'Thumbnail';

const sheetEncodes = (group: CmafGroup, index: number, inputKey: string): readonly Encode[] => {
  const { imageBasedTrickPlaySettings: sheet } = group.outputGroupSettings.cmafGroupSettings;
  const picture = group.outputs
    .map(({ videoDescription }) => videoDescription)
    .find((found) => found?.codecSettings.codec === 'H_264');
  const codec = picture?.codecSettings;
  if (!sheet || codec?.codec !== 'H_264') return [];
  const { framerateNumerator, framerateDenominator } = codec.h264Settings;
  const frames = Math.max(1, Math.round((sheet.thumbnailInterval * framerateNumerator) / framerateDenominator));
  const { bucket, folder } = destinationOf(group, inputKey);
  return [
    {
      group: index,
      output: group.outputs.length,
      bucket,
      folder,
      name: SHEET_NAME,
      modifier: '',
      kind: 'sheets',
      sheet,
      rate: { numerator: framerateNumerator, denominator: framerateDenominator * frames },
      convertsColors: picture?.videoPreprocessors?.colorCorrector !== undefined,
    },
  ];
};

const DEFAULT_JPEG_QUALITY = 80;

const soundSettings = ({ codecSettings, remixSettings }: SoundDescription) => ({
  sampleRate: codecSettings.wavSettings.sampleRate,
  gains: remixSettings.channelMapping.outputChannels[0]?.inputChannels ?? [],
});

const fileEncodes = (group: FileGroup, index: number, inputKey: string): readonly Encode[] => {
  const { bucket, folder, base } = destinationOf(group, inputKey);
  return group.outputs.flatMap((output, position): Encode[] => {
    const modifier = output.nameModifier ?? '';
    const common = { group: index, output: position, bucket, folder, name: `${base}${modifier}`, modifier };
    const [sound] = output.audioDescriptions ?? [];
    if (sound) return [{ ...common, kind: 'sound', ...soundSettings(sound) }];
    const codec = output.videoDescription?.codecSettings;
    if (codec?.codec !== 'FRAME_CAPTURE' || !output.videoDescription) return [];
    const { framerateNumerator, framerateDenominator, maxCaptures, quality } = codec.frameCaptureSettings;
    return [
      {
        ...common,
        kind: 'frames',
        picture: output.videoDescription,
        interval: framerateDenominator / framerateNumerator,
        maxCaptures,
        quality: quality ?? DEFAULT_JPEG_QUALITY,
      },
    ];
  });
};

const isCmaf = (group: CmafGroup | FileGroup): group is CmafGroup =>
  group.outputGroupSettings.type === 'CMAF_GROUP_SETTINGS';

/** Turns validated settings into a list of encodes. Pure. */
export const planJob = (settings: JobSettings): EncodePlan => {
  const [input] = settings.inputs;
  const location = parseS3Url(input?.fileInput ?? '');
  return {
    input: location,
    rotate: input?.videoSelector?.rotate ?? 'DEGREE_0',
    groups: settings.outputGroups,
    encodes: settings.outputGroups.flatMap((group, index) =>
      isCmaf(group)
        ? [...cmafEncodes(group, index, location.key), ...sheetEncodes(group, index, location.key)]
        : fileEncodes(group, index, location.key),
    ),
  };
};

/** An encode of the input's picture. */
export type PictureEncode = Exclude<Encode, AudioEncode | SoundEncode>;

/** Whether an encode uses the input's picture; the others use its sound. */
export const isPicture = (encode: Encode): encode is PictureEncode =>
  encode.kind !== 'audio' && encode.kind !== 'sound';

/** Whether the settings of an encode ask for SDR colors. */
export const convertsColors = (encode: Encode): boolean => {
  if (!isPicture(encode)) return false;
  return encode.kind === 'sheets'
    ? encode.convertsColors
    : encode.picture.videoPreprocessors?.colorCorrector !== undefined;
};

const WORK_SUFFIX: Readonly<Record<Encode['kind'], string>> = {
  video: '.mp4',
  audio: '.mp4',
  sound: '.wav',
  frames: '.%07d.jpg',
  sheets: '.%09d.jpg',
};

/** Name of the file in the job's folder that ffmpeg writes an encode to. It contains nothing from the settings. */
export const workFile = (encode: Encode): string => `g${encode.group}o${encode.output}${WORK_SUFFIX[encode.kind]}`;
