/**
 * The subset of MediaConvert's job settings that our jobs use. The type is structurally compatible with the SDK's, so
 * that domain code can build jobs without importing the SDK. A test assigns the result to the SDK's type.
 */
export interface JobSettings {
  TimecodeConfig: { Source: 'ZEROBASED' };
  Inputs: {
    FileInput: string;
    TimecodeSource: 'ZEROBASED';
    VideoSelector?: { Rotate: 'AUTO' };
    AudioSelectors?: Record<string, { DefaultSelection: 'DEFAULT' }>;
  }[];
  OutputGroups: OutputGroup[];
}

export interface OutputGroup {
  Name: string;
  OutputGroupSettings:
    | { Type: 'CMAF_GROUP_SETTINGS'; CmafGroupSettings: CmafGroupSettings }
    | { Type: 'FILE_GROUP_SETTINGS'; FileGroupSettings: { Destination: string } };
  Outputs: Output[];
}

export interface CmafGroupSettings {
  Destination: string;
  SegmentControl: 'SEGMENTED_FILES';
  SegmentLength: number;
  SegmentLengthControl: 'GOP_MULTIPLE';
  FragmentLength: number;
  ManifestDurationFormat: 'FLOATING_POINT';
  StreamInfResolution: 'INCLUDE';
  CodecSpecification: 'RFC_6381';
  ClientCache: 'ENABLED';
  WriteHlsManifest: 'ENABLED';
  WriteDashManifest: 'DISABLED';
  ImageBasedTrickPlay?: 'ADVANCED';
  ImageBasedTrickPlaySettings?: {
    IntervalCadence: 'FOLLOW_CUSTOM';
    ThumbnailInterval: number;
    ThumbnailWidth: number;
    ThumbnailHeight: number;
    TileWidth: number;
    TileHeight: number;
  };
}

/** What is done to a picture before it is encoded. */
export interface VideoPreprocessors {
  Deinterlacer?: { Mode: 'DEINTERLACE'; Algorithm: 'INTERPOLATE'; Control: 'NORMAL' };
  ColorCorrector?: { ColorSpaceConversion: 'FORCE_709'; HdrToSdrToneMapper: 'VIBRANT' };
}

export interface Output {
  /** Omitted only for the single output of a group, whose file then has the name of the destination. */
  NameModifier?: string;
  ContainerSettings: {
    Container: 'CMFC' | 'RAW';
    CmfcSettings?: {
      AudioRenditionSets?: string;
      AudioGroupId?: string;
      AudioTrackType?: 'AUDIO_ONLY_VARIANT_STREAM' | 'ALTERNATE_AUDIO_AUTO_SELECT_DEFAULT';
    };
  };
  VideoDescription?: {
    Width: number;
    Height: number;
    ScalingBehavior: 'STRETCH_TO_OUTPUT' | 'FILL';
    VideoPreprocessors?: VideoPreprocessors;
    CodecSettings:
      | { Codec: 'H_264'; H264Settings: H264Settings }
      | {
          Codec: 'FRAME_CAPTURE';
          FrameCaptureSettings: {
            FramerateNumerator: number;
            FramerateDenominator: number;
            MaxCaptures: number;
            Quality: number;
          };
        };
  };
  AudioDescriptions?: AudioDescription[];
}

interface AudioDescription {
  AudioSourceName: string;
  CodecSettings: { Codec: 'AAC'; AacSettings: AacSettings } | { Codec: 'WAV'; WavSettings: WavSettings };
  RemixSettings?: {
    ChannelsIn: number;
    ChannelsOut: 1;
    /** Decibels of each input channel. */
    ChannelMapping: { OutputChannels: { InputChannels: number[] }[] };
  };
}

interface WavSettings {
  BitDepth: number;
  Channels: 1;
  SampleRate: number;
  Format: 'RIFF';
}

interface H264Settings {
  RateControlMode: 'QVBR';
  QvbrSettings: { QvbrQualityLevel: number };
  MaxBitrate: number;
  HrdBufferSize: number;
  QualityTuningLevel: 'SINGLE_PASS';
  CodecProfile: 'HIGH';
  GopSize: number;
  GopSizeUnits: 'SECONDS';
  GopClosedCadence: 1;
  SceneChangeDetect: 'DISABLED';
  FramerateControl: 'SPECIFIED';
  FramerateNumerator: number;
  FramerateDenominator: number;
  FramerateConversionAlgorithm: 'DUPLICATE_DROP';
  InterlaceMode: 'PROGRESSIVE';
  ParControl: 'SPECIFIED';
  ParNumerator: 1;
  ParDenominator: 1;
}

interface AacSettings {
  Bitrate: number;
  CodecProfile: 'LC';
  RateControlMode: 'CBR';
  CodingMode: 'CODING_MODE_1_0' | 'CODING_MODE_2_0';
  SampleRate: number;
}
