import * as z from 'zod/mini';
import type { CountedThing } from '../../domain/counts/counted.ts';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';

const source = z.literal(EVENT_SOURCE);
const Message = z.discriminatedUnion('detail-type', [
  z.object({ source, 'detail-type': z.literal('ContentChanged.v1'), detail: appEvents['ContentChanged.v1'] }),
  z.object({ source, 'detail-type': z.literal('PersonChanged.v1'), detail: appEvents['PersonChanged.v1'] }),
]);

/** Parses the event. Throws when it is invalid. */
export const parseMessage = (body: unknown): CountedThing => {
  const { detail } = Message.parse(body);
  return 'contentId' in detail ? { thing: 'content', id: detail.contentId } : { thing: 'user', id: detail.userId };
};
