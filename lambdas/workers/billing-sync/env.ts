import * as z from 'zod/mini';

/** Environment of the worker that follows the events of Stripe. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  STAGE: z.string(),
  STRIPE_PARAMETER: z.string(),
  GRACE_DAYS: z.string(),
  AUTOMATIC_TAX: z.string(),
});
export type Env = z.infer<typeof Env>;
