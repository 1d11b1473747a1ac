import * as z from 'zod/mini';

/** Environment of the account-sweeper worker. */
export const Env = z.object({ USER_POOL_ID: z.string() });
export type Env = z.infer<typeof Env>;
