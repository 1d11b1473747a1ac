import { messageOf, type AppEvent } from '../../events/app-events.ts';

const NamesChanged = messageOf('CatalogNamesChanged.v1');

/** Parses the event. Throws when it is invalid. */
export const parseMessage = (body: unknown): AppEvent<'CatalogNamesChanged.v1'> => NamesChanged.parse(body).detail;
