import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the function for smart tokens. */
export const Env = z.object({
  ...apiEnv,
  CURSOR_KEY_PARAMETER: z.string(),
  EXPORTS_BUCKET: z.string(),
  /** Origin of the URLs that are downloaded from. Empty for S3's own. */
  S3_PUBLIC_ENDPOINT: z.string(),
  SITE_URL_PARAMETER: z.string(),
  UPLOADS_BUCKET: z.string(),
});
export type Env = z.infer<typeof Env>;
