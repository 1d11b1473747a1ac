import { messageOf, type AppEvent } from '../../events/app-events.ts';

const SecurityAlertRaised = messageOf('SecurityAlertRaised.v1');

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'SecurityAlertRaised.v1'> =>
  SecurityAlertRaised.parse(event).detail;
