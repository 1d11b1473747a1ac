import * as z from 'zod/mini';

/** Environment of the deletion worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  UPLOADS_BUCKET: z.string(),
  MEDIA_BUCKET: z.string(),
  DISTRIBUTION_PARAMETER: z.string(),
  STAGE: z.string(),
});
export type Env = z.infer<typeof Env>;
