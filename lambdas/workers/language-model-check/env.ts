import * as z from 'zod/mini';

/** Environment of the check of the language model. */
export const Env = z.object({
  /** Inference profile of Bedrock. */
  LANGUAGE_MODEL: z.string(),
});
export type Env = z.infer<typeof Env>;
