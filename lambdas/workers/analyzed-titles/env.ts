import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';

/** Environment of the worker that updates the lists of analyzed titles. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  ...stageEnv,
});
export type Env = z.infer<typeof Env>;
