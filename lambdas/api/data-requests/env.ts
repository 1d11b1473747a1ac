import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the function for data requests. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  EXPORTS_BUCKET: z.string(),
  /** Origin of the URLs that browsers download from. Empty for S3's own. */
  S3_PUBLIC_ENDPOINT: z.string(),
});
export type Env = z.infer<typeof Env>;
