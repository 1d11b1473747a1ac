import * as z from 'zod/mini';

/** Environment of the worker that lets contents follow their category and creator. */
export const Env = z.object({ TABLE_NAME: z.string() });
export type Env = z.infer<typeof Env>;
