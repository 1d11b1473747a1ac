import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';

const eventOf = <T extends 'ContentChanged.v1' | 'TranscriptChanged.v1'>(type: T) =>
  z.object({ source: z.literal(EVENT_SOURCE), 'detail-type': z.literal(type), detail: appEvents[type] });

const Message = z.union([eventOf('ContentChanged.v1'), eventOf('TranscriptChanged.v1')]);

/** What must be indexed again: the sentences of a content item, and the item unless only its transcript changed. */
export interface IndexTask {
  readonly contentId: string;
  readonly item: boolean;
}

/** What an event asks for. Throws for an event of another shape. */
export const parseMessage = (body: unknown): IndexTask => {
  const { 'detail-type': type, detail } = Message.parse(body);
  return { contentId: detail.contentId, item: type === 'ContentChanged.v1' };
};
