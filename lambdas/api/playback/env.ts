import * as z from 'zod/mini';
import { apiEnv } from '../api-env.ts';

/** Environment of the playback function. */
export const Env = z.object({
  ...apiEnv,
  SIGNING_KEY_PARAMETER: z.string(),
  KEY_PAIR_ID: z.string(),
  SITE_URL_PARAMETER: z.string(),
  /** Percentage of plays whose quality is reported. */
  QUALITY_SAMPLE_PERCENT: z.string().check(z.regex(/^\d{1,3}$/)),
  /** Lifetime of the cookies in seconds. */
  MEDIA_COOKIE_SECONDS: z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
});
export type Env = z.infer<typeof Env>;
