import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

const UsernameRequested = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('UsernameRequested.v1'),
  detail: appEvents['UsernameRequested.v1'],
});

/** Parses the event. Throws when it is invalid. */
export const parseEvent = (event: unknown): AppEvent<'UsernameRequested.v1'> => UsernameRequested.parse(event).detail;
