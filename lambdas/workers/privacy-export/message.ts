import { messageOf, type AppEvent } from '../../events/app-events.ts';

const DataRequested = messageOf('DataRequested.v1');

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'DataRequested.v1'> => DataRequested.parse(event).detail;
