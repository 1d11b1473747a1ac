import * as z from 'zod/mini';

/** Environment of the worker that sums the delivery's logs. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  LOGS_BUCKET: z.string(),
  DISTRIBUTION_PARAMETER: z.string(),
  /** Seconds after which a run begins no further months of titles and creators. */
  TIME_LIMIT_SECONDS: z.string().check(z.regex(/^\d{1,3}$/)),
});
export type Env = z.infer<typeof Env>;
