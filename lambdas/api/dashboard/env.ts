import * as z from 'zod/mini';

/** Environment of the dashboard function. */
export const Env = z.object({ TABLE_NAME: z.string() });
export type Env = z.infer<typeof Env>;
