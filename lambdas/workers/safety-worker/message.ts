import * as z from 'zod/mini';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

const source = z.literal(EVENT_SOURCE);
const Event = z.discriminatedUnion('detail-type', [
  z.object({ source, 'detail-type': z.literal('StepRequested.v1'), detail: appEvents['StepRequested.v1'] }),
  z.object({ source, 'detail-type': z.literal('SafetyPolicyChanged.v1'), detail: appEvents['SafetyPolicyChanged.v1'] }),
]);

/** A run of the step `safety`, or the next page of the catalog that a new policy is applied to. */
export type SafetyMessage =
  | { readonly kind: 'step'; readonly ids: StepRunIds }
  | { readonly kind: 'page'; readonly page: AppEvent<'SafetyPolicyChanged.v1'> };

/** Parses an event. @throws ZodError for any other event */
export const parseMessage = (body: unknown): SafetyMessage => {
  const event = Event.parse(body);
  if (event['detail-type'] === 'SafetyPolicyChanged.v1') return { kind: 'page', page: event.detail };
  const { contentId, versionId, attempt, step, run } = event.detail;
  return { kind: 'step', ids: { content_id: contentId, version_id: versionId, attempt, step, run } };
};
