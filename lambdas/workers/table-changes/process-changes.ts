import { accountEvent } from '../../domain/accounts/account-change.ts';
import { mergeEvents, type CausedEvent } from '../../domain/changes/domain-events.ts';
import { requestSending } from '../../domain/live/request-sending.ts';
import { sessionEvent } from '../../domain/security/session-event.ts';
import type { NewEvent } from '../../events/app-events.ts';
import type { TableChange } from '../../platform/messages/stream.ts';
import type { ChangesDeps } from './deps.ts';
import { disconnectPerson } from './disconnect-person.ts';

/**
 * How an event is delivered: by this worker, to live connections and to the security events, or to all other consumers
 * by the event bus.
 */
type Delivery = { readonly deliver: () => Promise<void>; readonly isUrgent: boolean } | { readonly publish: NewEvent };

const deliveryOf = (deps: ChangesDeps, { event, cause }: CausedEvent<TableChange>): Delivery => {
  switch (event.type) {
    case 'rights-changed':
      return { deliver: () => disconnectPerson(deps, event.detail.userId), isUrgent: true };
    case 'account-changed':
      return { deliver: () => deps.events.put(accountEvent(event.detail, cause)), isUrgent: false };
    case 'session-happened':
      return { deliver: () => deps.events.put(sessionEvent(event.detail)), isUrgent: false };
    case 'topic-changed':
      return { deliver: () => requestSending(deps, event.detail.topic, cause.id), isUrgent: false };
    default:
      return { publish: event };
  }
};

/** Delivers the events of changes, each once: lost rights first. Returns the changes whose events failed, to repeat. */
export const processChanges = async (
  deps: ChangesDeps,
  changes: readonly TableChange[],
): Promise<ReadonlySet<TableChange>> => {
  const failed = new Set<TableChange>();
  const onFailure = ({ event, cause }: CausedEvent<TableChange>, error: unknown): void => {
    failed.add(cause);
    deps.logger.error('An event was not delivered', { type: event.type, changeId: cause.id }, error);
  };
  const deliveries = mergeEvents(changes).map((caused) => ({ caused, ...deliveryOf(deps, caused) }));
  const direct = deliveries.filter((delivery) => 'deliver' in delivery);
  const published = deliveries.filter((delivery) => 'publish' in delivery);
  const attempt = ({ caused, deliver }: (typeof direct)[number]): Promise<void> =>
    deliver().catch((error: unknown) => onFailure(caused, error));
  const publishAll = async (): Promise<void> => {
    const outcomes = await deps.bus.publishAll(published.map(({ publish }) => publish));
    published.forEach(({ caused }, index) => {
      if (outcomes[index]) onFailure(caused, outcomes[index]);
    });
  };
  for (const delivery of direct.filter(({ isUrgent }) => isUrgent)) await attempt(delivery);
  await Promise.all([publishAll(), ...direct.filter(({ isUrgent }) => !isUrgent).map(attempt)]);
  return failed;
};
