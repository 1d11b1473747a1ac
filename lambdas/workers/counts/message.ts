import * as z from 'zod/mini';
import type { CountedThing } from '../../domain/counts/counted.ts';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';

const Message = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('CountedThingChanged.v1'),
  detail: appEvents['CountedThingChanged.v1'],
});

/** Reads the event. Throws for an event of another shape. */
export const parseMessage = (body: unknown): CountedThing => Message.parse(body).detail;
