import type { LiveTopic } from '../../contract/live/live-messages.ts';
import { liveTopics } from '../../contract/live/live-topics.ts';
import type { Role } from '../../contract/shared.ts';
import { allowedRoles, type Rights } from '../accounts/actor.ts';

/** A user who subscribes to topics. */
export interface Subscriber {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Whether a user can subscribe to a topic. All users can subscribe to the catalog and to their own topics; moderators
 * and administrators also to all content, and administrators to moderation. No one can subscribe to the topics of
 * another user.
 */
export const canSubscribe = ({ userId, role }: Subscriber, topic: LiveTopic): boolean => {
  if (topic === liveTopics.catalog) return true;
  if (topic === liveTopics.content) return allowedRoles.moderator.has(role);
  if (topic === liveTopics.moderation) return allowedRoles.admin.has(role);
  return (
    topic === liveTopics.user(userId) || topic === liveTopics.history(userId) || topic === liveTopics.library(userId)
  );
};

/** A stored item, with its kind in `type`. Undefined before it is created and after it is deleted. */
export type Image = Readonly<Record<string, unknown>> | undefined;

/** Attributes of a content item whose changes are not sent: a view more or less is not worth a message. */
const UNANNOUNCED: ReadonlySet<string> = new Set(['view_count']);

/** Attributes of a content item that listeners do not see: conversion progress and storage details. */
const STAFF_ONLY: ReadonlySet<string> = new Set([
  ...UNANNOUNCED,
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

/** Attributes of an attempt or a step's run that only their workers see. */
const WORKERS_ONLY: ReadonlySet<string> = new Set(['rev', 'lease_until', 'deadline_at', 'gsi1pk', 'gsi1sk']);

const changedBeyond = (ignored: ReadonlySet<string>, before: Image, after: Image): boolean =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].some(
    (name) => !ignored.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );

const isPublished = (content: Image): boolean =>
  content?.['status'] === 'published' && content['deleted_at'] === undefined;

const contentTopics = (before: Image, after: Image): readonly LiveTopic[] => [
  ...(changedBeyond(UNANNOUNCED, before, after) ? [liveTopics.content] : []),
  ...((isPublished(before) || isPublished(after)) && changedBeyond(STAFF_ONLY, before, after)
    ? [liveTopics.catalog]
    : []),
];

/** Administrators see hidden playlists, and when one is hidden or shown. */
const moderationTopics = (before: Image, after: Image): readonly LiveTopic[] =>
  before?.['hidden_at'] === undefined && after?.['hidden_at'] === undefined ? [] : [liveTopics.moderation];

const ofPerson = (id: unknown, topic: (userId: string) => LiveTopic): readonly LiveTopic[] =>
  typeof id === 'string' ? [topic(id)] : [];

/** Topics to notify about a change of one stored item. Empty when no subscriber would see a difference. */
export const topicsOf = (before: Image, after: Image): readonly LiveTopic[] => {
  const item = after ?? before;
  switch (item?.['type']) {
    case 'CONTENT':
      return contentTopics(before, after);
    case 'ATTEMPT':
    case 'STEP':
      return changedBeyond(WORKERS_ONLY, before, after) ? [liveTopics.content] : [];
    case 'COUNTS':
      return [liveTopics.content];
    case 'HISTORY':
    case 'HISTORY_STATE':
      return ofPerson(item['user_id'], liveTopics.history);
    case 'LIKE':
      return ofPerson(item['user_id'], liveTopics.library);
    case 'PLAYLIST':
      return [...ofPerson(item['user_id'], liveTopics.library), ...moderationTopics(before, after)];
    case 'REPORTED_PLAYLIST':
      return [liveTopics.moderation];
    case 'PROFILE':
      return ofPerson(item['id'], liveTopics.user);
    case 'RIGHTS':
      return ofPerson(item['user_id'], liveTopics.user);
    default:
      return [];
  }
};

/**
 * The user whose channels may have to close after a change of rights. A different role has access to different topics,
 * and a disabled user to none. Undefined for every other change. `canStayConnected` decides for each channel.
 */
export const personToDisconnect = (before: Image, after: Image): string | undefined => {
  const rights = after ?? before;
  if (rights?.['type'] !== 'RIGHTS' || typeof rights['user_id'] !== 'string') return undefined;
  const keepsAccess = before && after && before['role'] === after['role'] && after['disabled'] !== true;
  return keepsAccess ? undefined : rights['user_id'];
};

/**
 * Whether a channel that was opened with `role` can stay open, by the user's current rights. Needed because events
 * about a change can arrive late or twice.
 */
export const canStayConnected = (role: Role, rights: Pick<Rights, 'role' | 'disabled'> | undefined): boolean =>
  rights?.disabled === false && rights.role === role;
