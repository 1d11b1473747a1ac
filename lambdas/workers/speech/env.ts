import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';

/** Environment of the speech worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  MEDIA_BUCKET: z.string(),
  UPLOADS_BUCKET: z.string(),
  STAGE: z.string(),
  /** Who recognizes speech (`analysis.speech` of the stage). */
  PROVIDER: z.enum(['transcribe', 'off']),
  /** Languages of the speech, separated by commas. */
  SPEECH_LANGUAGES: z.string().check(z.minLength(2)),
  ...stageEnv,
});
export type Env = z.infer<typeof Env>;
