import type { ContentAspect } from '../../contract/content/content-aspects.ts';
import type { LiveTopic } from '../../contract/live/live-messages.ts';
import type { NewEvent } from '../../events/app-events.ts';
import { accountChanges, type AccountChange } from '../accounts/account-change.ts';
import { listedChange } from '../analysis/listed-change.ts';
import { countedChange } from '../counts/counted.ts';
import { followUpOf } from '../library/follow-up.ts';
import { personToDisconnect, sessionsOf, topicsOf, type Image } from '../live/topics.ts';
import { withdrawalOf } from '../privacy/withdrawal.ts';
import { changesSearch } from '../search/document.ts';
import { isRestored } from './restored.ts';
import { happeningsOf, type SessionHappening } from '../sessions/happenings.ts';

/** What a change of the table means to the rest of the product: an event for the bus, or for live connections. */
export type DomainEvent =
  | NewEvent
  /** Screens that show a topic are out of date. */
  | { readonly type: 'topic-changed'; readonly detail: { readonly topic: LiveTopic } }
  /** A user's live connections may no longer be allowed. */
  | { readonly type: 'rights-changed'; readonly detail: { readonly userId: string } }
  /** The role or state of an account changed, which is a security event. */
  | { readonly type: 'account-changed'; readonly detail: AccountChange }
  /** A session of a user began, ended or expired, which is a security event. */
  | { readonly type: 'session-happened'; readonly detail: SessionHappening & { readonly userId: string } };

const contentChanged = (contentId: string, aspects: readonly ContentAspect[]): DomainEvent => ({
  type: 'ContentChanged.v1',
  detail: { contentId, aspects: [...aspects] },
});

const contentEvents = (before: Image, after: Image): readonly DomainEvent[] => {
  const item = after ?? before;
  const analyzed = listedChange(before, after);
  const id = item?.['id'];
  if (item?.['type'] !== 'CONTENT' || typeof id !== 'string')
    return analyzed === undefined ? [] : [contentChanged(analyzed, ['analysis'])];
  const aspects: readonly ContentAspect[] = [
    ...(analyzed === undefined ? [] : (['analysis'] as const)),
    ...(countedChange(before, after) ? (['count'] as const) : []),
    ...(followUpOf(before, after) ? (['library'] as const) : []),
    ...(changesSearch(before, after) ? (['search'] as const) : []),
  ];
  return aspects.length > 0 ? [contentChanged(id, aspects)] : [];
};

/** A candidate that no one has chosen changes nothing that is shown. */
const transcriptEvents = (before: Image, after: Image): readonly DomainEvent[] => {
  const id = after?.['content_id'];
  if (after?.['type'] !== 'TRANSCRIPT' || typeof id !== 'string') return [];
  const isSame = before?.['set'] === after['set'] && before?.['revision'] === after['revision'];
  return isSame ? [] : [{ type: 'TranscriptChanged.v1', detail: { contentId: id } }];
};

/** The user whose account was disabled or enabled. */
const switchedAccount = (before: Image, after: Image): string | undefined => {
  const rights = after ?? before;
  const id = rights?.['user_id'];
  if (rights?.['type'] !== 'RIGHTS' || typeof id !== 'string') return undefined;
  return (before?.['disabled'] ?? false) === (after?.['disabled'] ?? false) ? undefined : id;
};

/** An alert that a rule has just raised. Later changes of it raise nothing. */
const alertEvents = (before: Image, after: Image): readonly DomainEvent[] => {
  const id = after?.['id'];
  const isNew = before === undefined && after?.['type'] === 'SECURITY_ALERT';
  return isNew && typeof id === 'string' ? [{ type: 'SecurityAlertRaised.v1', detail: { alertId: id } }] : [];
};

const sessionEvents = (before: Image, after: Image): readonly DomainEvent[] => {
  const userId = after?.['user_id'];
  if (after?.['type'] !== 'SESSIONS' || typeof userId !== 'string') return [];
  return happeningsOf(sessionsOf(before), sessionsOf(after)).map((one) => ({
    type: 'session-happened',
    detail: { ...one, userId },
  }));
};

const personEvents = (before: Image, after: Image): readonly DomainEvent[] => {
  const followUp = followUpOf(before, after);
  const counted = countedChange(before, after);
  const disconnected = personToDisconnect(before, after);
  const switched = switchedAccount(before, after);
  const withdrawn = withdrawalOf(before, after);
  const events: DomainEvent[] = [];
  if (disconnected !== undefined) events.push({ type: 'rights-changed', detail: { userId: disconnected } });
  if (switched !== undefined) events.push({ type: 'AccountSwitched.v1', detail: { ownerId: switched } });
  if (withdrawn) events.push({ type: 'ConsentWithdrawn.v1', detail: withdrawn });
  if (counted?.thing === 'user') events.push({ type: 'PersonChanged.v1', detail: { userId: counted.id } });
  if (followUp?.kind === 'playlist') events.push({ type: 'PlaylistDeleted.v1', detail: { playlistId: followUp.id } });
  if (followUp?.kind === 'history') events.push({ type: 'HistoryCleared.v1', detail: { userId: followUp.id } });
  return events;
};

/** What a change means for security: an event to record, or an alert to respond to. */
const securityEvents = (before: Image, after: Image): readonly DomainEvent[] =>
  isRestored(before, after)
    ? []
    : [
        ...accountChanges(before, after).map((detail) => ({ type: 'account-changed', detail }) as const),
        ...sessionEvents(before, after),
        ...alertEvents(before, after),
      ];

/** The events of one change of a stored item, from its state before and after. Most changes have one or two. */
export const domainEventsOf = (before: Image, after: Image): readonly DomainEvent[] => [
  ...topicsOf(before, after).map((topic) => ({ type: 'topic-changed', detail: { topic } }) as const),
  ...personEvents(before, after),
  ...securityEvents(before, after),
  ...contentEvents(before, after),
  ...transcriptEvents(before, after),
];

/** What two events must share to count as the same event. */
const keyOf = ({ type, detail }: DomainEvent): string =>
  `${type} ${type === 'ContentChanged.v1' ? detail.contentId : Object.values(detail).join()}`;

/** An event with the change that caused it first, by which it is retried. */
export interface CausedEvent<C> {
  readonly event: DomainEvent;
  readonly cause: C;
}

/**
 * The events of a batch of changes, the same event once: aspects of one item's changes are merged. Each change of an
 * account is an event of its own.
 */
export const mergeEvents = <C extends { readonly before: Image; readonly after: Image }>(
  changes: readonly C[],
): readonly CausedEvent<C>[] => {
  const merged = new Map<string, CausedEvent<C>>();
  for (const cause of changes) {
    for (const event of domainEventsOf(cause.before, cause.after)) {
      const key = event.type === 'account-changed' ? `${event.type} ${merged.size}` : keyOf(event);
      const known = merged.get(key);
      if (!known) merged.set(key, { event, cause });
      else if (known.event.type === 'ContentChanged.v1' && event.type === 'ContentChanged.v1') {
        const aspects = new Set([...known.event.detail.aspects, ...event.detail.aspects]);
        merged.set(key, { cause: known.cause, event: contentChanged(event.detail.contentId, [...aspects]) });
      }
    }
  }
  return [...merged.values()];
};
