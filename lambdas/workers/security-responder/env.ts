import * as z from 'zod/mini';

/** Environment of the responder. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  /** Sender of our own emails, a verified identity in SES. */
  MAIL_FROM: z.string(),
  SITE_URL_PARAMETER: z.string(),
});
export type Env = z.infer<typeof Env>;
