import * as z from 'zod/mini';
import { messageOf } from '../../events/app-events.ts';

const Message = z.discriminatedUnion('detail-type', [
  messageOf('ContentChanged.v1'),
  messageOf('TranscriptChanged.v1'),
]);

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
