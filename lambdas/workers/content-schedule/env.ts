import * as z from 'zod/mini';

/** Environment of the worker that applies scheduled changes. */
export const Env = z.object({ TABLE_NAME: z.string(), MEDIA_BUCKET: z.string(), DISTRIBUTION_PARAMETER: z.string() });
export type Env = z.infer<typeof Env>;
