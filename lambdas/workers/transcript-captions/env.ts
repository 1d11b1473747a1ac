import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';

/** Environment of the transcripts worker. */
export const Env = z.object({ TABLE_NAME: z.string(), MEDIA_BUCKET: z.string(), ...stageEnv });
export type Env = z.infer<typeof Env>;
