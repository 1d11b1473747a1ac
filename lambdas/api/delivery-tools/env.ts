import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the function with the tools of the delivery. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  DECLARED_PARAMETER: z.string(),
  DISTRIBUTION_PARAMETER: z.string(),
  MEDIA_BUCKET: z.string(),
});
export type Env = z.infer<typeof Env>;
