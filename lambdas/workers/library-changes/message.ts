import * as z from 'zod/mini';
import { messageOf, type AppEvent } from '../../events/app-events.ts';

/** The events that the worker receives. */
export type LibraryMessage =
  | AppEvent<'ContentChanged.v1'>
  | AppEvent<'PlaylistDeleted.v1'>
  | AppEvent<'HistoryCleared.v1'>
  | AppEvent<'AccountSwitched.v1'>;

const Message = z.discriminatedUnion('detail-type', [
  messageOf('ContentChanged.v1'),
  messageOf('PlaylistDeleted.v1'),
  messageOf('HistoryCleared.v1'),
  messageOf('AccountSwitched.v1'),
]);

/** Parses the event. Throws when it is invalid. */
export const parseMessage = (body: unknown): LibraryMessage => Message.parse(body).detail;
