import { optimistic } from '../../domain/optimistic.ts';
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
import { conditionHolds, ignoreConditionFailed, orRetry } from '../table/errors.ts';
import { sessionsEntity } from '../sessions/sessions-entity.ts';
import { atRev, isNew, type Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';

/** Disabling an account closes its connections. The gateway closes each after two hours anyway. */
const CLOSED = { gone: 'The connections of a disabled account are closed and removed at once.' };

/** An open live connection. */
export const connectionEntity = defineEntity({
  type: 'CONNECTION',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'live_connections', expiresFrom: ({ connected_at: at }) => at },
  onErase: 'delete',
  exportView: { none: 'An open connection, deleted when it closes.' },
  schema: z.object({
    connection_id: z.string(),
    user_id: UserId,
    role: Role,
    session_id: z.optional(z.string()),
    topics: z.array(LiveTopic),
    connected_at: z.number(),
    rev: z.number(),
  }),
  key: ({ connection_id: id }: { connection_id: string }) => ({ pk: key('CONNECTION', id), sk: 'META' }),
  ofPerson: CLOSED,
});

/** A connection in the list of its user's connections. */
export const personConnectionEntity = defineEntity({
  type: 'PERSON_CONNECTION',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'live_connections', expiresFrom: ({ connected_at: at }) => at },
  onErase: 'delete',
  exportView: { none: 'An open connection, deleted when it closes.' },
  schema: z.object({
    connection_id: z.string(),
    user_id: UserId,
    role: Role,
    session_id: z.optional(z.string()),
    connected_at: z.number(),
    /** When the client last sent a ping. */
    seen_at: z.optional(z.number()),
  }),
  ofPerson: CLOSED,
  key: ({ user_id: userId, connection_id: id }: { user_id: string; connection_id: string }) => ({
    pk: key('CONNECTIONS', userId),
    sk: id,
  }),
});
/** One of a user's open connections. `seen_at` is when its client last sent a ping. */
export type PersonConnection = Pick<
  LiveConnection,
  'connection_id' | 'user_id' | 'role' | 'session_id' | 'connected_at'
> & { readonly seen_at?: number | undefined };

/** Connections per query. */
const PAGE = 100;

/** Condition: the ticket exists and has not expired. Using a ticket deletes it. */
const isValid = (now: number): Expression => ({
  expression: 'attribute_exists(#pk) AND #until > :now',
  names: { '#pk': 'pk', '#until': 'valid_until' },
  values: { ':now': now },
});

/** Condition: the user still has this role and is not disabled. A user without stored rights has the role `user`. */
const stillAllows = ({ role }: LiveTicketGrant): Expression => ({
  expression: `${role === 'user' ? 'attribute_not_exists(#pk) OR ' : ''}(#role = :role AND #disabled = :no)`,
  names: {
    ...(role === 'user' ? { '#pk': 'pk' } : {}),
    '#role': 'role',
    '#disabled': 'disabled',
  },
  values: { ':role': role, ':no': false },
});

/** Condition: the session has neither ended nor expired. No sessions are stored before the first one begins. */
const isActive = (session: string, now: number): Expression => ({
  expression:
    'attribute_not_exists(#sessions) OR' +
    ' (#sessions.#session.#until > :now AND attribute_not_exists(#sessions.#session.#ended))',
  names: { '#sessions': 'sessions', '#session': session, '#ended': 'ended', '#until': 'until' },
  values: { ':now': now },
});

export type LiveConnectionRepository = ReturnType<typeof createLiveConnectionRepository>;

/** Live connections. Numbers refer to access-patterns.md. */
export const createLiveConnectionRepository = (table: Table) => {
  /** L4. One connection, strongly consistent; undefined when it does not exist or has expired. */
  const get = async (connectionId: string, now: number): Promise<LiveConnection | undefined> => {
    const item = await table.get(connectionEntity.key({ connection_id: connectionId }), { consistent: true });
    const connection = item && connectionEntity.parse(item);
    return connection && connectionEnd(connection.connected_at) > now ? connection : undefined;
  };

  return {
    get,

    /** L2. The grant of a ticket, strongly consistent; undefined when it was used, has expired or never existed. */
    async readTicket(hash: string, now: number): Promise<LiveTicketGrant | undefined> {
      const item = await table.get(liveTicketEntity.key({ hash }), { consistent: true });
      const grant = item && liveTicketEntity.parse(item);
      return grant && grant.valid_until > now ? grant : undefined;
    },

    /**
     * L3. Uses a ticket and stores its connection, in one transaction. False when the ticket was already used or the
     * user's role or session changed. A later change finds the connection, and an earlier one fails the condition.
     */
    async open(connectionId: string, grant: LiveTicketGrant, now: number): Promise<boolean> {
      const connection: LiveConnection = {
        connection_id: connectionId,
        user_id: grant.user_id,
        role: grant.role,
        session_id: grant.session_id,
        topics: [],
        connected_at: now,
        rev: 1,
      };
      return conditionHolds(
        table.transact([
          table.write.delete(liveTicketEntity.key(grant), isValid(now)),
          table.write.put(connectionEntity.toItem({ ...connection, topics: [] }), isNew),
          table.write.put(personConnectionEntity.toItem(connection)),
          table.write.check(rightsEntity.key(grant), stillAllows(grant)),
          ...(grant.session_id === undefined
            ? []
            : [table.write.check(sessionsEntity.key(grant), isActive(grant.session_id, now))]),
        ]),
      );
    },

    /** L5. Sets the topics of a connection. False when it changed or closed since it was read. */
    async saveTopics(connection: LiveConnection, topics: readonly LiveTopic[]): Promise<boolean> {
      const ids = { connection_id: connection.connection_id, connected_at: connection.connected_at };
      const added = topics.filter((topic) => !connection.topics.includes(topic));
      const dropped = connection.topics.filter((topic) => !topics.includes(topic));
      return conditionHolds(
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

    /** L6. Removes a connection with its subscriptions, in one transaction. No effect when it does not exist. */
    async forget(connectionId: string): Promise<void> {
      await optimistic(async () => {
        const item = await table.get(connectionEntity.key({ connection_id: connectionId }), { consistent: true });
        if (!item) return undefined;
        const connection = connectionEntity.parse(item);
        return orRetry(
          table.transact([
            table.write.delete(connectionEntity.key(connection), atRev(connection.rev)),
            table.write.delete(personConnectionEntity.key(connection)),
            ...connection.topics.map((topic) =>
              table.write.delete(subscriberEntity.key({ topic, connection_id: connectionId })),
            ),
          ]),
        );
      });
    },

    /** L12. Stores that the client of a connection sent a ping. No effect when the connection was removed. */
    async keepAlive(connection: LiveConnection, now: number): Promise<void> {
      await ignoreConditionFailed(table.update(personConnectionEntity.key(connection), { set: { seen_at: now } }));
    },

    /**
     * L7. A user's open connections, strongly consistent; 1 RRU for about 20. Lost ones are among them until they
     * expire. `onBad` gets the number of corrupt ones.
     */
    async ofPerson(userId: string, now: number, onBad: (count: number) => void): Promise<readonly PersonConnection[]> {
      const items = await table.queryAll({ partition: key('CONNECTIONS', userId), limit: PAGE, consistent: true });
      const found = parseList(personConnectionEntity, items, onBad);
      return found.filter(({ connected_at: connectedAt }) => connectionEnd(connectedAt) > now);
    },
  };
};
