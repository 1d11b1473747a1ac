import * as z from 'zod/mini';

/** Environment of the worker that erases accounts. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  EXPORTS_BUCKET: z.string(),
  USER_POOL_ID: z.string(),
  /** Sender of our own emails, a verified identity in SES. */
  MAIL_FROM: z.string(),
  SITE_URL_PARAMETER: z.string(),
  STAGE: z.string(),
  STRIPE_PARAMETER: z.string(),
  GRACE_DAYS: z.string(),
  AUTOMATIC_TAX: z.string(),
});
export type Env = z.infer<typeof Env>;
