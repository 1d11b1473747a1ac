import * as z from 'zod/mini';

/** Environment of the library function. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  CURSOR_KEY_PARAMETER: z.string(),
  PUBLIC_CATALOG: z.string(),
  USER_POOL_CLIENT_ID: z.string(),
  ISSUER: z.string(),
  JWKS_URI: z.string(),
});
export type Env = z.infer<typeof Env>;
