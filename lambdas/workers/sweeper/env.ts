import * as z from 'zod/mini';

/** Environment of the sweeper. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  UPLOADS_BUCKET: z.string(),
  MEDIA_BUCKET: z.string(),
});
export type Env = z.infer<typeof Env>;
