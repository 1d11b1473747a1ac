import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

const NamesChanged = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('CatalogNamesChanged.v1'),
  detail: appEvents['CatalogNamesChanged.v1'],
});

/** Parses the event. Throws when it is invalid. */
export const parseMessage = (body: unknown): AppEvent<'CatalogNamesChanged.v1'> => NamesChanged.parse(body).detail;
