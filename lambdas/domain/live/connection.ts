import { LIVE_TOPICS_MAX, LiveTopic, type LiveDenial } from '../../contract/live/live-messages.ts';
import { retentionMs } from '../../contract/retention.ts';
import type { Role } from '../../contract/shared.ts';
import { canSubscribe, type Subscriber } from './topics.ts';

/**
 * Milliseconds in which we may already know a connection while the gateway still reports it as gone, because its
 * handshake has not ended. Longer than the timeout of the function that accepts connections (10 s).
 */
export const SETTLING_MS = 12_000;

/** Maximum number of open channels per user. Each tab has one. */
export const LIVE_CONNECTIONS_MAX = 20;

/**
 * Milliseconds after which a channel without a ping is lost, even if no one reported its end: clients ping every eight
 * minutes (`LIVE_PING_SECONDS`), and the gateway closes a channel that is idle for ten.
 */
export const LOST_AFTER_MS = 11 * 60_000;

/** One open channel. Times in milliseconds since 1970. */
export interface LiveConnection {
  /** The gateway's connection id. */
  readonly connection_id: string;
  readonly user_id: string;
  /** The user's role when the connection was opened. It is closed when the role changes. */
  readonly role: Role;
  /** The session that it belongs to. It is closed when the session ends. */
  readonly session_id?: string | undefined;
  readonly topics: readonly LiveTopic[];
  readonly connected_at: number;
  /** Increases by one with every change. */
  readonly rev: number;
}

/** When a connection expires, even if the gateway never reported its end. */
export const connectionEnd = (connectedAt: number): number => connectedAt + retentionMs('live_connections');

/** Whether a channel is lost. `seen_at` is when its client last sent a ping; absent before the first one. */
export const isLost = (
  channel: { readonly connected_at: number; readonly seen_at?: number | undefined },
  now: number,
): boolean => (channel.seen_at ?? channel.connected_at) + LOST_AFTER_MS <= now;

/** A topic that was denied. */
export interface DeniedTopic {
  readonly topic: string;
  readonly code: LiveDenial;
}

/** Accepts or denies each requested topic separately. `present` are the current topics of the connection. */
export const checkTopics = (
  subscriber: Subscriber,
  present: readonly LiveTopic[],
  requested: readonly string[],
): { readonly topics: readonly LiveTopic[]; readonly denied: readonly DeniedTopic[] } => {
  const topics = new Set(present);
  const denied: DeniedTopic[] = [];
  for (const topic of new Set(requested)) {
    if (!LiveTopic.safeParse(topic).success) denied.push({ topic, code: 'unknown_topic' });
    else if (!canSubscribe(subscriber, topic)) denied.push({ topic, code: 'forbidden' });
    else if (!topics.has(topic) && topics.size >= LIVE_TOPICS_MAX) denied.push({ topic, code: 'too_many_topics' });
    else topics.add(topic);
  }
  return { topics: [...topics], denied };
};
