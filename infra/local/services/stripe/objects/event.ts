import { API_VERSION, newId } from '../ids.ts';
import type { StripeEvent, StripeObject } from '../types.ts';

/** An event with a snapshot of its object. */
export const createEvent = ({
  type,
  object,
  previous,
  request,
  created,
}: {
  readonly type: string;
  readonly object: StripeObject;
  readonly previous: Readonly<Record<string, unknown>> | undefined;
  /** The call of the API that caused it. */
  readonly request: { readonly id: string; readonly idempotency_key: string | null } | undefined;
  readonly created: number;
}): StripeEvent => ({
  id: newId('evt'),
  object: 'event',
  api_version: API_VERSION,
  created,
  data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
  livemode: false,
  pending_webhooks: 0,
  request: request ?? { id: null, idempotency_key: null },
  type,
});
