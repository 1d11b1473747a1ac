import * as z from 'zod/mini';

/** Environment of the username-mail worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  USER_POOL_ID: z.string(),
  /** Address that our own mails come from; an identity of SES. */
  MAIL_FROM: z.string(),
});
export type Env = z.infer<typeof Env>;
