import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the people function. `TEST_USERS` is `true` if test users with a plan can be created. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  USER_POOL_ID: z.string(),
  TEST_USERS: z.string(),
});
export type Env = z.infer<typeof Env>;
