import { createBudgetRepository, createBudgetList } from '../../../lambdas/data/analysis/budget-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const FIRST = 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const idOf = (index: number): string => `${FIRST.slice(0, -2)}${String(index).padStart(2, '0')}`;

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

/** Every test has a month of its own. */
let year = 2030;
const open = (limits = { title: 1.5, month: 2 }) => {
  year += 1;
  const clock = { now: Date.parse(`${year}-06-15T10:00:00.000Z`) };
  const now = () => clock.now;
  return {
    clock,
    month: `${year}-06`,
    budget: createBudgetRepository(db.table, { readLimits: async () => limits, now }),
    list: createBudgetList(db.table, {
      cursors: createCursors(async () => Buffer.alloc(32, 1).toString('base64')),
      logger: silentLogger,
    }),
  };
};

it('lets 50 concurrent reservations of different titles use a month up to its limit and no further', async () => {
  const { budget, list, month } = open({ title: 1.5, month: 2 });
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) => budget.reserve(idOf(index), 'frames', 0.1)),
  );
  const reserved = results.filter((result) => result === 'reserved');
  expect(reserved).toHaveLength(20);
  const denied = results.find((result) => result !== 'reserved');
  expect(denied).toEqual({ reason: expect.stringMatching(/^This step needs up to \$0\.10, .*budget \(\$2\.00\)/) });
  expect(await list.month(month)).toMatchObject({ used: 2_000_000, spent: 0, skips: 30 });
});

it('lets 20 concurrent reservations of one title never use more than its limit', async () => {
  const { budget, list, month } = open({ title: 0.3, month: 50 });
  const steps = ['speech', 'text', 'frames', 'topics', 'captions'] as const;
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => budget.reserve(FIRST, steps[index % 5] ?? 'text', 0.1)),
  );
  // A step has one reservation, so three of the five steps fit, however often they ask.
  expect(results.filter((result) => result === 'reserved').length).toBeGreaterThanOrEqual(3);
  const title = await list.title(month, FIRST);
  expect([title?.used, Object.keys(title?.reserved ?? {}).length]).toEqual([300_000, 3]);
  expect((await list.month(month))?.used).toBe(300_000);
});

it('replaces a reservation by what was spent, once', async () => {
  const { budget, list, month } = open();
  expect(await budget.reserve(FIRST, 'text', 0.5, { done: 7 })).toBe('reserved');
  expect(await budget.find(FIRST, 'text')).toEqual({ micros: 500_000, done: 7 });
  for (let repeated = 0; repeated < 3; repeated += 1) await budget.settle(FIRST, 'text', 0.5, 0.2);
  expect(await list.month(month)).toMatchObject({ used: 200_000, spent: 200_000 });
  expect(await budget.find(FIRST, 'text')).toBeUndefined();
  expect(await budget.reserve(FIRST, 'text', 1.3)).toBe('reserved');
  await budget.settle(FIRST, 'text', 1.3, 1.3);
  // The reason names all that the step still needs, of which this is a part.
  expect(await budget.reserve(FIRST, 'text', 0.01, { needed: 0.25 })).toEqual({
    reason: expect.stringMatching(/up to \$0\.25, .*budget of a title/),
  });
  expect((await list.title(month, FIRST))?.skipped).toEqual([
    expect.objectContaining({ step: 'text', limit: 'title', usd: 0.25 }),
  ]);
});

it('settles in the month of the reservation, and starts each month with the full budget', async () => {
  const { budget, list, month, clock } = open();
  await budget.reserve(FIRST, 'speech', 1.5);
  clock.now += 31 * 24 * 3_600_000;
  await budget.settle(FIRST, 'speech', 1.5, 1);
  expect(await list.month(month)).toMatchObject({ used: 1_000_000, spent: 1_000_000 });
  expect(await list.month(month.replace('-06', '-07'))).toBeUndefined();
  expect(await budget.reserve(FIRST, 'speech', 1.5)).toBe('reserved');
});

it('allows nothing that costs with a budget of zero, and everything that is free', async () => {
  const { budget } = open({ title: 0, month: 0 });
  expect(await budget.reserve(FIRST, 'text', 0.0001)).toEqual({ reason: expect.stringContaining('$0.00') });
  expect(await budget.reserve(FIRST, 'text', 0)).toBe('reserved');
});

it('lists the titles of a month in pages', async () => {
  const { budget, list, month } = open({ title: 1, month: 50 });
  for (const index of [1, 2, 3]) await budget.reserve(idOf(index), 'text', 0.1);
  const first = await list.titles(month, { cursor: undefined, limit: 2 });
  const second = await list.titles(month, { cursor: first.next_cursor ?? undefined, limit: 2 });
  expect([...first.items, ...second.items].map(({ content_id: id }) => id).sort()).toEqual([1, 2, 3].map(idOf));
});
