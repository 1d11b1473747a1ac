import * as z from 'zod/mini';
import { LiveTopic } from '../../contract/live/live-messages.ts';
import { Role, UserId } from '../../contract/shared.ts';
import { connectionEnd, type LiveConnection } from '../../domain/live/connection.ts';
import type { LiveTicketGrant } from '../../domain/live/ticket.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { liveTicketEntity } from './live-ticket-repository.ts';
import { subscriberEntity } from './live-topic-repository.ts';
import { rightsEntity } from '../people/rights-repository.ts';
import { ConditionFailed, isNew, parseList, type Expression, type Table } from '../table/table.ts';

const endSeconds = ({ connected_at: connectedAt }: { connected_at: number }): number =>
  Math.ceil(connectionEnd(connectedAt) / 1000);

/** An open channel. */
const connectionEntity = defineEntity({
  type: 'CONNECTION',
  v: 1,
  schema: z.object({
    connection_id: z.string(),
    user_id: UserId,
    role: Role,
    topics: z.array(LiveTopic),
    connected_at: z.number(),
    rev: z.number(),
  }),
  key: ({ connection_id: id }: { connection_id: string }) => ({ pk: key('CONNECTION', id), sk: 'META' }),
  expiresAt: endSeconds,
});

/** The same among what belongs to its person. */
const personConnectionEntity = defineEntity({
  type: 'PERSON_CONNECTION',
  v: 1,
  schema: z.object({ connection_id: z.string(), user_id: UserId, role: Role, connected_at: z.number() }),
  key: ({ user_id: userId, connection_id: id }: { user_id: string; connection_id: string }) => ({
    pk: key('USER', userId),
    sk: key('CONNECTION', id),
  }),
  expiresAt: endSeconds,
});
/** One of a person's open channels. */
export type PersonConnection = Pick<LiveConnection, 'connection_id' | 'user_id' | 'role' | 'connected_at'>;

/** Tries of a change that another change of the same connection overtook. */
const MAX_TRIES = 6;

/** Channels of one person that are read at once. */
const PAGE = 100;

/** Condition: the ticket is there, unused, and not too old. */
const isValid = (now: number): Expression => ({
  expression: 'attribute_exists(#pk) AND #until > :now',
  names: { '#pk': 'pk', '#until': 'valid_until' },
  values: { ':now': now },
});

/**
 * Condition: the person has this role still and is not disabled. Somebody without rights is a new account, whose role
 * is `user`.
 */
const stillHas = (role: Role): Expression => ({
  expression: `${role === 'user' ? 'attribute_not_exists(#pk) OR ' : ''}(#role = :role AND #disabled = :no)`,
  names: { ...(role === 'user' ? { '#pk': 'pk' } : {}), '#role': 'role', '#disabled': 'disabled' },
  values: { ':role': role, ':no': false },
});

const atRev = (rev: number): Expression => ({
  expression: '#rev = :rev',
  names: { '#rev': 'rev' },
  values: { ':rev': rev },
});

/** Runs writes of which the conditions may fail; false when one did. */
const holds = async (work: Promise<void>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

export type LiveConnectionRepository = ReturnType<typeof createLiveConnectionRepository>;

/** Open channels. Numbers are those of access-patterns.md. */
export const createLiveConnectionRepository = (table: Table) => {
  /** L4. One connection, strongly consistent; undefined also for one that must be over by now. */
  const get = async (connectionId: string, now: number): Promise<LiveConnection | undefined> => {
    const item = await table.get(connectionEntity.key({ connection_id: connectionId }), { consistent: true });
    const connection = item && connectionEntity.parse(item);
    return connection && connectionEnd(connection.connected_at) > now ? connection : undefined;
  };

  return {
    get,

    /** L2. What a ticket stands for, strongly consistent; undefined when it is used, too old or invented. */
    async readTicket(hash: string, now: number): Promise<LiveTicketGrant | undefined> {
      const item = await table.get(liveTicketEntity.key({ hash }), { consistent: true });
      const grant = item && liveTicketEntity.parse(item);
      return grant && grant.valid_until > now ? grant : undefined;
    },

    /**
     * L3. Uses a ticket up and stores its connection, all or nothing. False when the ticket was used by another or its
     * person's role changed: whoever changes a role afterwards finds the connection, and whoever changed it before is
     * seen here.
     */
    async open(connectionId: string, grant: LiveTicketGrant, now: number): Promise<boolean> {
      const connection: LiveConnection = {
        connection_id: connectionId,
        user_id: grant.user_id,
        role: grant.role,
        topics: [],
        connected_at: now,
        rev: 1,
      };
      return holds(
        table.transact([
          table.write.delete(liveTicketEntity.key(grant), isValid(now)),
          table.write.put(connectionEntity.toItem({ ...connection, topics: [] }), isNew),
          table.write.put(personConnectionEntity.toItem(connection)),
          table.write.check(rightsEntity.key(grant), stillHas(grant.role)),
        ]),
      );
    },

    /** L5. Lets a connection hear exactly these topics. False when it changed or went since it was read. */
    async saveTopics(connection: LiveConnection, topics: readonly LiveTopic[]): Promise<boolean> {
      const ids = { connection_id: connection.connection_id, connected_at: connection.connected_at };
      const added = topics.filter((topic) => !connection.topics.includes(topic));
      const dropped = connection.topics.filter((topic) => !topics.includes(topic));
      return holds(
        table.transact([
          table.write.put(
            connectionEntity.toItem({ ...connection, topics: [...topics], rev: connection.rev + 1 }),
            atRev(connection.rev),
          ),
          ...added.map((topic) => table.write.put(subscriberEntity.toItem({ ...ids, topic }))),
          ...dropped.map((topic) => table.write.delete(subscriberEntity.key({ ...ids, topic }))),
        ]),
      );
    },

    /** L6. Removes everything of a connection, all or nothing; nothing when nothing is there. */
    async forget(connectionId: string): Promise<void> {
      for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
        const item = await table.get(connectionEntity.key({ connection_id: connectionId }), { consistent: true });
        if (!item) return;
        const connection = connectionEntity.parse(item);
        const removed = await holds(
          table.transact([
            table.write.delete(connectionEntity.key(connection), atRev(connection.rev)),
            table.write.delete(personConnectionEntity.key(connection)),
            ...connection.topics.map((topic) =>
              table.write.delete(subscriberEntity.key({ topic, connection_id: connectionId })),
            ),
          ]),
        );
        if (removed) return;
      }
      throw new Error('A connection changed too often to be removed');
    },

    /** L7. A person's open channels, strongly consistent: 1 RRU for about 20. `onBad` is told of corrupt ones. */
    async ofPerson(userId: string, now: number, onBad: (count: number) => void): Promise<readonly PersonConnection[]> {
      const found: PersonConnection[] = [];
      let startKey: Readonly<Record<string, unknown>> | undefined;
      do {
        const page = await table.query({
          partition: key('USER', userId),
          prefix: 'CONNECTION#',
          limit: PAGE,
          consistent: true,
          startKey,
        });
        found.push(...parseList(personConnectionEntity, page.items, onBad));
        startKey = page.lastKey;
      } while (startKey);
      return found.filter(({ connected_at: connectedAt }) => connectionEnd(connectedAt) > now);
    },
  };
};
