import type { LiveTopic } from '../../contract/live/live-messages.ts';
import { liveTopics } from '../../contract/live/live-topics.ts';
import type { Role } from '../../contract/shared.ts';
import { allowedRoles, type Rights } from '../accounts/actor.ts';

/** Who wants to hear. */
export interface Subscriber {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Whether a person may hear of a topic: everybody of the catalog and of themselves, moderators and administrators of
 * all content. Nobody hears of another person.
 */
export const maySubscribe = ({ userId, role }: Subscriber, topic: LiveTopic): boolean => {
  if (topic === liveTopics.catalog) return true;
  if (topic === liveTopics.content) return allowedRoles.moderator.has(role);
  return (
    topic === liveTopics.user(userId) || topic === liveTopics.history(userId) || topic === liveTopics.library(userId)
  );
};

/** A stored item: its `type` says of what kind. Undefined: there is none (before it was made, or after it went). */
export type Image = Readonly<Record<string, unknown>> | undefined;

/** What of a content no screen waits for: one view more is no news. */
const UNPUBLISHED: ReadonlySet<string> = new Set(['view_count']);

/** What of a content listeners do not see: how its conversion goes, and how it is kept. */
const INTERNAL: ReadonlySet<string> = new Set([
  ...UNPUBLISHED,
  'conversion_status',
  'conversion_error',
  'conversion_progress',
  'conversion_started_at',
  'conversion_deadline_at',
  'current_attempt',
  'encoding_price_usd',
  'public_stills_versions',
  'removal_requested_at',
  'gsi1pk',
  'gsi1sk',
  'gsi5pk',
  'gsi5sk',
  'gsi6pk',
  'gsi6sk',
]);

/** What of an attempt only its workers see. */
const UNSEEN: ReadonlySet<string> = new Set(['rev', 'lease_until', 'deadline_at', 'gsi1pk', 'gsi1sk']);

const changedBeyond = (left: ReadonlySet<string>, before: Image, after: Image): boolean =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].some(
    (name) => !left.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );

const isPublished = (content: Image): boolean =>
  content?.['status'] === 'published' && content['deleted_at'] === undefined;

const contentTopics = (before: Image, after: Image): readonly LiveTopic[] => [
  ...(changedBeyond(UNPUBLISHED, before, after) ? [liveTopics.content] : []),
  ...((isPublished(before) || isPublished(after)) && changedBeyond(INTERNAL, before, after)
    ? [liveTopics.catalog]
    : []),
];

const ofPerson = (id: unknown, topic: (userId: string) => LiveTopic): readonly LiveTopic[] =>
  typeof id === 'string' ? [topic(id)] : [];

/** Topics under which the change of one stored item is told. None when nobody would see a difference. */
export const topicsOf = (before: Image, after: Image): readonly LiveTopic[] => {
  const item = after ?? before;
  switch (item?.['type']) {
    case 'CONTENT':
      return contentTopics(before, after);
    case 'ATTEMPT':
      return changedBeyond(UNSEEN, before, after) ? [liveTopics.content] : [];
    case 'COUNTS':
      return [liveTopics.content];
    case 'HISTORY':
    case 'HISTORY_STATE':
      return ofPerson(item['user_id'], liveTopics.history);
    case 'LIKE':
    case 'PLAYLIST':
      return ofPerson(item['user_id'], liveTopics.library);
    case 'PROFILE':
      return ofPerson(item['id'], liveTopics.user);
    case 'RIGHTS':
      return ofPerson(item['user_id'], liveTopics.user);
    default:
      return [];
  }
};

/**
 * The person whose channels a change of rights may close: with another role somebody hears of other things, and a
 * disabled person of nothing. Undefined for every other change. Which of the channels go, `mayStayConnected` says.
 */
export const personToDisconnect = (before: Image, after: Image): string | undefined => {
  const rights = after ?? before;
  if (rights?.['type'] !== 'RIGHTS' || typeof rights['user_id'] !== 'string') return undefined;
  const lasting = before && after && before['role'] === after['role'] && after['disabled'] !== true;
  return lasting ? undefined : rights['user_id'];
};

/**
 * Whether a channel that was opened with `role` may stay, by its person's rights as they stand: news of a change may
 * come late, and twice.
 */
export const mayStayConnected = (role: Role, rights: Pick<Rights, 'role' | 'disabled'> | undefined): boolean =>
  rights?.disabled === false && rights.role === role;
