import * as z from 'zod/mini';

/** Environment of the ingest worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  UPLOADS_BUCKET: z.string(),
  MEDIA_BUCKET: z.string(),
  MEDIACONVERT_ROLE_ARN: z.string(),
  /** Marks the jobs, so that stages of one account keep apart. */
  STAGE: z.string(),
});
export type Env = z.infer<typeof Env>;
