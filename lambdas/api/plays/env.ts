import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the function with the numbers of plays. */
export const Env = z.object(apiEnv);
export type Env = z.infer<typeof Env>;
