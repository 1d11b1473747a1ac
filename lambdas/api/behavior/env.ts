import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the behavior function. */
export const Env = z.object(apiEnv);
export type Env = z.infer<typeof Env>;
