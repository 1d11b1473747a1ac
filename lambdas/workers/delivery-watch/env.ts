import * as z from 'zod/mini';

/** Environment of the delivery-watch worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  MEDIA_BUCKET: z.string(),
  SITE_URL_PARAMETER: z.string(),
  DISTRIBUTION_PARAMETER: z.string(),
});
export type Env = z.infer<typeof Env>;
