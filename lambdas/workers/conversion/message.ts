import * as z from 'zod/mini';
import { ContentId } from '../../contract/shared.ts';
import { JOB_STATUSES, type JobEvent } from '../../domain/conversion/job-events.ts';
import { plainReason } from '../../domain/conversion/reasons.ts';

const StateChange = z.object({
  source: z.literal('aws.mediaconvert'),
  time: z.string(),
  detail: z.object({
    jobId: z.string(),
    status: z.string(),
    userMetadata: z.object({ contentId: ContentId, versionId: z.string(), attempt: z.coerce.number() }),
    jobProgress: z.optional(z.object({ jobPercentComplete: z.optional(z.number()) })),
    errorCode: z.optional(z.number()),
    errorMessage: z.optional(z.string()),
  }),
});

/** A report about the job of one attempt. */
export interface ConversionMessage {
  readonly ids: { readonly content_id: string; readonly version_id: string; readonly attempt: number };
  readonly event: JobEvent;
  /** The converter's own words, for the log. */
  readonly cause: string | undefined;
}

/** Reads a job's state change; undefined for a status that changes nothing here. Throws for an event of another shape. */
export const parseMessage = (body: unknown): ConversionMessage | undefined => {
  const { time, detail } = StateChange.parse(body);
  const status = JOB_STATUSES.find((known) => known === detail.status);
  if (!status) return undefined;
  const { contentId, versionId, attempt } = detail.userMetadata;
  return {
    ids: { content_id: contentId, version_id: versionId, attempt },
    event: {
      jobId: detail.jobId,
      status,
      progress: detail.jobProgress?.jobPercentComplete,
      ...(status === 'ERROR' ? { reason: plainReason(detail.errorCode) } : {}),
      at: new Date(time).toISOString(),
    },
    cause: detail.errorMessage,
  };
};
