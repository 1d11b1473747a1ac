import { mergeEvents, type CausedEvent } from '../../domain/changes/domain-events.ts';
import type { TableChange } from '../../platform/stream.ts';
import type { ChangesDeps } from './deps.ts';
import { disconnectPerson } from './disconnect-person.ts';
import { requestSending } from './request-sending.ts';

/** Delivers one event to its consumers: live connections here, everything else by the event bus. */
const deliver = (deps: ChangesDeps, { event, cause }: CausedEvent<TableChange>): Promise<void> => {
  switch (event.kind) {
    case 'rights-changed':
      return disconnectPerson(deps, event.userId);
    case 'topic-changed':
      return requestSending(deps, event.topic, cause.id);
    case 'content-changed':
      return deps.bus.publish('ContentChanged.v1', { contentId: event.contentId, aspects: [...event.aspects] });
    case 'person-changed':
      return deps.bus.publish('PersonChanged.v1', { userId: event.userId });
    case 'playlist-deleted':
      return deps.bus.publish('PlaylistDeleted.v1', { playlistId: event.playlistId });
    case 'history-cleared':
      return deps.bus.publish('HistoryCleared.v1', { userId: event.userId });
  }
};

/**
 * Turns changes of the table into domain events and delivers each once, however many changes caused it. Connections of
 * people whose rights changed are closed before anything else. Returns the changes whose events failed; delivering an
 * event again is harmless.
 */
export const processChanges = async (
  deps: ChangesDeps,
  changes: readonly TableChange[],
): Promise<ReadonlySet<TableChange>> => {
  const failed = new Set<TableChange>();
  const attempt = (caused: CausedEvent<TableChange>): Promise<void> =>
    deliver(deps, caused).catch((error: unknown) => {
      failed.add(caused.cause);
      deps.logger.error('An event was not delivered', { kind: caused.event.kind, changeId: caused.cause.id }, error);
    });
  const events = mergeEvents(changes);
  const isUrgent = ({ event }: CausedEvent<TableChange>): boolean => event.kind === 'rights-changed';
  for (const caused of events.filter(isUrgent)) await attempt(caused);
  await Promise.all(events.filter((caused) => !isUrgent(caused)).map(attempt));
  return failed;
};
