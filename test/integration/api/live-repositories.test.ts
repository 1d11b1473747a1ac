import { randomBytes, randomUUID } from 'node:crypto';
import {
  createLiveConnectionRepository,
  type LiveConnectionRepository,
} from '../../../lambdas/data/live/live-connection-repository.ts';
import { createLiveTicketRepository } from '../../../lambdas/data/live/live-ticket-repository.ts';
import {
  createLiveTopicRepository,
  type LiveTopicRepository,
} from '../../../lambdas/data/live/live-topic-repository.ts';
import { sessionsEntity } from '../../../lambdas/data/sessions/sessions-entity.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { newAccountRights, type Rights } from '../../../lambdas/domain/accounts/actor.ts';
import { claimSending } from '../../../lambdas/domain/live/slots.ts';
import { grantTicket, type LiveTicketGrant } from '../../../lambdas/domain/live/ticket.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const HOUR_MS = 3_600_000;

let db: TestTable;
let connections: LiveConnectionRepository;
let topics: LiveTopicRepository;
beforeAll(async () => {
  db = await startTestTable();
  connections = createLiveConnectionRepository(db.table);
  topics = createLiveTopicRepository(db.table);
});
afterAll(() => db.stop());

const onBad = (count: number) => {
  throw new Error(`${count} corrupt items`);
};
const newId = () => `${randomBytes(11).toString('base64')}=`;
const giveTicket = async (
  userId: string,
  role: Rights['role'] = 'user',
  now = Date.now(),
  sessionId: string | null = null,
): Promise<LiveTicketGrant> => {
  const grant = grantTicket(randomBytes(32).toString('base64url'), { userId, role, signIn: { id: sessionId } }, now);
  await createLiveTicketRepository(db.table).create(grant);
  return grant;
};
const setRights = (userId: string, rights: Partial<Rights>) =>
  db.table.put(rightsEntity.toItem({ ...newAccountRights(userId), ...rights }));
const opened = async (userId: string) => {
  const now = Date.now();
  const id = newId();
  expect(await connections.open(id, await giveTicket(userId, 'user', now), now)).toBe(true);
  const connection = await connections.get(id, now);
  if (!connection) throw new Error('No connection');
  return connection;
};

const subscribersOf = async (topic: string, now = Date.now()): Promise<readonly string[]> => {
  const all: string[] = [];
  for await (const page of topics.subscribers(topic, now, onBad)) all.push(...page);
  return all;
};

describe('a ticket', () => {
  it('L1, L2, L3: opens one connection when twenty arrive at once', async () => {
    const user = randomUUID();
    const now = Date.now();
    const { result: grant, units } = await db.measure(() => giveTicket(user));
    expect(units).toBe(1);
    expect((await db.measure(() => connections.readTicket(grant.hash, now))).units).toBe(1);
    const results = await Promise.all(Array.from({ length: 20 }, () => connections.open(newId(), grant, now)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await connections.readTicket(grant.hash, now)).toBeUndefined();
    const own = await connections.ofPerson(user, now, onBad);
    expect(own).toHaveLength(1);
  });

  it('L2, L3: is invalid from its last millisecond on', async () => {
    const grant = await giveTicket(randomUUID());
    expect(await connections.readTicket(grant.hash, grant.valid_until - 1)).toEqual(grant);
    expect(await connections.readTicket(grant.hash, grant.valid_until)).toBeUndefined();
    expect(await connections.open(newId(), grant, grant.valid_until)).toBe(false);
  });

  it.each<[string, Rights['role'], Partial<Rights> | undefined, boolean]>([
    ['a user whose role is unchanged', 'admin', { role: 'admin' }, true],
    ['a new account without rights', 'user', undefined, true],
    ['a demoted administrator', 'admin', { role: 'user' }, false],
    ['a promoted user', 'user', { role: 'admin' }, false],
    ['a disabled user', 'user', { disabled: true }, false],
    ['an administrator whose rights were deleted', 'admin', undefined, false],
  ])('L3: opens a connection only for the role it was issued to: %s', async (_who, role, rights, isAccepted) => {
    const user = randomUUID();
    const grant = await giveTicket(user, role);
    if (rights) await setRights(user, rights);
    const id = newId();
    expect(await connections.open(id, grant, Date.now())).toBe(isAccepted);
    // Both writes happen or neither.
    expect(
      [await connections.get(id, Date.now()), await connections.readTicket(grant.hash, Date.now())].map(
        (item) => item !== undefined,
      ),
    ).toEqual([isAccepted, !isAccepted]);
  });

  it.each([
    ['a session that is registered', { mine: {} }, true],
    ['an account without registered sessions', undefined, true],
    ['an ended session', { mine: { ended: true } }, false],
    ['an expired session', { mine: { until: 1 } }, false],
    ['a session that was removed', { other: {} }, false],
  ])('L3: opens a connection for %s only while it may: %j', async (_what, sessions, isAccepted) => {
    const user = randomUUID();
    const stored = sessions && {
      sessions: Object.fromEntries(
        Object.entries(sessions).map(([id, change]) => [
          id,
          { begun: 1, seen: 1, until: Date.now() + 60_000, label: 'x', ...change },
        ]),
      ),
    };
    await setRights(user, {});
    if (stored) await db.table.put(sessionsEntity.toItem({ user_id: user, ...stored }));
    const grant = await giveTicket(user, 'user', Date.now(), 'mine');
    expect(await connections.open(newId(), grant, Date.now())).toBe(isAccepted);
  });

  it('L3: a demotion at the same moment either finds the connection or prevents it', async () => {
    for (let round = 0; round < 30; round += 1) {
      const user = randomUUID();
      await setRights(user, { role: 'admin' });
      const grant = await giveTicket(user, 'admin');
      const [found, made] = await Promise.all([
        setRights(user, { role: 'user' }).then(() => connections.ofPerson(user, Date.now(), onBad)),
        connections.open(newId(), grant, Date.now()),
      ]);
      expect(found).toHaveLength(made ? 1 : 0);
    }
  });
});

describe('a connection', () => {
  it('L4 to L9: receives its topics, and is removed completely', async () => {
    const user = randomUUID();
    const connection = await opened(user);
    const mine = [`user:${user}`, `history:${user}`];
    const { result, calls } = await db.measure(() => connections.saveTopics(connection, mine));
    expect([result, calls]).toEqual([true, ['TransactWriteItems']]);
    expect(await connections.saveTopics(connection, [])).toBe(false);
    expect(await topics.hasSubscribers(`user:${user}`)).toBe(true);
    expect(await subscribersOf(`user:${user}`)).toEqual([connection.connection_id]);
    const now = await connections.get(connection.connection_id, Date.now());
    if (now) expect(await connections.saveTopics(now, [`user:${user}`])).toBe(true);
    expect(await topics.hasSubscribers(`history:${user}`)).toBe(false);
    await connections.forget(connection.connection_id);
    expect([
      await topics.hasSubscribers(`user:${user}`),
      await connections.ofPerson(user, Date.now(), onBad),
      await connections.get(connection.connection_id, Date.now()),
    ]).toEqual([false, [], undefined]);
    await connections.forget(connection.connection_id);
  });

  it('L5, L6: leaves nothing behind when it is removed while it subscribes', async () => {
    for (let round = 0; round < 20; round += 1) {
      const user = randomUUID();
      const connection = await opened(user);
      await Promise.all([
        connections.saveTopics(connection, [`user:${user}`, `history:${user}`]),
        connections.forget(connection.connection_id),
      ]);
      expect([
        await topics.hasSubscribers(`user:${user}`),
        await topics.hasSubscribers(`history:${user}`),
        (await connections.ofPerson(user, Date.now(), onBad)).length,
      ]).toEqual([false, false, 0]);
    }
  });

  it('L4, L7, L8: no longer counts after it expires, although it is still stored', async () => {
    const user = randomUUID();
    const fresh = await opened(user);
    await connections.saveTopics(fresh, [`user:${user}`]);
    const later = Date.now() + 3 * HOUR_MS;
    expect(await connections.get(fresh.connection_id, later)).toBeUndefined();
    expect(await connections.ofPerson(user, later, onBad)).toEqual([]);
    expect(await subscribersOf(`user:${user}`, later)).toEqual([]);
  });

  it('L12: stores the last ping in the list of connections, and nothing after the removal', async () => {
    const user = randomUUID();
    const connection = await opened(user);
    const { calls, units } = await db.measure(() => connections.keepAlive(connection, 1000));
    expect([calls, units]).toEqual([['UpdateItem'], 1]);
    expect(await connections.ofPerson(user, Date.now(), onBad)).toMatchObject([{ seen_at: 1000 }]);
    await connections.forget(connection.connection_id);
    await connections.keepAlive(connection, 2000);
    expect(await connections.ofPerson(user, Date.now(), onBad)).toEqual([]);
  });

  it('L7: costs 1 unit to list the connections of a user', async () => {
    const user = randomUUID();
    for (let count = 0; count < 10; count += 1) await opened(user);
    const { result, calls, units } = await db.measure(() => connections.ofPerson(user, Date.now(), onBad));
    expect([result.length, calls, units]).toEqual([10, ['Query'], 1]);
  });
});

describe('the state of a topic', () => {
  it('L10: is changed by one of six concurrent claims', async () => {
    const topic = `user:${randomUUID()}`;
    const now = Date.now();
    const claims = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        topics.changeState(topic, now, (state) => ({ ...claimSending(state, `c${index}`, now) })),
      ),
    );
    expect(claims.filter(({ dueAt }) => dueAt !== undefined)).toHaveLength(1);
    const { calls, units } = await db.measure(() =>
      topics.changeState(topic, now, () => ({ state: { started_at: now } })),
    );
    expect([calls, units]).toEqual([['GetItem', 'PutItem'], 2]);
    expect((await db.measure(() => topics.changeState(topic, now, () => ({ state: undefined })))).calls).toEqual([
      'GetItem',
    ]);
  });
});
