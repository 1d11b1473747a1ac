import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';
import { apiEnv } from '../api-env.ts';

/** Environment of the transcripts function. */
export const Env = z.object({ ...apiEnv, ...stageEnv });
export type Env = z.infer<typeof Env>;
