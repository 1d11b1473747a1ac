import * as z from 'zod/mini';
import type { CountedThing } from '../../domain/counts/counted.ts';
import { messageOf } from '../../events/app-events.ts';

const Message = z.discriminatedUnion('detail-type', [messageOf('ContentChanged.v1'), messageOf('PersonChanged.v1')]);

/** Parses the event. Throws when it is invalid. */
export const parseMessage = (body: unknown): CountedThing => {
  const { detail } = Message.parse(body);
  return 'contentId' in detail ? { thing: 'content', id: detail.contentId } : { thing: 'user', id: detail.userId };
};
