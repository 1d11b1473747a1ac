import * as z from 'zod/mini';
import { stageEnv } from '../../domain/pipeline/stage.ts';
import { HDR_TO_SDR } from '../../domain/media/colors.ts';

/** Environment of the ingest worker. */
export const Env = z.object({
  TABLE_NAME: z.string(),
  UPLOADS_BUCKET: z.string(),
  MEDIA_BUCKET: z.string(),
  MEDIACONVERT_ROLE_ARN: z.string(),
  /** What happens to the colors of HDR videos. */
  HDR_TO_SDR: z.enum(HDR_TO_SDR),
  /** Who recognizes speech, or `off`: then conversions make no file for it. */
  ANALYSIS_SPEECH: z.string(),
  ...stageEnv,
  /** Marks the jobs, so that stages of one account keep apart. */
  STAGE: z.string(),
});
export type Env = z.infer<typeof Env>;
