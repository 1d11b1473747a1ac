import type { ContentAspect } from '../../contract/content/content-aspects.ts';
import type { LiveTopic } from '../../contract/live/live-messages.ts';
import { listedChange } from '../analysis/listed-change.ts';
import { countedChange } from '../counts/counted.ts';
import { followUpOf } from '../library/follow-up.ts';
import { personToDisconnect, topicsOf, type Image } from '../live/topics.ts';
import { changesSearch } from '../search/document.ts';

/** What a change of the table means to the rest of the product. */
export type DomainEvent =
  /** Screens that show a topic are out of date. */
  | { readonly kind: 'topic-changed'; readonly topic: LiveTopic }
  /** A user's live connections may no longer be allowed. */
  | { readonly kind: 'rights-changed'; readonly userId: string }
  | { readonly kind: 'content-changed'; readonly contentId: string; readonly aspects: readonly ContentAspect[] }
  /** A user edited a transcript or chose another one, or a machine replaced it. */
  | { readonly kind: 'transcript-changed'; readonly contentId: string }
  /** An account was created or deleted. */
  | { readonly kind: 'person-changed'; readonly userId: string }
  /** An account was disabled or enabled. */
  | { readonly kind: 'account-switched'; readonly ownerId: string }
  | { readonly kind: 'playlist-deleted'; readonly playlistId: string }
  | { readonly kind: 'history-cleared'; readonly userId: string };

const contentEvents = (before: Image, after: Image): readonly DomainEvent[] => {
  const item = after ?? before;
  const analyzed = listedChange(before, after);
  const id = item?.['id'];
  if (item?.['type'] !== 'CONTENT' || typeof id !== 'string')
    return analyzed === undefined ? [] : [{ kind: 'content-changed', contentId: analyzed, aspects: ['analysis'] }];
  const aspects: readonly ContentAspect[] = [
    ...(analyzed === undefined ? [] : (['analysis'] as const)),
    ...(countedChange(before, after) ? (['count'] as const) : []),
    ...(followUpOf(before, after) ? (['library'] as const) : []),
    ...(changesSearch(before, after) ? (['search'] as const) : []),
  ];
  return aspects.length > 0 ? [{ kind: 'content-changed', contentId: id, aspects }] : [];
};

/** A candidate that no one has chosen changes nothing that is shown. */
const transcriptEvents = (before: Image, after: Image): readonly DomainEvent[] => {
  const id = after?.['content_id'];
  if (after?.['type'] !== 'TRANSCRIPT' || typeof id !== 'string') return [];
  const isSame = before?.['set'] === after['set'] && before?.['revision'] === after['revision'];
  return isSame ? [] : [{ kind: 'transcript-changed', contentId: id }];
};

/** The user whose account was disabled or enabled. */
const switchedAccount = (before: Image, after: Image): string | undefined => {
  const rights = after ?? before;
  const id = rights?.['user_id'];
  if (rights?.['type'] !== 'RIGHTS' || typeof id !== 'string') return undefined;
  return (before?.['disabled'] ?? false) === (after?.['disabled'] ?? false) ? undefined : id;
};

const personEvents = (before: Image, after: Image): readonly DomainEvent[] => {
  const followUp = followUpOf(before, after);
  const counted = countedChange(before, after);
  const disconnected = personToDisconnect(before, after);
  const switched = switchedAccount(before, after);
  return [
    ...(disconnected === undefined ? [] : [{ kind: 'rights-changed', userId: disconnected } as const]),
    ...(switched === undefined ? [] : [{ kind: 'account-switched', ownerId: switched } as const]),
    ...(counted?.thing === 'user' ? [{ kind: 'person-changed', userId: counted.id } as const] : []),
    ...(followUp?.kind === 'playlist' ? [{ kind: 'playlist-deleted', playlistId: followUp.id } as const] : []),
    ...(followUp?.kind === 'history' ? [{ kind: 'history-cleared', userId: followUp.id } as const] : []),
  ];
};

/** The events of one change of a stored item, from its state before and after. Most changes have one or two. */
export const domainEventsOf = (before: Image, after: Image): readonly DomainEvent[] => [
  ...topicsOf(before, after).map((topic) => ({ kind: 'topic-changed', topic }) as const),
  ...personEvents(before, after),
  ...contentEvents(before, after),
  ...transcriptEvents(before, after),
];

/** What two events must share to count as the same event. */
const subjectOf = (event: DomainEvent): string => {
  const { kind: _kind, ...rest } = event;
  return 'aspects' in rest ? rest.contentId : Object.values(rest).join();
};

/** An event with the change that caused it first, by which it is retried. */
export interface CausedEvent<C> {
  readonly event: DomainEvent;
  readonly cause: C;
}

/** The events of a batch of changes, the same event once: aspects of one item's changes are merged. */
export const mergeEvents = <C extends { readonly before: Image; readonly after: Image }>(
  changes: readonly C[],
): readonly CausedEvent<C>[] => {
  const merged = new Map<string, CausedEvent<C>>();
  for (const cause of changes) {
    for (const event of domainEventsOf(cause.before, cause.after)) {
      const key = `${event.kind} ${subjectOf(event)}`;
      const known = merged.get(key);
      if (!known) merged.set(key, { event, cause });
      else if (known.event.kind === 'content-changed' && event.kind === 'content-changed')
        merged.set(key, {
          cause: known.cause,
          event: { ...event, aspects: [...new Set([...known.event.aspects, ...event.aspects])] },
        });
    }
  }
  return [...merged.values()];
};
