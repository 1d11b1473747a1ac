import { decodeTime, encodeTime, ulid } from 'ulid';
import type { SecurityEventFilter } from '../../../lambdas/contract/admin/security-events.ts';
import type { EventKind } from '../../../lambdas/contract/admin/security-kinds.ts';
import { createSecurityEventLog } from '../../../lambdas/data/admin/security-event-log.ts';
import { securityEventEntity } from '../../../lambdas/data/admin/security-event-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import type { PageRequest } from '../../../lambdas/data/table/expressions.ts';
import type { Page, Table } from '../../../lambdas/data/table/table.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { newSecurityEvent, type Subject } from '../../../lambdas/domain/security/event.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const user = (number: number): string => `${String(number).padStart(8, '0')}-2222-4333-8444-555555555555`;

/** A table that answers queries of these items as DynamoDB does, and the queries that it got. */
const tableOf = (stored: readonly StoredItem[]) => {
  const queries: PageRequest[] = [];
  const query = async (request: PageRequest): Promise<Page> => {
    queries.push(request);
    const { index, partition, from = '', upTo = '~', limit, startKey } = request;
    if (from > upTo) throw new Error('The range of a query ends before it begins');
    const [pk, sk] = index ? (['gsi1pk', 'gsi1sk'] as const) : (['pk', 'sk'] as const);
    const matching = stored
      .filter((item) => item[pk] === partition && String(item[sk]) >= from && String(item[sk]) <= upTo)
      .filter((item) => startKey === undefined || String(item[sk]) < String(startKey[sk]))
      .sort((a, b) => (String(a[sk]) < String(b[sk]) ? 1 : -1));
    const items = matching.slice(0, limit);
    return { items, lastKey: items.length === limit ? items.at(-1) : undefined };
  };
  const cursors = createCursors(async () => Buffer.alloc(32, 7).toString('base64'));
  return { log: createSecurityEventLog({ query } as Table, { cursors, logger: silentLogger }), queries };
};

const eventItem = (subject: Subject, at: number, kind: EventKind = 'access_denied', id = ulid(at)): StoredItem => {
  const page = kind === 'page_view' ? { resourceId: 'streaming' } : {};
  return securityEventEntity.toItem(newSecurityEvent({ kind, subject, id, at, ...page }));
};

/** Events of the last 40 hours: one each minute, about 50 users, some visitors and one user with many. */
const world = (): readonly StoredItem[] =>
  Array.from({ length: 40 * 60 }, (_, index) => {
    const at = NOW - index * MINUTE;
    if (index % 3 === 0) return eventItem({ user: user(0) }, at, index % 2 === 0 ? 'page_view' : 'login_failed');
    return index % 7 === 0
      ? eventItem({ visitor: `v${index % 11}` }, at, 'rate_limited')
      : eventItem({ user: user(1 + (index % 50)) }, at);
  });

const readAll = async ({ log }: ReturnType<typeof tableOf>, filter: SecurityEventFilter, limit: number) => {
  const ids: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  // Later pages are read later, and continue with the period of the first.
  for (let now = NOW; sizes.length < 500; now += HOUR) {
    const page = await log.list(filter, { cursor, limit }, now);
    ids.push(...page.items.map(({ id }) => id));
    sizes.push(page.items.length);
    if (page.next_cursor === null) return { ids, sizes };
    cursor = page.next_cursor;
  }
  throw new Error('The list does not end');
};

const iso = (at: number): string => new Date(at).toISOString();
const stored = world();
/** The ids of the events from a time on that match, newest first. */
const expected = (test: (item: StoredItem) => boolean, from = NOW + 1 - 24 * HOUR, to = NOW + 1): readonly string[] =>
  stored
    .filter(({ sk }) => decodeTime(sk) >= from && decodeTime(sk) < to)
    .filter(test)
    .map(({ sk }) => sk)
    .sort()
    .reverse();

describe('X2: the events of all subjects', () => {
  it('are spread over 16 partitions of each day, those of one subject and day in one', () => {
    const partitions = new Set(stored.map(({ pk }) => pk));
    expect(partitions.size).toBeGreaterThan(3 * 12);
    for (const pk of partitions) expect(pk).toMatch(/^SECURITY#2026-11-2[678]#(0\d|1[0-5])$/);
    expect(new Set(stored.filter((item) => item['user_id'] === user(0)).map(({ pk }) => pk)).size).toBe(3);
  });

  it.each<readonly [string, SecurityEventFilter, readonly string[]]>([
    ['of the last 24 hours', {}, expected(() => true)],
    ['of a kind', { event_type: 'rate_limited' }, expected((item) => item['event_type'] === 'rate_limited')],
    ['of a severity', { severity: 'low' }, expected((item) => item['severity'] === 'low')],
    ['of a category', { event_category: 'data_access' }, expected((item) => item['event_category'] === 'data_access')],
    ['with a risk', { min_risk: 31 }, expected((item) => Number(item['risk_score']) >= 31)],
    ['of a source', { source: 'browser' }, []],
    [
      'of a period',
      { from: iso(NOW - 38 * HOUR), to: iso(NOW - 10 * HOUR) },
      expected(() => true, NOW - 38 * HOUR, NOW - 10 * HOUR),
    ],
    ['of the 24 hours before a time', { to: iso(NOW - HOUR) }, expected(() => true, NOW - 25 * HOUR, NOW - HOUR)],
    ['of an empty period', { from: iso(NOW), to: iso(NOW) }, []],
    ['of the future', { from: iso(NOW + HOUR) }, []],
  ])('are listed %s: newest first, each once', async (_, filter, ids) => {
    const read = await readAll(tableOf(stored), filter, 20);
    expect(read.ids).toEqual(ids);
  });

  it('fill each page but the last, with at most 16 queries for each round', async () => {
    const table = tableOf(stored);
    let cursor: string | undefined;
    let page = 0;
    for (let isLast = false; !isLast; page += 1) {
      table.queries.length = 0;
      const { items, next_cursor } = await table.log.list({}, { cursor, limit: 20 }, NOW);
      isLast = next_cursor === null;
      if (!isLast) expect(items).toHaveLength(20);
      // The shard with a third of all events is read twice, and a day that ends in the page adds a round.
      expect(table.queries.length).toBeLessThanOrEqual(2 * 16 + 4);
      expect(Math.max(...table.queries.map(({ limit }) => limit))).toBe(6);
      cursor = next_cursor ?? undefined;
    }
    expect(page).toBe(73);
  });

  it('need a limited number of queries for a rare kind in a long period, over several pages', async () => {
    const rare = eventItem({ user: user(3) }, NOW - 90 * 24 * HOUR, 'token_moved');
    const table = tableOf([...stored, rare]);
    const filter = { event_type: 'token_moved', from: iso(NOW - 100 * 24 * HOUR) } as const;
    let cursor: string | undefined;
    const found: string[] = [];
    do {
      table.queries.length = 0;
      const { items, next_cursor } = await table.log.list(filter, { cursor, limit: 20 }, NOW);
      expect(table.queries.length).toBeLessThanOrEqual(128);
      found.push(...items.map(({ id }) => id));
      cursor = next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual([rare.sk]);
  });

  it('continue between events of the same millisecond', async () => {
    const at = NOW - HOUR;
    // The last digits are those next to each other, the first and the last one.
    const ids = ['0', '1', '9', 'A', 'Y', 'Z'].map((digit) => `${encodeTime(at, 10)}${'0'.repeat(15)}${digit}`);
    const items = ids.map((id, index) => eventItem({ user: user(index % 2) }, at, 'access_denied', id));
    const { ids: read } = await readAll(tableOf(items), {}, 1);
    expect(read).toEqual([...ids].reverse());
  });

  it('leave out those that have expired', async () => {
    const old = [380, 360].map((days) => eventItem({ user: user(1) }, NOW - days * 24 * HOUR));
    const { ids } = await readAll(tableOf(old), { from: iso(NOW - 400 * 24 * HOUR) }, 20);
    expect(ids).toEqual([old[1]?.sk]);
  });

  it('leave out corrupt ones, and continue after them', async () => {
    const items = [1, 2, 3].map((minutes) => eventItem({ user: user(1) }, NOW - minutes * MINUTE));
    const corrupt = items.map((item, index) => (index === 1 ? { ...item, severity: 'worst' } : item));
    const { ids } = await readAll(tableOf(corrupt), {}, 1);
    expect(ids).toEqual([items[0]?.sk, items[2]?.sk]);
  });
});

describe('X3: the events of one user', () => {
  const ofUser = (item: StoredItem): boolean => item['user_id'] === user(0);

  it.each<readonly [string, SecurityEventFilter, readonly string[], number]>([
    ['all, also loads of the site', {}, expected(ofUser), 4],
    [
      'loads of the site',
      { event_type: 'page_view' },
      expected((item) => ofUser(item) && item['event_type'] === 'page_view'),
      1,
    ],
    ['others', { event_type: 'login_failed' }, expected((item) => ofUser(item) && item['risk_score'] === 30), 1],
  ])('are read from the index: %s', async (_, filter, ids, most) => {
    const table = tableOf(stored);
    const own = { ...filter, user_id: user(0) };
    const read = await readAll(table, own, 20);
    expect(read.ids).toEqual(ids);
    expect(table.queries.every(({ index, partition }) => index === 'gsi1' && partition.endsWith(user(0)))).toBe(true);
    table.queries.length = 0;
    await table.log.list(own, { cursor: undefined, limit: 20 }, NOW);
    expect(table.queries.length).toBeLessThanOrEqual(2 * most);
  });
});

it('X4: lists the own events of a user without loads of the site, in pages', async () => {
  const { log } = tableOf([...stored, eventItem({ user: user(0) }, NOW - 380 * 24 * HOUR)]);
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await log.listOfUser(user(0), { cursor, limit: 50 }, NOW);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(ids).toEqual(expected((item) => item['user_id'] === user(0) && item['risk_score'] === 30, 0));
});

it('rejects cursors of another filter, of another list, and of another user', async () => {
  const { log } = tableOf(stored);
  const page = { cursor: undefined, limit: 2 };
  const [all, own] = [await log.list({}, page, NOW), await log.listOfUser(user(0), page, NOW)];
  const foreign = [
    log.list({ severity: 'low' }, { cursor: all.next_cursor ?? '', limit: 2 }, NOW),
    log.list({}, { cursor: own.next_cursor ?? '', limit: 2 }, NOW),
    log.listOfUser(user(1), { cursor: own.next_cursor ?? '', limit: 2 }, NOW),
  ];
  const invalid = { status: 'rejected', reason: { code: 'invalid_cursor' } };
  expect(await Promise.allSettled(foreign)).toMatchObject([invalid, invalid, invalid]);
});
