import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents, type AppEvent } from '../../events/app-events.ts';

/** The events that the worker receives. */
export type LibraryMessage =
  | AppEvent<'ContentChanged.v1'>
  | AppEvent<'PlaylistDeleted.v1'>
  | AppEvent<'HistoryCleared.v1'>
  | AppEvent<'AccountSwitched.v1'>;

const source = z.literal(EVENT_SOURCE);
const Message = z.discriminatedUnion('detail-type', [
  z.object({ source, 'detail-type': z.literal('ContentChanged.v1'), detail: appEvents['ContentChanged.v1'] }),
  z.object({ source, 'detail-type': z.literal('PlaylistDeleted.v1'), detail: appEvents['PlaylistDeleted.v1'] }),
  z.object({ source, 'detail-type': z.literal('HistoryCleared.v1'), detail: appEvents['HistoryCleared.v1'] }),
  z.object({ source, 'detail-type': z.literal('AccountSwitched.v1'), detail: appEvents['AccountSwitched.v1'] }),
]);

/** Parses the event. Throws when it is invalid. */
export const parseMessage = (body: unknown): LibraryMessage => Message.parse(body).detail;
