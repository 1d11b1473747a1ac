import type { AnalysisBudget } from '../../../../lambdas/domain/analysis/budget.ts';
import { runPaidCalls } from '../../../../lambdas/domain/analysis/paid-calls.ts';

it('reserves one batch at a time, and says what all calls that are missing need', async () => {
  const reserved: unknown[] = [];
  const budget: AnalysisBudget = {
    async reserve(_contentId, _step, usd, part) {
      reserved.push([usd, part]);
      return reserved.length < 2 ? 'reserved' : { reason: 'Over the budget.' };
    },
    settle: async () => undefined,
    find: async () => undefined,
  };
  const calls = Array.from({ length: 50 }, (_, index) => ({ id: `call-${index}`, usd: 2, run: async () => ({}) }));
  const outputs = {
    list: async () => new Set(['call-0']),
    read: async () => ({}),
    write: async () => undefined,
  };
  const work = { contentId: 'cnt_1', step: 'frames', folder: 'f/', calls, until: 1 } as const;
  expect(await runPaidCalls({ outputs, budget, now: () => 0 }, work)).toMatchObject({ state: 'over' });
  expect(reserved).toEqual([
    [40, { done: 1, needed: 98 }],
    [40, { done: 21, needed: 58 }],
  ]);
});
