import { LIVE_TOPICS_MAX, LiveTopic, type LiveRefusal } from '../../contract/live/live-messages.ts';
import { retentionMs } from '../../contract/retention.ts';
import type { Role } from '../../contract/shared.ts';
import { maySubscribe, type Subscriber } from './topics.ts';

/**
 * Milliseconds in which a connection may be known to us and not yet to the gateway, which calls one "gone" until its
 * handshake has ended: longer than the function that lets it in may take (10 s).
 */
export const SETTLING_MS = 12_000;

/** One open channel. Times in milliseconds since 1970. */
export interface LiveConnection {
  /** The gateway's name of it. */
  readonly connection_id: string;
  readonly user_id: string;
  /** The person's role when it was opened; with another role it is closed. */
  readonly role: Role;
  readonly topics: readonly LiveTopic[];
  readonly connected_at: number;
  /** Rises by one with every change. */
  readonly rev: number;
}

/** When a connection is forgotten, whatever the gateway told us. */
export const connectionEnd = (connectedAt: number): number => connectedAt + retentionMs('live_connections');

/** A topic that was asked for in vain. */
export interface RefusedTopic {
  readonly topic: string;
  readonly code: LiveRefusal;
}

/** Judges each topic that a person asks for by itself. `present` are those that the connection hears already. */
export const judgeTopics = (
  listener: Subscriber,
  present: readonly LiveTopic[],
  wanted: readonly string[],
): { readonly topics: readonly LiveTopic[]; readonly refused: readonly RefusedTopic[] } => {
  const topics = new Set(present);
  const refused: RefusedTopic[] = [];
  for (const topic of new Set(wanted)) {
    if (!LiveTopic.safeParse(topic).success) refused.push({ topic, code: 'unknown_topic' });
    else if (!maySubscribe(listener, topic)) refused.push({ topic, code: 'forbidden' });
    else if (!topics.has(topic) && topics.size >= LIVE_TOPICS_MAX) refused.push({ topic, code: 'too_many_topics' });
    else topics.add(topic);
  }
  return { topics: [...topics], refused };
};
