import type { LiveTopic } from '../../contract/live/live-messages.ts';
import { liveTopics } from '../../contract/live/live-topics.ts';
import type { Role } from '../../contract/shared.ts';
import { allowedRoles, type Access } from '../accounts/actor.ts';
import { activeSession, endsSession, visiblePart, type Sessions } from '../sessions/session.ts';

/** A user who subscribes to topics. */
export interface Subscriber {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Whether a user can subscribe to a topic. All users can subscribe to the catalog, to transcripts and to their own
 * topics; moderators and administrators also to all content, and administrators to moderation and security. No one can
 * subscribe to the topics of another user. A transcript's topic only says that it changed: reading it requires rights
 * on the item.
 */
export const canSubscribe = ({ userId, role }: Subscriber, topic: LiveTopic): boolean => {
  if (topic === liveTopics.catalog || topic.startsWith(liveTopics.transcript(''))) return true;
  if (topic === liveTopics.content) return allowedRoles.moderator.has(role);
  if (topic === liveTopics.moderation || topic === liveTopics.security) return allowedRoles.admin.has(role);
  return (
    topic === liveTopics.user(userId) || topic === liveTopics.history(userId) || topic === liveTopics.library(userId)
  );
};

/** A stored item, with its kind in `type`. Undefined before it is created and after it is deleted. */
export type Image = Readonly<Record<string, unknown>> | undefined;

/** Attributes of a content item whose changes are not sent: a view more or less is not worth a message. */
const UNANNOUNCED: ReadonlySet<string> = new Set(['view_count']);

/** Attributes of a content item that listeners do not see: conversion progress, safety and storage details. */
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
  'safety',
  'waiting_file',
  'held_since',
  'gsi1pk',
  'gsi1sk',
  'gsi5pk',
  'gsi5sk',
  'gsi6pk',
  'gsi6sk',
]);

/**
 * Attributes of an attempt or a step's run that only their workers see. A new lease is announced, because it ends the
 * state `interrupted`.
 */
const WORKERS_ONLY: ReadonlySet<string> = new Set(['rev', 'deadline_at', 'gsi1pk', 'gsi1sk']);

/** Attributes of a user's billing record that change without any change that the user sees. */
const BILLING_INTERNALS: ReadonlySet<string> = new Set([
  'version',
  'synced_at',
  'watched_until',
  'next_look_at',
  'address_hash',
  'alerts',
  'gsi1pk',
  'gsi1sk',
]);

/** Attributes of a profile that no screen shows. */
const ACTIVITY: ReadonlySet<string> = new Set(['active_at', 'first_warned_at', 'last_warned_at']);

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

const ofOne = (id: unknown, topic: (id: string) => LiveTopic): readonly LiveTopic[] =>
  typeof id === 'string' ? [topic(id)] : [];

/** The sessions of a stored item; undefined for an item of another kind. */
export const sessionsOf = (item: Image): Sessions | undefined => item?.['sessions'] as Sessions | undefined;

/** Whether a change of sessions is more than the activity of one, which no one watches. */
const changesSessions = (before: Image, after: Image): boolean =>
  visiblePart(sessionsOf(before)) !== visiblePart(sessionsOf(after));

/** Topics to notify about a change of one stored item. Empty when no subscriber would see a difference. */
export const topicsOf = (before: Image, after: Image): readonly LiveTopic[] => {
  const item = after ?? before;
  switch (item?.['type']) {
    case 'CONTENT':
      return contentTopics(before, after);
    case 'ATTEMPT':
    case 'STEP':
      return changedBeyond(WORKERS_ONLY, before, after) ? [liveTopics.content] : [];
    case 'ANALYSIS_CORRECTION':
    case 'ANALYSIS_RESULT':
    case 'COUNTS':
      return [liveTopics.content];
    case 'BILLING':
      return changedBeyond(BILLING_INTERNALS, before, after) ? ofOne(item['user_id'], liveTopics.user) : [];
    case 'HISTORY':
    case 'HISTORY_STATE':
      return ofOne(item['user_id'], liveTopics.history);
    case 'LIKE':
      return ofOne(item['user_id'], liveTopics.library);
    case 'PLAYLIST':
      return [...ofOne(item['user_id'], liveTopics.library), ...moderationTopics(before, after)];
    case 'REPORTED_PLAYLIST':
      return [liveTopics.moderation];
    // The detector, which reads all security events, notifies of them.
    case 'SECURITY_ALERT':
    case 'SECURITY_RESPONSE':
      return [liveTopics.security];
    case 'TRANSCRIPT':
      return ofOne(item['content_id'], liveTopics.transcript);
    case 'PROFILE':
      return changedBeyond(ACTIVITY, before, after) ? ofOne(item['id'], liveTopics.user) : [];
    case 'RIGHTS':
      return ofOne(item['user_id'], liveTopics.user);
    case 'SESSIONS':
      return changesSessions(before, after) ? ofOne(item['user_id'], liveTopics.user) : [];
    default:
      return [];
  }
};

/** Whether a change of a user's rights or sessions takes something away that an open channel may rely on. */
const takesAccess = (before: Image, after: Image): boolean => {
  switch ((after ?? before)?.['type']) {
    case 'RIGHTS':
      return !before || !after || before['role'] !== after['role'] || after['disabled'] === true;
    case 'SESSIONS':
      return endsSession(sessionsOf(before), sessionsOf(after));
    default:
      return false;
  }
};

/**
 * The user whose channels may have to close after a change of rights or sessions. A different role has access to
 * different topics, and a disabled user or an ended session to none. Undefined for every other change. `closingOf`
 * decides for each channel.
 */
export const personToDisconnect = (before: Image, after: Image): string | undefined => {
  const id = (after ?? before)?.['user_id'];
  return typeof id === 'string' && takesAccess(before, after) ? id : undefined;
};

/** Why a channel must close. `rights`: the client connects again with its new rights. */
export type Closing = 'rights' | 'ended' | 'expired' | 'disabled';

/**
 * Why a channel must close, by the user's current rights; undefined when it can stay open. Needed because events about
 * a change can arrive late or twice.
 */
export const closingOf = (
  channel: { readonly role: Role; readonly session_id?: string | undefined },
  rights: Pick<Access, 'role' | 'disabled' | 'sessions'> | undefined,
  now: number,
): Closing | undefined => {
  if (rights?.disabled) return 'disabled';
  if (rights?.role !== channel.role) return 'rights';
  const { session_id: session } = channel;
  const { sessions } = rights;
  if (session === undefined || sessions === undefined || activeSession(sessions, session, now)) return undefined;
  return Object.hasOwn(sessions, session) && !sessions[session]?.ended ? 'expired' : 'ended';
};
