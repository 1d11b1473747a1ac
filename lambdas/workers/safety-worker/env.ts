import * as z from 'zod/mini';

/** Environment of the worker that evaluates the findings of the analysis. */
export const Env = z.object({ TABLE_NAME: z.string(), MEDIA_BUCKET: z.string(), DISTRIBUTION_PARAMETER: z.string() });
export type Env = z.infer<typeof Env>;
