import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

const CodeRequested = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('CodeRequested.v1'),
  detail: appEvents['CodeRequested.v1'],
});

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'CodeRequested.v1'> => CodeRequested.parse(event).detail;
