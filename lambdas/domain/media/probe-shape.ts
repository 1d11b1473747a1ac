interface Ratio {
  Numerator?: number | undefined;
  Denominator?: number | undefined;
}

/** The fields that we read of a track in MediaConvert's Probe. */
export interface ProbedTrack {
  readonly TrackType?: string | undefined;
  readonly Codec?: string | undefined;
  readonly Duration?: number | undefined;
  readonly VideoProperties?:
    | {
        readonly Width?: number | undefined;
        readonly Height?: number | undefined;
        readonly Rotation?: number | undefined;
        readonly FrameRate?: Ratio | undefined;
        readonly SampleAspectRatio?: Ratio | undefined;
        readonly TransferCharacteristics?: string | undefined;
        readonly CodecMetadata?:
          | {
              readonly CodedFrameRate?: Ratio | undefined;
              readonly ScanType?: string | undefined;
              /** The only place of color metadata in MPEG transport and program streams. */
              readonly TransferCharacteristics?: string | undefined;
            }
          | undefined;
      }
    | undefined;
  readonly AudioProperties?:
    | {
        readonly Channels?: number | undefined;
        readonly SampleRate?: number | undefined;
        readonly BitRate?: number | undefined;
      }
    | undefined;
}

/** The fields that we read of a result of MediaConvert's Probe. Compatible with the SDK's `ProbeResult`. */
export interface ProbedFile {
  readonly Container?:
    | {
        readonly Format?: string | undefined;
        readonly Duration?: number | undefined;
        readonly Tracks?: readonly ProbedTrack[] | undefined;
      }
    | undefined;
  readonly Metadata?: { readonly FileSize?: number | undefined } | undefined;
}
