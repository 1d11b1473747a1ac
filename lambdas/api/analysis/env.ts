import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';
import { apiEnv } from '../api-env.ts';

/** Environment of the analysis function. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  ...stageEnv,
  ANALYSIS_SPEECH: z.string(),
});
export type Env = z.infer<typeof Env>;
