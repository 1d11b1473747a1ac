import * as z from 'zod/mini';

/** Environment of the worker that sums up security events. */
export const Env = z.object({ TABLE_NAME: z.string() });
export type Env = z.infer<typeof Env>;
