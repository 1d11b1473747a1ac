import * as z from 'zod/mini';

/** Environment of the sign-in-attempts worker. */
export const Env = z.object({ TABLE_NAME: z.string(), CURSOR_KEY_PARAMETER: z.string() });
export type Env = z.infer<typeof Env>;
