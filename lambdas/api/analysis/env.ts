import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the analysis function. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  /** Who finds topics, and the inference profile of Bedrock that `bedrock` asks: for what they are expected to cost. */
  ANALYSIS_TOPICS: z.enum(['bedrock', 'lexicon', 'off']),
  LANGUAGE_MODEL: z.string(),
});
export type Env = z.infer<typeof Env>;
