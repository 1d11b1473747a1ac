import * as z from 'zod/mini';
import { stepRunOf, type StepRunIds } from '../../domain/pipeline/step-run.ts';
import { messageOf, type AppEvent } from '../../events/app-events.ts';

const Event = z.discriminatedUnion('detail-type', [messageOf('StepRequested.v1'), messageOf('SafetyPolicyChanged.v1')]);

/** A run of the step `safety`, or the next page of the catalog that a new policy is applied to. */
export type SafetyMessage =
  | { readonly kind: 'step'; readonly ids: StepRunIds }
  | { readonly kind: 'page'; readonly page: AppEvent<'SafetyPolicyChanged.v1'> };

/** Parses an event. @throws ZodError for any other event */
export const parseMessage = (body: unknown): SafetyMessage => {
  const event = Event.parse(body);
  if (event['detail-type'] === 'SafetyPolicyChanged.v1') return { kind: 'page', page: event.detail };
  return { kind: 'step', ids: stepRunOf(event.detail) };
};
