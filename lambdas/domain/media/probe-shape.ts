interface Ratio {
  Numerator?: number | undefined;
  Denominator?: number | undefined;
}

/** One track of MediaConvert's Probe, as far as we read it. */
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
          { readonly CodedFrameRate?: Ratio | undefined; readonly ScanType?: string | undefined } | undefined;
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

/** One result of MediaConvert's Probe, as far as we read it; the SDK's `ProbeResult` fits. */
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
