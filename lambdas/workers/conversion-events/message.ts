import * as z from 'zod/mini';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';
import { StateChange, readJobReport, type JobReport } from './job-report.ts';

const StepRequested = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('StepRequested.v1'),
  detail: appEvents['StepRequested.v1'],
});

const Event = z.union([StateChange, StepRequested]);

/** The report of a job, or a request to rewrite the playlists (step `ready`). */
export type ConversionMessage = JobReport | { readonly kind: 'ready'; readonly ids: StepRunIds };

/** Parses an event. Undefined for a job status that changes nothing. @throws ZodError for any other event */
export const parseMessage = (body: unknown): ConversionMessage | undefined => {
  const event = Event.parse(body);
  if (event.source !== EVENT_SOURCE) return readJobReport(event);
  const { contentId, versionId, attempt, step, run } = event.detail;
  return { kind: 'ready', ids: { content_id: contentId, version_id: versionId, attempt, step, run } };
};
