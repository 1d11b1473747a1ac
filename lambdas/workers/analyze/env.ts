import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';

/** Environment of the analysis worker. A provider that is `off` is not called. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  MEDIA_BUCKET: z.string(),
  ...stageEnv,
  /** What results name as the version of Comprehend's models. */
  TEXT_MODEL_VERSION: z.string(),
});
export type Env = z.infer<typeof Env>;
