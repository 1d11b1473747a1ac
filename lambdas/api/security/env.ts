import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the security function. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  /** Sender of our own emails, a verified identity in SES. */
  MAIL_FROM: z.string(),
  SITE_URL_PARAMETER: z.string(),
});
export type Env = z.infer<typeof Env>;
