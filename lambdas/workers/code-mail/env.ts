import * as z from 'zod/mini';

/** Environment of the code-mail worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  USER_POOL_ID: z.string(),
  /** Sender of our own emails, a verified identity in SES. */
  MAIL_FROM: z.string(),
  SITE_URL_PARAMETER: z.string(),
});
export type Env = z.infer<typeof Env>;
