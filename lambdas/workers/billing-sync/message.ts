import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

const StripeEventReceived = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('StripeEventReceived.v1'),
  detail: appEvents['StripeEventReceived.v1'],
});

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'StripeEventReceived.v1'> =>
  StripeEventReceived.parse(event).detail;
