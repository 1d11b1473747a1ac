import * as z from 'zod/mini';

/** Environment of the worker that updates the lists of analyzed titles. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  /** Who finds topics, and the inference profile of Bedrock that `bedrock` asks: for what they are expected to cost. */
  ANALYSIS_TOPICS: z.enum(['bedrock', 'lexicon', 'off']),
  LANGUAGE_MODEL: z.string(),
});
export type Env = z.infer<typeof Env>;
