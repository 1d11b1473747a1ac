import * as z from 'zod/mini';

/** Environment of the worker that updates the search index. */
export const Env = z.object({ TABLE_NAME: z.string(), SEARCH_BUCKET: z.string() });
export type Env = z.infer<typeof Env>;
