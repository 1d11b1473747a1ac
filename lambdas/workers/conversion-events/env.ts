import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';

/** Environment of the conversion worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  MEDIA_BUCKET: z.string(),
  DISTRIBUTION_PARAMETER: z.string(),
  ...stageEnv,
});
export type Env = z.infer<typeof Env>;
