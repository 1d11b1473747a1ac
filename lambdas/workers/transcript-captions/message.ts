import * as z from 'zod/mini';
import { stepRunOf, type StepRunIds } from '../../domain/pipeline/step-run.ts';
import { messageOf } from '../../events/app-events.ts';

const Event = z.discriminatedUnion('detail-type', [messageOf('StepRequested.v1'), messageOf('TranscriptChanged.v1')]);

/** A request to run the step `captions`, or a transcript that changed. */
export type CaptionsMessage =
  { readonly kind: 'run'; readonly ids: StepRunIds } | { readonly kind: 'changed'; readonly contentId: string };

/** Parses an event. @throws ZodError for any other event */
export const parseMessage = (body: unknown): CaptionsMessage => {
  const event = Event.parse(body);
  if (event['detail-type'] === 'TranscriptChanged.v1') return { kind: 'changed', contentId: event.detail.contentId };
  return { kind: 'run', ids: stepRunOf(event.detail) };
};
