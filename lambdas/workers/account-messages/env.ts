import * as z from 'zod/mini';

/** Environment of the account-messages worker. */
export const Env = z.object({ SITE_URL_PARAMETER: z.string() });
export type Env = z.infer<typeof Env>;
