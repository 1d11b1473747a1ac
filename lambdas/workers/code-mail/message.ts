import { messageOf, type AppEvent } from '../../events/app-events.ts';

const CodeRequested = messageOf('CodeRequested.v1');

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'CodeRequested.v1'> => CodeRequested.parse(event).detail;
