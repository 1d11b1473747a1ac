import * as z from 'zod/mini';

/** Environment of the worker that sums up plays. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  /** Seconds after which a run begins nothing further. */
  TIME_LIMIT_SECONDS: z.string().check(z.regex(/^\d{1,3}$/)),
});
export type Env = z.infer<typeof Env>;
