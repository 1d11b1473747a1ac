import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';
import { storageEnv } from '../storage-location.ts';

/** Environment of the catalog function. */
export const Env = z.object({
  ...apiEnv,
  ...storageEnv,
  /** `true` if visitors who have not signed in can browse. */
  PUBLIC_CATALOG: z.string().check(z.regex(/^(true|false)$/)),
  USER_POOL_CLIENT_ID: z.string(),
  ISSUER: z.string(),
  JWKS_URI: z.string(),
  CURSOR_KEY_PARAMETER: z.string(),
});
export type Env = z.infer<typeof Env>;
