import { messageOf, type AppEvent } from '../../events/app-events.ts';

const StripeEventReceived = messageOf('StripeEventReceived.v1');

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'StripeEventReceived.v1'> =>
  StripeEventReceived.parse(event).detail;
