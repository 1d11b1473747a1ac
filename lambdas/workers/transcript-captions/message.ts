import * as z from 'zod/mini';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';

const source = z.literal(EVENT_SOURCE);
const Event = z.discriminatedUnion('detail-type', [
  z.object({ source, 'detail-type': z.literal('StepRequested.v1'), detail: appEvents['StepRequested.v1'] }),
  z.object({ source, 'detail-type': z.literal('TranscriptChanged.v1'), detail: appEvents['TranscriptChanged.v1'] }),
]);

/** A request to run the step `captions`, or a transcript that changed. */
export type CaptionsMessage =
  { readonly kind: 'run'; readonly ids: StepRunIds } | { readonly kind: 'changed'; readonly contentId: string };

/** Parses an event. @throws ZodError for any other event */
export const parseMessage = (body: unknown): CaptionsMessage => {
  const event = Event.parse(body);
  if (event['detail-type'] === 'TranscriptChanged.v1') return { kind: 'changed', contentId: event.detail.contentId };
  const { contentId, versionId, attempt, step, run } = event.detail;
  return { kind: 'run', ids: { content_id: contentId, version_id: versionId, attempt, step, run } };
};
