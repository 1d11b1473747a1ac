import * as z from 'zod/mini';
import { OriginHashList } from '../api-env.ts';

/** Environment of the function that receives the events of Stripe. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  ORIGIN_HASHES: OriginHashList,
  STRIPE_PARAMETER: z.string(),
  CURSOR_KEY_PARAMETER: z.string(),
});
export type Env = z.infer<typeof Env>;
