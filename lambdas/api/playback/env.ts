import * as z from 'zod/mini';

/** Environment of the playback function. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  SIGNING_KEY_PARAMETER: z.string(),
  KEY_PAIR_ID: z.string(),
  SITE_URL_PARAMETER: z.string(),
});
export type Env = z.infer<typeof Env>;
