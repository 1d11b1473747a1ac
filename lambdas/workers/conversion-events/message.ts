import * as z from 'zod/mini';
import { stepRunOf, type StepRunIds } from '../../domain/pipeline/step-run.ts';
import { EVENT_SOURCE, messageOf } from '../../events/app-events.ts';
import { StateChange, readJobReport, type JobReport } from './job-report.ts';

const StepRequested = messageOf('StepRequested.v1');

const Event = z.union([StateChange, StepRequested]);

/** The report of a job, or a request to rewrite the playlists (step `ready`). */
export type ConversionMessage = JobReport | { readonly kind: 'ready'; readonly ids: StepRunIds };

/** Parses an event. Undefined for a job status that changes nothing. @throws ZodError for any other event */
export const parseMessage = (body: unknown): ConversionMessage | undefined => {
  const event = Event.parse(body);
  if (event.source !== EVENT_SOURCE) return readJobReport(event);
  return { kind: 'ready', ids: stepRunOf(event.detail) };
};
