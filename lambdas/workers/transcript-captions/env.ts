import * as z from 'zod/mini';

/** Environment of the transcripts worker. */
export const Env = z.object({ TABLE_NAME: z.string(), MEDIA_BUCKET: z.string() });
export type Env = z.infer<typeof Env>;
