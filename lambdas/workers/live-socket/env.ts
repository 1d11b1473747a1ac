import * as z from 'zod/mini';

/** Environment of the live-socket worker. `LIVE_ENDPOINT` is the URL that clients connect to: `wss://host/stage`. */
export const Env = z.object({ TABLE_NAME: z.string(), LIVE_ENDPOINT: z.string(), ORIGIN_HASHES: z.string() });
export type Env = z.infer<typeof Env>;
