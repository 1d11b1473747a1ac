import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the uploads function. */
export const Env = z.object({
  ...apiEnv,
  UPLOADS_BUCKET: z.string(),
  /** Origin of the URLs that browsers upload to. Empty for S3's own. */
  S3_PUBLIC_ENDPOINT: z.string(),
});
export type Env = z.infer<typeof Env>;
