import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { LiveTopic } from '../../contract/live/live-messages.ts';
import { personalTopics } from '../../contract/live/live-topics.ts';
import { connectionEnd } from '../../domain/live/connection.ts';
import type { TopicState } from '../../domain/live/slots.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { orRetry } from '../table/errors.ts';
import { atRev, isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';

/** A subscription of a connection to a topic. */
export const subscriberEntity = defineEntity({
  type: 'SUBSCRIBER',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'live_connections', expiresFrom: ({ connected_at: at }) => at },
  onErase: 'delete',
  exportView: NOT_A_PERSONS,
  ofPerson: { gone: 'Subscriptions are removed with their connections.' },
  schema: z.object({ topic: LiveTopic, connection_id: z.string(), connected_at: z.number() }),
  key: ({ topic, connection_id: id }: { topic: LiveTopic; connection_id: string }) => ({
    pk: key('TOPIC', topic),
    sk: key('CONNECTION', id),
  }),
});

const time = z.optional(z.number());

/** The delivery state of a topic. */
export const topicStateEntity = defineEntity({
  type: 'TOPIC_STATE',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'live_topics', expiresFrom: ({ changed_at: at }) => at },
  onErase: 'delete',
  exportView: NOT_A_PERSONS,
  // Other topics name no one.
  ofPerson: { partitions: ({ userId }) => personalTopics.map((topicOf) => key('TOPIC', topicOf(userId))) },
  schema: z.object({
    topic: LiveTopic,
    claim: z.optional(z.string()),
    due_at: time,
    started_at: time,
    send: z.optional(z.string()),
    free_at: time,
    rev: z.number(),
    changed_at: z.number(),
  }),
  key: ({ topic }: { topic: LiveTopic }) => ({ pk: key('TOPIC', topic), sk: 'STATE' }),
});

/** Subscriptions per query: about 25 KB. */
const PAGE = 200;

export type LiveTopicRepository = ReturnType<typeof createLiveTopicRepository>;

/** Live topics: their subscriptions and delivery state. Numbers refer to access-patterns.md. */
export const createLiveTopicRepository = (table: Table) => ({
  /**
   * L8. Connections that subscribe to a topic, page by page. Strongly consistent, so that connections that subscribed
   * before a change receive it.
   */
  async *subscribers(topic: LiveTopic, now: number, onBad: (count: number) => void): AsyncGenerator<readonly string[]> {
    const partition = key('TOPIC', topic);
    for await (const items of table.pages({ partition, prefix: 'CONNECTION#', limit: PAGE, consistent: true }))
      yield parseList(subscriberEntity, items, onBad)
        .filter(({ connected_at: connectedAt }) => connectionEnd(connectedAt) > now)
        .map(({ connection_id: id }) => id);
  },

  /** L9. Whether a topic has subscriptions, strongly consistent; 1 RRU. */
  async hasSubscribers(topic: LiveTopic): Promise<boolean> {
    const { items } = await table.query({
      partition: key('TOPIC', topic),
      prefix: 'CONNECTION#',
      limit: 1,
      consistent: true,
    });
    return items.length > 0;
  },

  /**
   * L10. Changes the delivery state of a topic atomically: reads it, calls `decide`, and writes the `state` of the
   * decision. Runs again when another write came first. Writes nothing without a `state`. Returns the last decision.
   */
  async changeState<D extends { readonly state?: TopicState | undefined }>(
    topic: LiveTopic,
    now: number,
    decide: (state: TopicState) => D,
  ): Promise<D> {
    const attempt = async (): Promise<D | typeof RETRY> => {
      const item = await table.get(topicStateEntity.key({ topic }), { consistent: true });
      const stored = item && topicStateEntity.parse(item);
      const decision = decide(stored ?? {});
      if (decision.state === undefined) return decision;
      const { claim, due_at, started_at, send, free_at } = decision.state;
      const rev = (stored?.rev ?? 0) + 1;
      const next = { topic, claim, due_at, started_at, send, free_at, rev, changed_at: now };
      const written = await orRetry(table.put(topicStateEntity.toItem(next), stored ? atRev(stored.rev) : isNew));
      return written === RETRY ? RETRY : decision;
    };
    // A topic has few writers. A short random wait separates concurrent ones.
    return optimistic(attempt, { backOff: (tried) => setTimeout(Math.random() * 20 * tried) });
  },

  /** L11. Removes a subscription whose connection no longer exists. */
  async dropSubscriber(topic: LiveTopic, connectionId: string): Promise<void> {
    await table.delete(subscriberEntity.key({ topic, connection_id: connectionId }));
  },
});
