import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the sessions function. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  USER_POOL_CLIENT_ID: z.string(),
  ISSUER: z.string(),
  JWKS_URI: z.string(),
});
export type Env = z.infer<typeof Env>;
