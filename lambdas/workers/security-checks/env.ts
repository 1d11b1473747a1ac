import * as z from 'zod/mini';

/** Environment of the security-checks worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  SITE_URL_PARAMETER: z.string(),
  CURSOR_KEY_PARAMETER: z.string(),
  /** The buckets of media and of uploaded files, and their hosts. */
  MEDIA_BUCKET: z.string(),
  MEDIA_DOMAIN: z.string(),
  UPLOADS_BUCKET: z.string(),
  UPLOADS_DOMAIN: z.string(),
  /** Origin that contains all buckets; empty: each has its host. */
  S3_PUBLIC_ENDPOINT: z.string(),
});
export type Env = z.infer<typeof Env>;
