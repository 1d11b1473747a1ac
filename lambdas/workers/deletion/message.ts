import { messageOf, type AppEvent } from '../../events/app-events.ts';

const ContentDeleted = messageOf('ContentDeleted.v1');

/** Parses the event. Throws when it is invalid. */
export const parseMessage = (body: unknown): AppEvent<'ContentDeleted.v1'> => ContentDeleted.parse(body).detail;
