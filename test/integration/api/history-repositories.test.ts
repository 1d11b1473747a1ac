import { randomBytes, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { QUEUE_MAX } from '../../../lambdas/contract/listening/history-rules.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createHistoryCleaner } from '../../../lambdas/data/history/history-cleaner.ts';
import { createHistoryRepository, historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import { createHistoryStateRepository } from '../../../lambdas/data/history/history-state-repository.ts';
import { createPositionRepository } from '../../../lambdas/data/history/position-repository.ts';
import { createQueueRepository } from '../../../lambdas/data/history/queue-repository.ts';
import { historyEntry } from '../../../lambdas/domain/history/entry.ts';
import { compareWrite } from '../../../lambdas/domain/history/versioned.ts';
import type { StoredPosition } from '../../../lambdas/domain/history/position.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { someContent } from '../../support/content.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const secret = randomBytes(32).toString('base64');
const cursors = createCursors(async () => secret);
const START = Date.now() - 86_400_000;
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const device = { id: 'a-device-0001', label: 'Chrome on Windows' };

let db: TestTable;
let history: ReturnType<typeof createHistoryRepository>;
let states: ReturnType<typeof createHistoryStateRepository>;
let positions: ReturnType<typeof createPositionRepository>;
let queues: ReturnType<typeof createQueueRepository>;

beforeAll(async () => {
  db = await startTestTable();
  history = createHistoryRepository(db.table, { cursors, logger: silentLogger });
  states = createHistoryStateRepository(db.table);
  positions = createPositionRepository(db.table, { logger: silentLogger });
  queues = createQueueRepository(db.table);
});
afterAll(() => db.stop());

const titled = (number: number) => someContent({ title: `A title of an ordinary length, number ${number}` });
const watch = async (user: string, count: number, from = 0): Promise<readonly string[]> => {
  const contentItems = Array.from({ length: count }, (_, index) => titled(index));
  for (const [index, content] of contentItems.entries())
    await history.record(user, historyEntry(content, at(from + index)));
  return contentItems.map(({ id }) => id);
};
const countEntries = async (user: string, limit = 100) =>
  (await history.list(user, { cursor: undefined, limit })).items.length;
const position = (
  user: string,
  content: string,
  seconds: number,
  stamp: { writer: string; number: number },
  when = seconds,
): StoredPosition => ({
  user_id: user,
  content_id: content,
  position_seconds: seconds,
  duration_seconds: 1000,
  finished: false,
  device,
  updated_at: at(when),
  version: START + seconds,
  ...stamp,
});

describe('clearing the history', () => {
  it('H1, H6: takes one write, empties the list at once at no extra cost, and keeps later entries', async () => {
    const user = randomUUID();
    await watch(user, 30);
    const cost = await db.measure(() => states.clear(user, at(100)));
    console.log(`clearing: ${cost.units} units`);
    expect(cost.calls).toEqual(['UpdateItem']);
    expect(cost.units).toBeLessThanOrEqual(3);
    expect(await history.list(user, { cursor: undefined, limit: 10 })).toEqual({ items: [], next_cursor: null });
    await watch(user, 12, 200);
    const first = await db.measure(() => history.list(user, { cursor: undefined, limit: 10 }));
    console.log(`history: ${first.units} units for 10`);
    expect(first.calls).toEqual(['Query']);
    expect(first.units).toBeLessThanOrEqual(1);
    const second = await db.measure(() => history.list(user, { cursor: first.result.next_cursor ?? '', limit: 10 }));
    expect(second.result).toMatchObject({ next_cursor: null });
    expect(second.result.items).toHaveLength(2);
    expect(second.units).toBeLessThanOrEqual(1.5);
  });

  it('H1: returns an empty page for a cursor from before the clearing', async () => {
    const user = randomUUID();
    await watch(user, 30);
    const { next_cursor: cursor } = await history.list(user, { cursor: undefined, limit: 10 });
    await states.clear(user, at(100));
    expect(await history.list(user, { cursor: cursor ?? '', limit: 10 })).toEqual({ items: [], next_cursor: null });
  });

  it('H12: removes many entries with their resume points, keeps all others, and can be repeated', async () => {
    const entries = rounds('entries', { quick: 2_000, full: 10_000 });
    const [user, other] = [randomUUID(), randomUUID()];
    const model = historyEntry(titled(0), at(0));
    for (let start = 0; start < entries; start += 100) {
      await db.table.transact(
        Array.from({ length: 100 }, (_, index) => {
          const id = `cnt_${ulid()}`;
          const item = historyEntity.toItem({
            user_id: user,
            content_id: id,
            watched_at: at(start + index),
            title: model.content.title,
            artist: '',
            content_type: 'video',
            thumbnail_url: null,
            creator_id: model.content.creator_id,
            creator_name: 'X',
          });
          return db.table.write.put(item);
        }),
      );
    }
    const [again = '', kept = ''] = await watch(user, 2, entries / 2);
    await watch(other, 3);
    for (const id of [again, kept])
      await positions.save({ value: position(user, id, 50, { writer: 'w', number: 1 }), base: 0, clearedAt: null });
    await states.clear(user, at(20_000));
    expect(await countEntries(user)).toBe(0);
    await history.record(user, historyEntry(someContent({ id: again }), at(20_001)));
    await positions.save({
      value: position(user, again, 60, { writer: 'w', number: 2 }, 20_001),
      base: 0,
      clearedAt: at(20_000),
    });
    const cleaner = createHistoryCleaner(db.table);
    const started = Date.now();
    await cleaner.removeCleared(user);
    console.log(`${entries} entries removed in ${Date.now() - started} ms`);
    await cleaner.removeCleared(user);
    const { items } = await db.table.query({ partition: `USER#${user}`, limit: 100 });
    expect(items.map(({ sk }) => sk).sort()).toEqual([`HISTORY#${again}`, 'HISTORY_STATE', `POSITION#${again}`].sort());
    expect(await countEntries(user)).toBe(1);
    expect(await countEntries(other)).toBe(3);
  });

  it('H12: removes nothing where nothing was cleared, and concurrent runs do no harm', async () => {
    const user = randomUUID();
    await watch(user, 60);
    const cleaner = createHistoryCleaner(db.table);
    await cleaner.removeCleared(user);
    expect(await countEntries(user)).toBe(60);
    await states.clear(user, at(100));
    await Promise.all([cleaner.removeCleared(user), cleaner.removeCleared(user)]);
    expect((await db.table.query({ partition: `USER#${user}`, prefix: 'HISTORY#', limit: 1 })).items).toEqual([]);
  });
});

it('H3, H5: pauses and resumes the history without losing the time of a clearing', async () => {
  const user = randomUUID();
  expect(await states.read(user)).toEqual({ paused_at: null, cleared_at: null });
  await states.setPaused(user, true, at(1));
  await states.setPaused(user, true, at(2));
  await states.clear(user, at(3));
  await states.clear(user, at(2));
  const { result, units } = await db.measure(() => states.read(user));
  expect(result).toEqual({ paused_at: at(1), cleared_at: at(3) });
  expect(units).toBe(1);
  await states.setPaused(user, false, at(4));
  await states.setPaused(user, false, at(5));
  expect(await states.read(user)).toEqual({ paused_at: null, cleared_at: at(3) });
});

it('H4: removes one entry with its resume point', async () => {
  const user = randomUUID();
  const [first = '', second = ''] = await watch(user, 2);
  await positions.save({ value: position(user, first, 50, { writer: 'w', number: 1 }), base: 0, clearedAt: null });
  expect([await history.remove(user, first), await history.remove(user, first)]).toEqual([true, false]);
  await positions.remove(user, first);
  await positions.remove(user, first);
  expect(await positions.get(user, first, START)).toBeUndefined();
  expect((await history.list(user, { cursor: undefined, limit: 10 })).items.map(({ id }) => id)).toEqual([second]);
});

describe('resume points', () => {
  it('H9: the table accepts and rejects writes as the rule does, over random writes of three pages', async () => {
    const seed = newSeed();
    const random = createRandom(seed);
    const user = randomUUID();
    const content = `cnt_${ulid()}`;
    const known = new Map<string, number>();
    const numbers = new Map<string, number>();
    let current: StoredPosition | undefined;
    const outcomes: Record<string, number> = {};
    for (let step = 1; step <= 300; step += 1) {
      const writer = ['laptop', 'phone', 'tablet'][Math.floor(random() * 3)] ?? '';
      if (random() < 0.25) known.set(writer, current?.version ?? 0);
      if (random() < 0.7) numbers.set(writer, (numbers.get(writer) ?? 0) + 1);
      const base = known.get(writer) ?? 0;
      const value = position(user, content, step, { writer, number: numbers.get(writer) ?? 1 });
      const relation = compareWrite(current, { base_version: base, writer, number: value.number });
      const outcome = await positions.save({ value, base, clearedAt: null });
      outcomes[relation] = (outcomes[relation] ?? 0) + 1;
      expect({ seed, step, kind: outcome.kind }).toEqual({
        seed,
        step,
        kind: relation === 'stale' ? 'stale' : 'saved',
      });
      if (outcome.kind === 'stale') {
        expect(outcome.current).toEqual(current);
        continue;
      }
      expect(outcome.value.version).toBeGreaterThanOrEqual((current?.version ?? 0) + (relation === 'repeated' ? 0 : 1));
      if (relation === 'repeated') expect(outcome.value).toEqual(current);
      current = outcome.value;
      known.set(writer, current.version);
      if (random() < 0.02) {
        await positions.remove(user, content);
        current = undefined;
      }
    }
    console.log(`Seed ${seed}: 300 writes from three pages:`, outcomes);
    expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(3);
  });

  it('H9: accepts one of twenty concurrent writes based on the same version', async () => {
    const user = randomUUID();
    const content = `cnt_${ulid()}`;
    const race = async (base: number) => {
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          positions.save({
            value: position(user, content, index, { writer: `device-${base}-${index}`, number: 1 }),
            base,
            clearedAt: null,
          }),
        ),
      );
      const won = all.filter(({ kind }) => kind === 'saved');
      expect(won).toHaveLength(1);
      return won[0]?.kind === 'saved' ? won[0].value.version : 0;
    };
    expect(await race(await race(0))).toBe((await positions.get(user, content, START))?.version);
  });

  it('H9: treats a cleared resume point as deleted, whatever its version', async () => {
    const user = randomUUID();
    const content = `cnt_${ulid()}`;
    await positions.save({
      value: position(user, content, 500, { writer: 'laptop', number: 9 }, 10),
      base: 0,
      clearedAt: null,
    });
    const value = position(user, content, 20, { writer: 'phone', number: 1 }, 30);
    expect(await positions.save({ value, base: 0, clearedAt: at(5) })).toMatchObject({ kind: 'stale' });
    expect(await positions.save({ value, base: 0, clearedAt: at(20) })).toMatchObject({
      kind: 'saved',
      value: { position_seconds: 20 },
    });
  });

  it('H7, H8, H9: cost what access-patterns.md says, and expire', async () => {
    const user = randomUUID();
    const ids = Array.from({ length: 100 }, () => `cnt_${ulid()}`);
    let written = { units: 0, calls: [] as readonly string[] };
    for (const id of ids)
      written = await db.measure(() =>
        positions.save({
          value: position(user, id, 60, { writer: 'a-page-of-a-device-0001', number: 1 }),
          base: 0,
          clearedAt: null,
        }),
      );
    expect(written).toMatchObject({ calls: ['PutItem'], units: 1 });
    const next = await db.measure(() =>
      positions.save({
        value: position(user, ids[0] ?? '', 70, { writer: 'a-page-of-a-device-0001', number: 2 }),
        base: 0,
        clearedAt: null,
      }),
    );
    expect(next.units).toBeLessThanOrEqual(2);
    const all = await db.measure(() => positions.list(user, START));
    console.log(`resume points: ${all.units} units for ${all.result.length}; another write ${next.units}`);
    expect(all.result).toHaveLength(100);
    expect(all.units).toBeLessThanOrEqual(5);
    expect((await db.measure(() => positions.get(user, ids[1] ?? '', START))).units).toBe(0.5);
    expect(await positions.list(user, START + 3 * 365 * 86_400_000)).toEqual([]);
  });
});

it('H10, H11: stores a queue of 500, which may contain a title twice, under the same rule', async () => {
  const user = randomUUID();
  const ids = Array.from({ length: QUEUE_MAX }, () => `cnt_${ulid()}`);
  ids[499] = ids[0] ?? '';
  const queue = {
    user_id: user,
    content_ids: ids,
    index: 499,
    position_seconds: 12,
    device,
    updated_at: at(0),
    version: START,
    writer: 'laptop',
    number: 1,
  };
  const saved = await db.measure(() => queues.save({ value: queue, base: 0, clearedAt: null }));
  const read = await db.measure(() => queues.get(user, START));
  console.log(`queue of 500: ${saved.units} units to save, ${read.units} to read`);
  expect(saved.units).toBeLessThanOrEqual(18);
  expect(read.units).toBeLessThanOrEqual(2.5);
  expect(read.result).toMatchObject({ content_ids: ids, index: 499 });
  expect(
    await queues.save({ value: { ...queue, content_ids: [], index: 0, writer: 'phone' }, base: 5, clearedAt: null }),
  ).toMatchObject({ kind: 'stale', current: { index: 499 } });
  expect(
    await queues.save({
      value: { ...queue, content_ids: [], index: 0, writer: 'phone' },
      base: START,
      clearedAt: null,
    }),
  ).toMatchObject({ kind: 'saved', value: { content_ids: [], version: START + 1 } });
});
