import { z } from 'zod';
import { AwsError } from '../../aws/service.ts';

/**
 * The job settings that the local MediaConvert supports, with the API's names. Strict on purpose: a setting or value
 * that it would not honor is rejected with its path, so that a job cannot mean one thing here and another on AWS.
 */
const s3Object = z.string().regex(/^s3:\/\/[a-z0-9.-]{3,63}\/.+/);
const positive = z.number().positive();
const whole = z.int().positive();
const disabled = (name: string) => z.literal(name);

const h264 = z.strictObject({
  rateControlMode: z.literal('QVBR'),
  qvbrSettings: z.strictObject({
    qvbrQualityLevel: z.int().min(1).max(10),
    qvbrQualityLevelFineTune: z.number().min(0).max(0.99).optional(),
  }),
  maxBitrate: whole.min(1000),
  hrdBufferSize: whole.optional(),
  qualityTuningLevel: z.enum(['SINGLE_PASS', 'SINGLE_PASS_HQ']).optional(),
  codecProfile: z.enum(['BASELINE', 'MAIN', 'HIGH']).optional(),
  codecLevel: z.literal('AUTO').optional(),
  gopSize: positive,
  gopSizeUnits: z.enum(['SECONDS', 'FRAMES']),
  gopClosedCadence: z.literal(1).optional(),
  sceneChangeDetect: disabled('DISABLED'),
  framerateControl: z.literal('SPECIFIED'),
  framerateNumerator: whole,
  framerateDenominator: whole,
  framerateConversionAlgorithm: z.literal('DUPLICATE_DROP').optional(),
  interlaceMode: z.literal('PROGRESSIVE').optional(),
  parControl: z.literal('SPECIFIED').optional(),
  parNumerator: z.literal(1).optional(),
  parDenominator: z.literal(1).optional(),
});

const frameCapture = z.strictObject({
  framerateNumerator: whole,
  framerateDenominator: whole,
  maxCaptures: whole,
  quality: z.int().min(1).max(100).optional(),
});

const videoDescription = z.strictObject({
  width: z.int().min(32).max(8192).multipleOf(2),
  height: z.int().min(32).max(8192).multipleOf(2),
  scalingBehavior: z.enum(['DEFAULT', 'STRETCH_TO_OUTPUT', 'FILL']).optional(),
  videoPreprocessors: z
    .strictObject({
      deinterlacer: z
        .strictObject({
          mode: z.literal('DEINTERLACE'),
          algorithm: z.literal('INTERPOLATE').optional(),
          control: z.literal('NORMAL').optional(),
        })
        .optional(),
      colorCorrector: z
        .strictObject({
          colorSpaceConversion: z.literal('FORCE_709'),
          hdrToSdrToneMapper: z.literal('VIBRANT'),
        })
        .optional(),
    })
    .optional(),
  codecSettings: z.discriminatedUnion('codec', [
    z.strictObject({ codec: z.literal('H_264'), h264Settings: h264 }),
    z.strictObject({ codec: z.literal('FRAME_CAPTURE'), frameCaptureSettings: frameCapture }),
  ]),
});

/** A mix of all channels to one, in decibels. */
const remix = z
  .strictObject({
    channelsIn: z.int().min(1).max(64),
    channelsOut: z.literal(1),
    channelMapping: z.strictObject({
      outputChannels: z.array(z.strictObject({ inputChannels: z.array(z.int().min(-60).max(6)).min(1) })).length(1),
    }),
  })
  .refine(
    ({ channelsIn, channelMapping }) => channelMapping.outputChannels[0]?.inputChannels.length === channelsIn,
    'Should have one value per input channel',
  );

const soundDescription = z.strictObject({
  audioSourceName: z.string().optional(),
  codecSettings: z.strictObject({
    codec: z.literal('WAV'),
    wavSettings: z.strictObject({
      bitDepth: z.literal(16),
      channels: z.literal(1),
      sampleRate: z.int().min(8000).max(192_000),
      format: z.literal('RIFF').optional(),
    }),
  }),
  remixSettings: remix,
});

const audioDescription = z.strictObject({
  audioSourceName: z.string().optional(),
  codecSettings: z.strictObject({
    codec: z.literal('AAC'),
    aacSettings: z.strictObject({
      bitrate: z.int().min(6000).max(1_024_000),
      codecProfile: z.literal('LC').optional(),
      rateControlMode: z.literal('CBR').optional(),
      codingMode: z.enum(['CODING_MODE_1_0', 'CODING_MODE_2_0']),
      sampleRate: z.int().min(8000).max(96_000),
    }),
  }),
});

const nameModifier = z.string().regex(/^[A-Za-z0-9_.-]{1,256}$/);

const cmafOutput = z
  .strictObject({
    nameModifier,
    containerSettings: z.strictObject({
      container: z.literal('CMFC'),
      cmfcSettings: z
        .strictObject({
          audioGroupId: z.string().optional(),
          audioRenditionSets: z.string().optional(),
          audioTrackType: z
            .enum([
              'ALTERNATE_AUDIO_AUTO_SELECT_DEFAULT',
              'ALTERNATE_AUDIO_AUTO_SELECT',
              'ALTERNATE_AUDIO_NOT_AUTO_SELECT',
              'AUDIO_ONLY_VARIANT_STREAM',
            ])
            .optional(),
        })
        .optional(),
    }),
    videoDescription: videoDescription.optional(),
    audioDescriptions: z.array(audioDescription).length(1).optional(),
  })
  .refine(
    (output) => (output.videoDescription === undefined) !== (output.audioDescriptions === undefined),
    'Should contain either one video or one audio description',
  );

/** Maximum height of a sheet, pixels. */
const MAX_SHEET_HEIGHT = 4096;

const trickPlay = z
  .strictObject({
    intervalCadence: z.literal('FOLLOW_CUSTOM'),
    thumbnailInterval: positive,
    thumbnailWidth: z.int().min(8).max(4096).multipleOf(8),
    thumbnailHeight: z.int().min(2).max(4096).multipleOf(2),
    tileWidth: z.int().min(1).max(512),
    tileHeight: z.int().min(1).max(2048),
  })
  .refine(
    (sheet) => sheet.thumbnailHeight * sheet.tileHeight <= MAX_SHEET_HEIGHT,
    `Sheets should be at most ${MAX_SHEET_HEIGHT} pixels high`,
  );

const cmafGroup = z.strictObject({
  name: z.string().optional(),
  customName: z.string().optional(),
  outputGroupSettings: z.strictObject({
    type: z.literal('CMAF_GROUP_SETTINGS'),
    cmafGroupSettings: z
      .strictObject({
        destination: s3Object,
        segmentControl: z.literal('SEGMENTED_FILES'),
        segmentLength: whole,
        segmentLengthControl: z.literal('GOP_MULTIPLE'),
        fragmentLength: whole,
        manifestDurationFormat: z.literal('FLOATING_POINT').optional(),
        streamInfResolution: z.literal('INCLUDE').optional(),
        codecSpecification: z.literal('RFC_6381'),
        clientCache: z.literal('ENABLED').optional(),
        writeHlsManifest: z.literal('ENABLED'),
        writeDashManifest: disabled('DISABLED'),
        additionalManifests: z
          .array(z.strictObject({ manifestNameModifier: nameModifier, selectedOutputs: z.array(nameModifier).min(1) }))
          .optional(),
        imageBasedTrickPlay: z.enum(['NONE', 'ADVANCED']).optional(),
        imageBasedTrickPlaySettings: trickPlay.optional(),
      })
      .refine(
        (settings) =>
          (settings.imageBasedTrickPlay === 'ADVANCED') === (settings.imageBasedTrickPlaySettings !== undefined),
        'imageBasedTrickPlaySettings is required with imageBasedTrickPlay ADVANCED, and not allowed otherwise',
      ),
  }),
  outputs: z.array(cmafOutput).min(1),
});

const fileGroup = z.strictObject({
  name: z.string().optional(),
  customName: z.string().optional(),
  outputGroupSettings: z.strictObject({
    type: z.literal('FILE_GROUP_SETTINGS'),
    fileGroupSettings: z.strictObject({ destination: s3Object }),
  }),
  outputs: z
    .array(
      z
        .strictObject({
          nameModifier: nameModifier.optional(),
          containerSettings: z.strictObject({ container: z.literal('RAW') }),
          videoDescription: videoDescription.optional(),
          audioDescriptions: z.array(soundDescription).length(1).optional(),
        })
        .refine(
          (output) => (output.videoDescription === undefined) !== (output.audioDescriptions === undefined),
          'Should contain either one video or one audio description',
        ),
    )
    .min(1)
    .refine(
      (outputs) => outputs.length === 1 || outputs.every((output) => output.nameModifier !== undefined),
      'Every output of a group with several outputs needs a nameModifier',
    ),
});

const input = z.strictObject({
  fileInput: s3Object,
  timecodeSource: z.enum(['ZEROBASED', 'EMBEDDED']).optional(),
  videoSelector: z
    .strictObject({ rotate: z.enum(['AUTO', 'DEGREE_0', 'DEGREES_90', 'DEGREES_180', 'DEGREES_270']).optional() })
    .optional(),
  audioSelectors: z
    .record(z.string(), z.strictObject({ defaultSelection: z.enum(['DEFAULT', 'NOT_DEFAULT']).optional() }))
    .optional(),
});

const jobSettings = z.strictObject({
  timecodeConfig: z.strictObject({ source: z.enum(['ZEROBASED', 'EMBEDDED']) }).optional(),
  inputs: z.array(input).length(1),
  outputGroups: z.array(z.union([cmafGroup, fileGroup])).min(1),
});

/** Validated settings of a job. */
export type JobSettings = z.infer<typeof jobSettings>;
export type VideoDescription = z.infer<typeof videoDescription>;
export type H264Settings = z.infer<typeof h264>;
export type AacSettings = z.infer<typeof audioDescription>['codecSettings']['aacSettings'];
export type SoundDescription = z.infer<typeof soundDescription>;
export type TrickPlaySettings = z.infer<typeof trickPlay>;
export type CmafGroup = z.infer<typeof cmafGroup>;
export type FileGroup = z.infer<typeof fileGroup>;

/**
 * The issue with the longest path, of the union branches that apply, so that the path names the setting and not its
 * whole group.
 */
const deepest = (
  issues: readonly z.core.$ZodIssue[],
  prefix: readonly PropertyKey[] = [],
): { path: readonly PropertyKey[]; message: string } => {
  const found = issues.map((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const branches = issue.errors.filter(
        (errors) => !errors.some((error) => error.path.at(-1) === 'type' || error.path.at(-1) === 'codec'),
      );
      return deepest((branches.length > 0 ? branches : issue.errors).flat(), path);
    }
    if (issue.code === 'unrecognized_keys')
      return { path: [...path, issue.keys[0] ?? ''], message: 'is not supported by the local MediaConvert' };
    return { path, message: issue.message };
  });
  return found.reduce((best, next) => (next.path.length > best.path.length ? next : best));
};

/** Validates a job's settings. Throws BadRequestException with the path of an unsupported setting. */
export const parseJobSettings = (value: unknown): JobSettings => {
  const result = jobSettings.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = deepest(result.error.issues);
  throw new AwsError('BadRequestException', `/${path.map(String).join('/')}: ${message}`, 400);
};
