import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';
import { apiEnv } from '../api-env.ts';
import { storageEnv } from '../storage-location.ts';

/** Environment of the content function. */
export const Env = z.object({
  ...apiEnv,
  ...storageEnv,
  ...stageEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  MEDIA_BUCKET: z.string(),
});
export type Env = z.infer<typeof Env>;
