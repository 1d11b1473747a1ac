import { messageOf, type AppEvent } from '../../events/app-events.ts';

const BulkJobStarted = messageOf('BulkJobStarted.v1');

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'BulkJobStarted.v1'> => BulkJobStarted.parse(event).detail;
