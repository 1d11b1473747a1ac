import * as z from 'zod/mini';

/** Environment of the analysis worker. A provider that is `off` is not called. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  MEDIA_BUCKET: z.string(),
  ANALYSIS_FRAMES: z.enum(['rekognition', 'off']),
  ANALYSIS_TEXT: z.enum(['comprehend', 'off']),
  ANALYSIS_TOPICS: z.enum(['bedrock', 'lexicon', 'off']),
  /** Inference profile of Bedrock that `bedrock` asks. */
  LANGUAGE_MODEL: z.string(),
  /** What results name as the version of Comprehend's models. */
  TEXT_MODEL_VERSION: z.string(),
});
export type Env = z.infer<typeof Env>;
