import * as z from 'zod/mini';
import { ContentId } from '../../contract/shared.ts';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';
import { JOB_STATUSES, type JobEvent } from '../../domain/conversion/job-events.ts';
import { plainReason } from '../../domain/conversion/reasons.ts';

const StateChange = z.object({
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

const PlaylistsRequested = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('PlaylistsRequested.v1'),
  detail: appEvents['PlaylistsRequested.v1'],
});

const Event = z.union([StateChange, PlaylistsRequested]);

interface AttemptIds {
  readonly content_id: string;
  readonly version_id: string;
  readonly attempt: number;
}

/** A report about the job of one attempt. */
export interface JobReport {
  readonly kind: 'job';
  readonly ids: AttemptIds;
  readonly event: JobEvent;
  /** The converter's own words, for the log. */
  readonly cause: string | undefined;
}

/** What the worker is told: a job's report, or that playlists are wanted again. */
export type ConversionMessage = JobReport | { readonly kind: 'playlists'; readonly ids: AttemptIds };

/** Reads an event; undefined for a job's status that changes nothing here. Throws for an event of another shape. */
export const parseMessage = (body: unknown): ConversionMessage | undefined => {
  const told = Event.parse(body);
  if (told.source === EVENT_SOURCE) {
    const { contentId, versionId, attempt } = told.detail;
    return { kind: 'playlists', ids: { content_id: contentId, version_id: versionId, attempt } };
  }
  const { time, detail } = told;
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
