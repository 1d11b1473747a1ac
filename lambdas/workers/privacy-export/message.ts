import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

const DataRequested = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('DataRequested.v1'),
  detail: appEvents['DataRequested.v1'],
});

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'DataRequested.v1'> => DataRequested.parse(event).detail;
