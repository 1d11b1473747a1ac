import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type JsonOperation, jsonService, operation } from '../../aws/json-service.ts';
import { requireServed } from '../../aws/served-settings.ts';
import { AwsError, type LocalService, type Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { Authorize } from '../../iam/access.ts';
import type { MediaObjectStore } from '../../media/object-store.ts';
import { findMediaTools, type MediaTools } from '../../media/tools.ts';
import { decodeImage, type DecodedImage, MAX_INLINE_BYTES, MAX_STORED_BYTES } from './image.ts';
import { type ClassScores, createModels, type Models } from './models.ts';
import { moderate, MODERATION_MODEL, needsConfirmation } from './moderation.ts';

/** Options of the local Rekognition. */
export interface RekognitionOptions {
  /** Its own folder, for working files. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly s3: Pick<MediaObjectStore, 'objectPath'>;
  /** Authorizes each call, and reads of objects with the caller's permissions. Default: every call is allowed. */
  readonly authorize?: Authorize;
  /** Programs to use. Default: found by `findMediaTools` on first use. */
  readonly ffmpeg?: MediaTools;
  /** The models. Default: those of nsfwjs, in a child process. */
  readonly models?: Models;
}

/** A call, for the console. */
export interface ImageAnalysis {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly operation: string;
  /** Address of the object, or the size of the bytes. */
  readonly source: string;
  readonly durationMs: number;
  /** Scores of the fast model and of the one that confirms it, as far as they ran. */
  readonly scores: readonly ClassScores[];
  /** The labels with their confidence, or the error. */
  readonly outcome: { readonly labels: readonly string[] } | { readonly error: string };
}

/** The local Rekognition. */
export interface RekognitionEngine extends LocalService {
  /** The latest calls, newest first. */
  analyses(): readonly ImageAnalysis[];
  /** The process of the models, while it runs. */
  modelProcess(): number | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Version of the label model: there is none. */
const LABEL_MODEL = 'local-none';
/** AWS's defaults for MinConfidence. */
const MODERATION_MIN_CONFIDENCE = 50;
/** Calls that the console shows. */
const MAX_ANALYSES = 100;

const s3Object = z.strictObject({
  Bucket: z.string().min(1),
  Name: z.string().min(1),
  Version: z.string().min(1).optional(),
});
const image = z.strictObject({ Bytes: z.base64().min(1).optional(), S3Object: s3Object.optional() });
const moderationInput = z.looseObject({ Image: image, MinConfidence: z.number().min(0).max(100).optional() });
const labelsInput = z.looseObject({
  Image: image,
  MaxLabels: z.int().min(0).optional(),
  MinConfidence: z.number().min(0).max(100).optional(),
  Features: z
    .array(z.enum(['GENERAL_LABELS', 'IMAGE_PROPERTIES']))
    .max(2)
    .optional(),
});
type ImageInput = z.infer<typeof image>;

const INVALID_PARAMETER = 'InvalidParameterException';
const invalidParameters = (): AwsError => new AwsError(INVALID_PARAMETER, 'Request has invalid parameters');
const unreadable = (): AwsError =>
  new AwsError(
    'InvalidS3ObjectException',
    'Unable to get object metadata from S3. Check object key, region and/or access permissions.',
  );
const internal = (): AwsError => new AwsError('InternalServerError', 'Internal server error', 500);

/** State of the engine. */
interface State {
  readonly options: RekognitionOptions;
  readonly models: Models;
  readonly findTools: () => MediaTools;
  readonly analyses: ImageAnalysis[];
  stopping: AbortController;
  /** The last analysis. The next one starts when it ends, because each uses a processor and much memory. */
  last: Promise<unknown>;
}

/** Bytes in a request. AWS reports those that are too many by the name of its own buffer. */
const inlineBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length <= MAX_INLINE_BYTES) return bytes;
  const buffer = `java.nio.HeapByteBuffer[pos=0 lim=${bytes.length} cap=${bytes.length}]`;
  throw new AwsError(
    'ValidationException',
    `1 validation error detected: Value '${buffer}' at 'image.bytes' failed to satisfy constraint: ` +
      `Member must have length less than or equal to ${MAX_INLINE_BYTES}`,
  );
};

/** The file of an object that the caller may read. A denied object looks like one that does not exist, as on AWS. */
const storedFile = async (
  { options: { s3, authorize } }: State,
  caller: Principal,
  { Bucket, Name, Version }: z.infer<typeof s3Object>,
): Promise<{ readonly file: string }> => {
  try {
    authorize?.(
      caller,
      Version === undefined ? 's3:GetObject' : 's3:GetObjectVersion',
      `arn:aws:s3:::${Bucket}/${Name}`,
    );
  } catch {
    throw unreadable();
  }
  const file = await s3.objectPath(Bucket, Name, Version);
  if (file === undefined) throw unreadable();
  return { file };
};

const readSource = async (state: State, caller: Principal, { Bytes, S3Object }: ImageInput) => {
  if (Bytes !== undefined && S3Object === undefined) return inlineBytes(Bytes);
  if (S3Object === undefined || Bytes !== undefined) throw invalidParameters();
  const source = await storedFile(state, caller, S3Object);
  const { size } = await stat(source.file);
  if (size > MAX_STORED_BYTES)
    throw new AwsError(
      'ImageTooLargeException',
      `Image size is too large: ${size} bytes, limit is ${MAX_STORED_BYTES}`,
    );
  return source;
};

const nameOfSource = ({ Bytes = '', S3Object }: ImageInput): string =>
  S3Object ? `s3://${S3Object.Bucket}/${S3Object.Name}` : `${Buffer.byteLength(Bytes, 'base64')} bytes`;

/** Classifies an image: the second model runs only where it can change the result. */
const classify = async ({ models }: State, pixels: DecodedImage): Promise<readonly [ClassScores, ClassScores?]> => {
  const first = await models.classify('mid', pixels.mid);
  return needsConfirmation(first) ? [first, await models.classify('inception', pixels.inception)] : [first];
};

/** What an operation does with a decoded image. */
interface Analysis {
  readonly operation: string;
  readonly image: ImageInput;
  readonly run: (
    pixels: DecodedImage,
    found: (scores: readonly ClassScores[], labels: readonly string[]) => void,
  ) => unknown;
}

/** Runs an analysis when those before it have ended, and records it for the console. */
const analyze = (
  state: State,
  caller: Principal,
  { operation: name, image: input, run }: Analysis,
): Promise<unknown> => {
  const { clock, dataDir } = state.options;
  const at = clock.now();
  let scores: readonly ClassScores[] = [];
  let outcome: ImageAnalysis['outcome'] = { labels: [] };
  const work = async (): Promise<unknown> => {
    try {
      if (state.stopping.signal.aborted) throw internal();
      const source = await readSource(state, caller, input);
      const reader = { folder: dataDir, clock, tools: state.findTools, signal: state.stopping.signal };
      const pixels = await decodeImage(reader, source);
      return await run(pixels, (found, labels) => {
        scores = found;
        outcome = { labels };
      });
    } catch (error) {
      outcome = { error: error instanceof Error ? error.message : String(error) };
      if (error instanceof AwsError) throw error;
      // A call that a stop interrupts is no failure to report.
      if (!state.stopping.signal.aborted) console.error(error);
      throw internal();
    } finally {
      const durationMs = clock.now() - at;
      state.analyses.unshift({ at, operation: name, source: nameOfSource(input), durationMs, scores, outcome });
      state.analyses.splice(MAX_ANALYSES);
    }
  };
  const result = state.last.then(work);
  state.last = result.catch(() => undefined);
  return result;
};

const operationsOf = (state: State): Readonly<Record<string, JsonOperation>> => {
  const requireCaller = (caller: Principal | undefined, action: string): Principal => {
    if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
    state.options.authorize?.(caller, `rekognition:${action}`, '*');
    return caller;
  };
  return {
    DetectModerationLabels: operation(moderationInput, (input, caller) => {
      const signer = requireCaller(caller, 'DetectModerationLabels');
      requireServed('DetectModerationLabels', input, ['Image', 'MinConfidence'], INVALID_PARAMETER);
      const { MinConfidence = MODERATION_MIN_CONFIDENCE } = input;
      return analyze(state, signer, {
        operation: 'DetectModerationLabels',
        image: input.Image,
        run: async (pixels, found) => {
          const [first, second] = await classify(state, pixels);
          const moderation = moderate(first, second, MinConfidence);
          found(
            second ? [first, second] : [first],
            moderation.ModerationLabels.map(({ Name, Confidence }) => `${Name} ${Confidence.toFixed(1)}`),
          );
          return { ...moderation, ModerationModelVersion: MODERATION_MODEL };
        },
      });
    }),
    DetectLabels: operation(labelsInput, (input, caller) => {
      const signer = requireCaller(caller, 'DetectLabels');
      requireServed('DetectLabels', input, ['Image', 'MaxLabels', 'MinConfidence', 'Features'], INVALID_PARAMETER);
      if (input.Features?.includes('IMAGE_PROPERTIES'))
        throw new AwsError(INVALID_PARAMETER, 'The local cloud does not support IMAGE_PROPERTIES of DetectLabels');
      return analyze(state, signer, {
        operation: 'DetectLabels',
        image: input.Image,
        run: () => ({ Labels: [], LabelModelVersion: LABEL_MODEL }),
      });
    }),
  };
};

/**
 * Serves Rekognition's DetectModerationLabels and DetectLabels for single images.
 *
 * Intended differences from AWS:
 * - Two small models replace AWS's: MobileNetV2 finds, InceptionV3 confirms (both of nsfwjs). They know explicit and
 *   suggestive pictures; there is no model for violence, weapons, drugs and the other categories, so their absence from
 *   a response says nothing. `ModerationModelVersion` starts with `local-`, so that a caller can see this.
 * - DetectLabels has no model. It checks the image like AWS and returns no labels, with `local-none` as model version.
 *   Every caller must handle a picture in which nothing was recognized, while an error would look like an outage, be
 *   retried and fail the work around it.
 * - Settings that it does not serve are rejected by name.
 * - Images are analyzed one at a time. EXIF orientation is not applied.
 */
export const createRekognitionEngine = (options: RekognitionOptions): RekognitionEngine => {
  let tools = options.ffmpeg;
  const state: State = {
    options,
    models: options.models ?? createModels({ clock: options.clock }),
    findTools: () => (tools ??= findMediaTools()),
    analyses: [],
    stopping: new AbortController(),
    last: Promise.resolve(),
  };
  return {
    ...jsonService({ signingName: 'rekognition', operations: operationsOf(state) }),
    analyses: () => state.analyses,
    modelProcess: () => state.models.processId(),
    async start() {
      state.stopping = new AbortController();
      await rm(path.join(options.dataDir, 'work'), { recursive: true, force: true });
    },
    async stop() {
      state.stopping.abort();
      await state.models.stop();
      await state.last;
      // A call that was waiting may have started the models again.
      await state.models.stop();
    },
  };
};
