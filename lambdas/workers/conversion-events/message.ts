import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';
import { StateChange, readJobReport, type AttemptIds, type JobReport } from './job-report.ts';

const PlaylistsRequested = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('PlaylistsRequested.v1'),
  detail: appEvents['PlaylistsRequested.v1'],
});

const Event = z.union([StateChange, PlaylistsRequested]);

/** What the worker is told: a job's report, or that playlists are wanted again. */
export type ConversionMessage = JobReport | { readonly kind: 'playlists'; readonly ids: AttemptIds };

/** Reads an event; undefined for a job's status that changes nothing here. Throws for an event of another shape. */
export const parseMessage = (body: unknown): ConversionMessage | undefined => {
  const told = Event.parse(body);
  if (told.source === EVENT_SOURCE) {
    const { contentId, versionId, attempt } = told.detail;
    return { kind: 'playlists', ids: { content_id: contentId, version_id: versionId, attempt } };
  }
  return readJobReport(told);
};
