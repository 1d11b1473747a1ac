import * as z from 'zod/mini';

/** Environment of the security-clock worker. */
export const Env = z.object({ TABLE_NAME: z.string() });
export type Env = z.infer<typeof Env>;
