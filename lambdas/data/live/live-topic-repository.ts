import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { LiveTopic } from '../../contract/live/live-messages.ts';
import { connectionEnd } from '../../domain/live/connection.ts';
import type { TopicState } from '../../domain/live/slots.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { orRetry } from '../table/errors.ts';
import { atRev, isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';

/** A connection that hears a topic. */
export const subscriberEntity = defineEntity({
  type: 'SUBSCRIBER',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'live_connections', expiresFrom: ({ connected_at: at }) => at },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({ topic: LiveTopic, connection_id: z.string(), connected_at: z.number() }),
  key: ({ topic, connection_id: id }: { topic: LiveTopic; connection_id: string }) => ({
    pk: key('TOPIC', topic),
    sk: key('CONNECTION', id),
  }),
});

const time = z.optional(z.number());

/** How the sending of a topic stands. */
export const topicStateEntity = defineEntity({
  type: 'TOPIC_STATE',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'live_topics', expiresFrom: ({ changed_at: at }) => at },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
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

/** Subscribers that are read at once: about 25 KB. */
const PAGE = 200;

export type LiveTopicRepository = ReturnType<typeof createLiveTopicRepository>;

/** Topics of the live channel: who hears them, and when they are told. Numbers are those of access-patterns.md. */
export const createLiveTopicRepository = (table: Table) => ({
  /**
   * L8. Everybody who hears a topic, page by page, strongly consistent: who subscribed before a change is told of it.
   */
  async *subscribers(topic: LiveTopic, now: number, onBad: (count: number) => void): AsyncGenerator<readonly string[]> {
    const partition = key('TOPIC', topic);
    for await (const items of table.pages({ partition, prefix: 'CONNECTION#', limit: PAGE, consistent: true }))
      yield parseList(subscriberEntity, items, onBad)
        .filter(({ connected_at: connectedAt }) => connectionEnd(connectedAt) > now)
        .map(({ connection_id: id }) => id);
  },

  /** L9. Whether anybody hears a topic, strongly consistent; 1 RRU. */
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
   * L10. Changes how the sending of a topic stands as one step: reads it, asks `decide`, and writes its `state` only
   * where nobody wrote in between; otherwise again. Without a `state` nothing is written. Answers what `decide`
   * answered last.
   */
  async changeState<D extends { readonly state?: TopicState | undefined }>(
    topic: LiveTopic,
    now: number,
    decide: (state: TopicState) => D,
  ): Promise<D> {
    let tries = 0;
    return optimistic(async () => {
      // Writers of one topic are few; a short random wait separates those that met.
      if (tries > 0) await setTimeout(Math.random() * 20 * tries);
      tries += 1;
      const item = await table.get(topicStateEntity.key({ topic }), { consistent: true });
      const stored = item && topicStateEntity.parse(item);
      const decision = decide(stored ?? {});
      if (decision.state === undefined) return decision;
      const { claim, due_at, started_at, send, free_at } = decision.state;
      const rev = (stored?.rev ?? 0) + 1;
      const next = { topic, claim, due_at, started_at, send, free_at, rev, changed_at: now };
      const written = await orRetry(table.put(topicStateEntity.toItem(next), stored ? atRev(stored.rev) : isNew));
      return written === RETRY ? RETRY : decision;
    });
  },

  /** L11. Removes what is left of a connection under a topic. */
  async dropSubscriber(topic: LiveTopic, connectionId: string): Promise<void> {
    await table.delete(subscriberEntity.key({ topic, connection_id: connectionId }));
  },
});
