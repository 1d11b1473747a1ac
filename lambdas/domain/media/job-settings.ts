import { monoGains, SOUND, type AnalysisFrames } from '../analysis/outputs.ts';
import { GROUP_BASE, STILL_BASE, analysisAudioKey, analysisFrameBase, mediaPrefix } from './layout.ts';
import type { CmafGroupSettings, JobSettings, Output, OutputGroup, VideoPreprocessors } from './job-shape.ts';
import { KEYFRAME_SECONDS, SEGMENT_SECONDS, type AudioRung, type Ladder, type VideoRung } from './ladder.ts';
import type { Storyboard } from './storyboard.ts';
import type { Tier } from './tiers.ts';

/** Input of a MediaConvert job. */
export interface JobInput {
  readonly contentId: string;
  readonly version: string;
  /**
   * `s3://bucket/uploads/<contentId>/<uploadId>`. MediaConvert accepts no version id and reads the current version of
   * the key when the job starts. A key is written only once, so that is the attempt's version. If someone overwrites
   * the key, the `Object Created` event of the new version starts a new attempt that supersedes this one.
   */
  readonly input: string;
  /** Bucket of the renditions, `s3://bucket`. */
  readonly destination: string;
  readonly ladder: Ladder;
  /** Seconds into the source at which the stills are taken; see `thumbnailTime`. */
  readonly thumbnailAt: number;
  /** Whether the source is interlaced. */
  readonly interlaced?: boolean;
  /** Whether the source is HDR and its colors are converted to SDR (Rec. 709). */
  readonly convertHdr?: boolean;
}

/** Time of the thumbnail in seconds: 1 s or 10 % of the duration, whichever is less (specification, section 9). */
export const thumbnailTime = (duration: number): number => Math.min(1, duration * 0.1);

/** Size and JPEG quality of the specification's thumbnail. */
export const THUMBNAIL = { width: 320, height: 180, quality: 80 } as const;

const AUDIO_GROUP = 'audio';
const AUDIO_SELECTOR = 'Audio Selector 1';

/**
 * The preprocessors of every picture of a job. By default, MediaConvert reads the colors from the source's metadata
 * (`ColorSpace` of the input is `FOLLOW`) and tags the outputs with theirs (`ColorMetadata` is `INSERT`). AWS
 * recommends the tone mapper `VIBRANT` for HDR10, and ignores the choice for HLG.
 */
const preprocessors = ({ interlaced, convertHdr }: JobInput): { VideoPreprocessors?: VideoPreprocessors } =>
  interlaced || convertHdr
    ? {
        VideoPreprocessors: {
          ...(interlaced ? { Deinterlacer: { Mode: 'DEINTERLACE', Algorithm: 'INTERPOLATE', Control: 'NORMAL' } } : {}),
          ...(convertHdr
            ? { ColorCorrector: { ColorSpaceConversion: 'FORCE_709', HdrToSdrToneMapper: 'VIBRANT' } }
            : {}),
        },
      }
    : {};

const videoOutput = (job: JobInput, rung: VideoRung, withAudio: boolean): Output => ({
  NameModifier: `_${rung.name}`,
  ContainerSettings: {
    Container: 'CMFC',
    ...(withAudio ? { CmfcSettings: { AudioRenditionSets: AUDIO_GROUP } } : {}),
  },
  VideoDescription: {
    Width: rung.width,
    Height: rung.height,
    ScalingBehavior: 'STRETCH_TO_OUTPUT',
    ...preprocessors(job),
    CodecSettings: {
      Codec: 'H_264',
      H264Settings: {
        RateControlMode: 'QVBR',
        QvbrSettings: { QvbrQualityLevel: rung.quality },
        MaxBitrate: rung.maxBitrate,
        HrdBufferSize: rung.maxBitrate,
        QualityTuningLevel: 'SINGLE_PASS',
        CodecProfile: 'HIGH',
        GopSize: KEYFRAME_SECONDS,
        GopSizeUnits: 'SECONDS',
        GopClosedCadence: 1,
        SceneChangeDetect: 'DISABLED',
        FramerateControl: 'SPECIFIED',
        FramerateNumerator: rung.frameRate.numerator,
        FramerateDenominator: rung.frameRate.denominator,
        FramerateConversionAlgorithm: 'DUPLICATE_DROP',
        InterlaceMode: 'PROGRESSIVE',
        ParControl: 'SPECIFIED',
        ParNumerator: 1,
        ParDenominator: 1,
      },
    },
  },
});

const audioOutput = (rung: AudioRung, alone: boolean): Output => ({
  NameModifier: `_${rung.name}`,
  ContainerSettings: {
    Container: 'CMFC',
    CmfcSettings: alone
      ? { AudioTrackType: 'AUDIO_ONLY_VARIANT_STREAM' }
      : { AudioGroupId: AUDIO_GROUP, AudioTrackType: 'ALTERNATE_AUDIO_AUTO_SELECT_DEFAULT' },
  },
  AudioDescriptions: [
    {
      AudioSourceName: AUDIO_SELECTOR,
      CodecSettings: {
        Codec: 'AAC',
        AacSettings: {
          Bitrate: rung.bitrate,
          CodecProfile: 'LC',
          RateControlMode: 'CBR',
          CodingMode: rung.channels === 1 ? 'CODING_MODE_1_0' : 'CODING_MODE_2_0',
          SampleRate: rung.sampleRate,
        },
      },
    },
  ],
});

/** Adds image sheets to the renditions, and an image playlist that the group's playlist refers to. */
const trickPlay = (
  storyboard: Storyboard | undefined,
): Pick<CmafGroupSettings, 'ImageBasedTrickPlay' | 'ImageBasedTrickPlaySettings'> =>
  storyboard
    ? {
        ImageBasedTrickPlay: 'ADVANCED',
        ImageBasedTrickPlaySettings: {
          IntervalCadence: 'FOLLOW_CUSTOM',
          ThumbnailInterval: storyboard.interval,
          ThumbnailWidth: storyboard.width,
          ThumbnailHeight: storyboard.height,
          TileWidth: storyboard.columns,
          TileHeight: storyboard.rows,
        },
      }
    : {};

const tierGroup = (job: JobInput, folder: string, tier: Tier): OutputGroup => {
  const { ladder } = job;
  const audio = tier === '480' ? ladder.audio : [];
  return {
    Name: `CMAF ${tier}`,
    OutputGroupSettings: {
      Type: 'CMAF_GROUP_SETTINGS',
      CmafGroupSettings: {
        Destination: `${folder}/${tier}/${GROUP_BASE}`,
        SegmentControl: 'SEGMENTED_FILES',
        SegmentLength: SEGMENT_SECONDS,
        // Cuts at the keyframes that all rungs share, so that 29.97 fps needs no extra keyframes.
        SegmentLengthControl: 'GOP_MULTIPLE',
        FragmentLength: KEYFRAME_SECONDS,
        ManifestDurationFormat: 'FLOATING_POINT',
        StreamInfResolution: 'INCLUDE',
        CodecSpecification: 'RFC_6381',
        ClientCache: 'ENABLED',
        WriteHlsManifest: 'ENABLED',
        WriteDashManifest: 'DISABLED',
        ...(tier === '480' ? trickPlay(ladder.storyboard) : {}),
      },
    },
    Outputs: [
      ...ladder.video.filter((rung) => rung.tier === tier).map((rung) => videoOutput(job, rung, audio.length > 0)),
      ...audio.map((rung) => audioOutput(rung, ladder.kind === 'audio')),
    ],
  };
};

/**
 * Frame rate whose second capture is at `seconds`. Frame capture takes frame 0, then one frame every 1/rate seconds.
 */
const captureRate = (seconds: number) => ({
  FramerateNumerator: 1000,
  FramerateDenominator: Math.max(1, Math.round(seconds * 1000)),
});

const stillOutput = (
  job: JobInput,
  name: 'poster' | 'thumbnail',
  width: number,
  height: number,
  quality: number,
): Output => ({
  NameModifier: `_${name}`,
  ContainerSettings: { Container: 'RAW' },
  VideoDescription: {
    Width: width,
    Height: height,
    ScalingBehavior: name === 'thumbnail' ? 'FILL' : 'STRETCH_TO_OUTPUT',
    ...preprocessors(job),
    CodecSettings: {
      Codec: 'FRAME_CAPTURE',
      FrameCaptureSettings: { ...captureRate(job.thumbnailAt), MaxCaptures: 2, Quality: quality },
    },
  },
});

const POSTER_QUALITY = 85;

/** The sound for speech recognition: one file without a name modifier, so it has the name of the destination. */
const soundGroup = (job: JobInput, channels: number): OutputGroup => ({
  Name: 'Sound for analysis',
  OutputGroupSettings: {
    Type: 'FILE_GROUP_SETTINGS',
    FileGroupSettings: {
      Destination: `${job.destination}/${analysisAudioKey(job.contentId, job.version).replace(/\.wav$/, '')}`,
    },
  },
  Outputs: [
    {
      ContainerSettings: { Container: 'RAW' },
      AudioDescriptions: [
        {
          AudioSourceName: AUDIO_SELECTOR,
          CodecSettings: {
            Codec: 'WAV',
            WavSettings: { BitDepth: SOUND.bitDepth, Channels: 1, SampleRate: SOUND.sampleRate, Format: 'RIFF' },
          },
          RemixSettings: {
            ChannelsIn: channels,
            ChannelsOut: 1,
            ChannelMapping: { OutputChannels: [{ InputChannels: [...monoGains(channels)] }] },
          },
        },
      ],
    },
  ],
});

const FRAME_QUALITY = 80;

/** The frames that are analyzed. */
const framesGroup = (job: JobInput, { width, height, interval, count }: AnalysisFrames): OutputGroup => ({
  Name: 'Frames for analysis',
  OutputGroupSettings: {
    Type: 'FILE_GROUP_SETTINGS',
    FileGroupSettings: { Destination: `${job.destination}/${analysisFrameBase(job.contentId, job.version)}` },
  },
  Outputs: [
    {
      ContainerSettings: { Container: 'RAW' },
      VideoDescription: {
        Width: width,
        Height: height,
        ScalingBehavior: 'STRETCH_TO_OUTPUT',
        ...preprocessors(job),
        CodecSettings: {
          Codec: 'FRAME_CAPTURE',
          FrameCaptureSettings: { ...captureRate(interval), MaxCaptures: count, Quality: FRAME_QUALITY },
        },
      },
    },
  ],
});

/**
 * Builds the settings of a MediaConvert job for a ladder: one CMAF group per tier folder (HLS only; audio and
 * storyboard sheets are in `480`), one file group with the large poster and the 320x180 thumbnail, and one each for the
 * sound and the frames that are analyzed.
 */
export const buildJobSettings = (job: JobInput): JobSettings => {
  const folder = `${job.destination}/${mediaPrefix(job.contentId, job.version)}`;
  const { poster, kind, analysis = {} } = job.ladder;
  return {
    TimecodeConfig: { Source: 'ZEROBASED' },
    Inputs: [
      {
        FileInput: job.input,
        TimecodeSource: 'ZEROBASED',
        ...(kind === 'video' ? { VideoSelector: { Rotate: 'AUTO' as const } } : {}),
        ...(job.ladder.audio.length > 0
          ? { AudioSelectors: { [AUDIO_SELECTOR]: { DefaultSelection: 'DEFAULT' as const } } }
          : {}),
      },
    ],
    OutputGroups: [
      ...job.ladder.tiers.map((tier) => tierGroup(job, folder, tier)),
      ...(poster
        ? [
            {
              Name: 'Stills',
              OutputGroupSettings: {
                Type: 'FILE_GROUP_SETTINGS' as const,
                FileGroupSettings: { Destination: `${folder}/480/${STILL_BASE}` },
              },
              Outputs: [
                stillOutput(job, 'poster', poster.width, poster.height, POSTER_QUALITY),
                stillOutput(job, 'thumbnail', THUMBNAIL.width, THUMBNAIL.height, THUMBNAIL.quality),
              ],
            },
          ]
        : []),
      ...(analysis.soundChannels === undefined ? [] : [soundGroup(job, analysis.soundChannels)]),
      ...(analysis.frames ? [framesGroup(job, analysis.frames)] : []),
    ],
  };
};
