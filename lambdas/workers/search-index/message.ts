import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';

const Message = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('ContentChanged.v1'),
  detail: appEvents['ContentChanged.v1'],
});

/** The id of the content item that changed. Throws for an event of another shape. */
export const parseMessage = (body: unknown): string => Message.parse(body).detail.contentId;
