import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the factors function. `PASSKEYS` and `PHONES` are `true` if the stage offers them. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  USER_POOL_ID: z.string(),
  USER_POOL_CLIENT_ID: z.string(),
  PASSKEYS: z.string(),
  PHONES: z.string(),
  /** Sender of our own emails, a verified identity in SES. */
  MAIL_FROM: z.string(),
});
export type Env = z.infer<typeof Env>;
