import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

const BulkJobStarted = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('BulkJobStarted.v1'),
  detail: appEvents['BulkJobStarted.v1'],
});

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'BulkJobStarted.v1'> => BulkJobStarted.parse(event).detail;
