import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the billing function. */
export const Env = z.object({
  ...apiEnv,
  STAGE: z.string(),
  STRIPE_PARAMETER: z.string(),
  SITE_URL_PARAMETER: z.string(),
  GRACE_DAYS: z.string(),
  AUTOMATIC_TAX: z.string(),
});
export type Env = z.infer<typeof Env>;
