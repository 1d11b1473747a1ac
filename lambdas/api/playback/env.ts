import * as z from 'zod/mini';

/** Environment of the playback function. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  UPLOADS_BUCKET: z.string(),
  /** Origin of the URLs that browsers download from; '' is S3's own. */
  S3_PUBLIC_ENDPOINT: z.string(),
  SIGNING_KEY_PARAMETER: z.string(),
  KEY_PAIR_ID: z.string(),
  SITE_URL_PARAMETER: z.string(),
});
export type Env = z.infer<typeof Env>;
