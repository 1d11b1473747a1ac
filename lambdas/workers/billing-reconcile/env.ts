import * as z from 'zod/mini';

/** Environment of the hourly worker that finds what events missed. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  STAGE: z.string(),
  STRIPE_PARAMETER: z.string(),
  GRACE_DAYS: z.string(),
  AUTOMATIC_TAX: z.string(),
});
export type Env = z.infer<typeof Env>;
