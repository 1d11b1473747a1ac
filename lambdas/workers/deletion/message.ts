import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

const ContentDeleted = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('ContentDeleted.v1'),
  detail: appEvents['ContentDeleted.v1'],
});

/** Parses the event. Throws when it is invalid. */
export const parseMessage = (body: unknown): AppEvent<'ContentDeleted.v1'> => ContentDeleted.parse(body).detail;
