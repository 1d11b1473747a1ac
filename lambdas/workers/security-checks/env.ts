import * as z from 'zod/mini';

/** Environment of the security-checks worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  SITE_URL_PARAMETER: z.string(),
  CURSOR_KEY_PARAMETER: z.string(),
  /** Addresses of the buckets of media and of uploaded files, without a trailing slash. */
  MEDIA_URL: z.string(),
  UPLOADS_URL: z.string(),
});
export type Env = z.infer<typeof Env>;
