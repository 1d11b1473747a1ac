import * as z from 'zod/mini';
import { ContentId } from '../../contract/shared.ts';
import { JOB_STATUSES, type JobEvent } from '../../domain/conversion/job-events.ts';
import { plainReason } from '../../domain/conversion/reasons.ts';

/** The converter's event about one of our jobs. */
export const StateChange = z.object({
  source: z.literal('aws.mediaconvert'),
  time: z.string(),
  detail: z.object({
    /** Milliseconds since the epoch; `time` has whole seconds only. */
    timestamp: z.optional(z.number()),
    jobId: z.string(),
    status: z.string(),
    userMetadata: z.object({ contentId: ContentId, versionId: z.string(), attempt: z.coerce.number() }),
    jobProgress: z.optional(z.object({ jobPercentComplete: z.optional(z.number()) })),
    errorCode: z.optional(z.number()),
    errorMessage: z.optional(z.string()),
  }),
});

/** Identifies an attempt. */
export interface AttemptIds {
  readonly content_id: string;
  readonly version_id: string;
  readonly attempt: number;
}

/** A report about the job of one attempt. */
export interface JobReport {
  readonly kind: 'job';
  readonly ids: AttemptIds;
  readonly event: JobEvent;
  /** The converter's own message, for the log. */
  readonly cause: string | undefined;
}

/** Reads the converter's event. Undefined for a status that changes nothing. */
export const readJobReport = ({ time, detail }: z.infer<typeof StateChange>): JobReport | undefined => {
  const status = JOB_STATUSES.find((known) => known === detail.status);
  if (!status) return undefined;
  const { contentId, versionId, attempt } = detail.userMetadata;
  return {
    kind: 'job',
    ids: { content_id: contentId, version_id: versionId, attempt },
    event: {
      jobId: detail.jobId,
      status,
      progress: detail.jobProgress?.jobPercentComplete,
      ...(status === 'ERROR' ? { reason: plainReason(detail.errorCode) } : {}),
      at: new Date(detail.timestamp ?? time).toISOString(),
    },
    cause: detail.errorMessage,
  };
};
