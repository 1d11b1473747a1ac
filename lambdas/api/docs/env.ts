import * as z from 'zod/mini';

/** Environment of the docs function: empty. */
export const Env = z.object({});
export type Env = z.infer<typeof Env>;
