import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the credentials function. */
export const Env = z.object({ ...apiEnv, USER_POOL_ID: z.string(), CURSOR_KEY_PARAMETER: z.string() });
export type Env = z.infer<typeof Env>;
