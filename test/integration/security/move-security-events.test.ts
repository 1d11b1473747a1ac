import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { moveSecurityEvents } from '../../../lambdas/data/admin/move-security-events.ts';
import { createSecurityEventLog } from '../../../lambdas/data/admin/security-event-log.ts';
import { eventsOf } from '../../../lambdas/data/admin/security-event-repository.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const DAY = 86_400_000;
const ADDRESS = '203.0.113.0';

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

/** An event as version 1 stored it: by month, without source and subject, and with another severity for its risk. */
const formerEvent = (userId: string, daysAgo: number, change: object = {}): StoredItem => {
  const at = NOW - daysAgo * DAY;
  const created_at = new Date(at).toISOString();
  const id = ulid(at);
  return {
    pk: `SECURITY#${created_at.slice(0, 7)}`,
    sk: id,
    gsi1pk: eventsOf(userId),
    gsi1sk: id,
    type: 'SECURITY_EVENT',
    v: 1,
    expires_at: Math.ceil(at / 1000) + 365 * 86_400,
    ...{ id, created_at, user_id: userId, ip_address: ADDRESS },
    ...{ event_type: 'input_validation_failed', event_category: 'data_access', severity: 'low' },
    ...{ resource_type: 'search_query', action_taken: 'rejected', success: false },
    ...{ error_message: '5 validation error(s) found', metadata: { errors: 5 }, risk_score: 50 },
    ...change,
  };
};

const move = async (table = db.table) => {
  const corrupt: string[] = [];
  const moved = await moveSecurityEvents(table, NOW, ({ sk }) => corrupt.push(sk));
  return { ...moved, keys: corrupt };
};
const store = (items: readonly StoredItem[]) => Promise.all(items.map((item) => db.table.put(item)));
const former = (item: StoredItem) => db.table.get({ pk: item.pk, sk: item.sk }, { consistent: true });
/** What is stored of a user, newest first. */
const storedOf = (userId: string) => db.table.queryAll({ index: 'gsi1', partition: eventsOf(userId), limit: 100 });

it('moves events of all months to the partitions of their days, where both lists find them', async () => {
  const userId = randomUUID();
  const items = [0, 3, 40, 360].map((days) => formerEvent(userId, days));
  await store(items);
  expect(await move()).toEqual({ events: 4, corrupt: 0, keys: [] });
  expect(await Promise.all(items.map(former))).toEqual(items.map(() => undefined));
  const cursors = createCursors(async () => Buffer.alloc(32, 7).toString('base64'));
  const log = createSecurityEventLog(db.table, { cursors, logger: silentLogger });
  const { items: own } = await log.listOfUser(userId, { cursor: undefined, limit: 50 }, NOW);
  expect(own.map(({ id }) => id)).toEqual(items.map(({ sk }) => sk));
  const filter = { from: new Date(NOW - 4 * DAY).toISOString() };
  const { items: all } = await log.list(filter, { cursor: undefined, limit: 20 }, NOW);
  expect(all).toMatchObject([{ id: items[0]?.sk, subject: `user:${userId}` }, { id: items[1]?.sk }]);
  expect(all[0]).toMatchObject({ source: 'server', severity: 'medium', risk_score: 50, ip_address: ADDRESS });
  expect(await move()).toEqual({ events: 0, corrupt: 0, keys: [] });
});

it('keeps the time to live, and that a legal hold removed it', async () => {
  const [userId, held] = [randomUUID(), randomUUID()];
  const kept = formerEvent(userId, 2);
  const { expires_at: _never, ip_address: _none, ...without } = formerEvent(held, 2);
  await store([kept, without as StoredItem]);
  expect(await move()).toMatchObject({ events: 2 });
  expect((await storedOf(userId)).map((item) => item['expires_at'])).toEqual([kept['expires_at']]);
  const [moved] = await storedOf(held);
  expect(moved).not.toHaveProperty('expires_at');
  expect(moved).not.toHaveProperty('ip_address');
});

it('continues after it was stopped, and keeps what was recorded again and what changed meanwhile', async () => {
  const userId = randomUUID();
  const [changing, again, last] = [1, 2, 3].map((days) => formerEvent(userId, days)) as [
    StoredItem,
    StoredItem,
    StoredItem,
  ];
  await store([again]);
  await move();
  // Recorded again by an instance of the earlier version.
  await store([changing, again, last]);
  let writes = 0;
  const table = {
    ...db.table,
    transact: async (...args: Parameters<typeof db.table.transact>) => {
      writes += 1;
      if (writes === 3) throw new Error('Stopped');
      // The consent is withdrawn after the event was read.
      await db.table.update({ pk: changing.pk, sk: changing.sk }, { set: { ip_address: undefined } }).catch(() => null);
      return db.table.transact(...args);
    },
  };
  await expect(move(table)).rejects.toThrow('Stopped');
  await move();
  const stored = await storedOf(userId);
  expect(stored.map(({ sk }) => sk)).toEqual([changing, again, last].map(({ sk }) => sk));
  expect(stored.map((item) => item['ip_address'])).toEqual([undefined, ADDRESS, ADDRESS]);
  expect(await Promise.all([changing, again, last].map(former))).toEqual([undefined, undefined, undefined]);
});

it('leaves events of a user whose erasure has begun, and those that it cannot read', async () => {
  const [erased, userId] = [randomUUID(), randomUUID()];
  await db.table.put({ ...rightsEntity.toItem(newAccountRights(erased)), erasing: true });
  const items = [formerEvent(erased, 1), formerEvent(userId, 1, { event_type: 'unknown' })];
  await store([...items, formerEvent(userId, 2)]);
  expect(await move()).toEqual({ events: 1, corrupt: 1, keys: [items[1]?.sk] });
  expect(await Promise.all(items.map(former))).toEqual(items);
});
