import * as z from 'zod/mini';

/** Environment of the detector. */
export const Env = z.object({ TABLE_NAME: z.string(), SENDING_QUEUE_URL: z.string() });
export type Env = z.infer<typeof Env>;
