import type { DistributionFacts, DistributionReport } from '../../../../lambdas/domain/delivery/distribution-facts.ts';
import { factsOf } from '../../../../lambdas/domain/delivery/distribution-facts.ts';
import { expectedOf, measure, progressOf } from '../../../../lambdas/domain/delivery/propagation.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();
const NONE = { change: [], invalidation: [] };

const report = (fields: Partial<DistributionReport> = {}): DistributionReport => ({
  id: 'E1',
  domain_name: 'e1.cloudfront.net',
  is_deployed: true,
  changed_at: ago(600),
  price_class: 'PriceClass_100',
  invalidations: [],
  ...fields,
});
const facts = (fields: Partial<DistributionReport> = {}, minutes = 5): DistributionFacts =>
  factsOf(report(fields), false, ago(minutes));

it('is complete when everything is deployed and no invalidation is open', () => {
  expect(progressOf(facts(), NONE, NOW)).toMatchObject({ isComplete: true, percentage: 100, remainingMinutes: 0 });
});

it('assumes 20 minutes for a change and 15 for an invalidation until three are measured', () => {
  const changing = facts({ is_deployed: false, changed_at: ago(5) });
  expect(progressOf(changing, { ...NONE, change: [60, 60] }, NOW)).toEqual({
    isComplete: false,
    percentage: 25,
    elapsedMinutes: 5,
    remainingMinutes: 15,
    expectedMinutes: 20,
    n: 2,
  });
  const invalidations = [
    { id: 'I2', created_at: ago(1), is_complete: false },
    { id: 'I1', created_at: ago(3), is_complete: false },
  ];
  expect(progressOf(facts({ invalidations }), NONE, NOW)).toMatchObject({ percentage: 20, elapsedMinutes: 3 });
});

it('uses the median of the measured durations, and never says 100 before it is complete', () => {
  const measured = { ...NONE, change: [240, 600, 300] };
  expect(expectedOf(measured, 'change')).toEqual({ minutes: 5, n: 3 });
  expect(expectedOf({ ...NONE, change: [240, 600, 300, 360] }, 'change').minutes).toBe(5.5);
  const late = facts({ is_deployed: false, changed_at: ago(50) });
  expect(progressOf(late, measured, NOW)).toMatchObject({ percentage: 99, elapsedMinutes: 50, remainingMinutes: 1 });
});

describe('durations', () => {
  const changing = { is_deployed: false, changed_at: ago(7) };

  it('are measured when a change or an invalidation is complete for the first time', () => {
    const done = report({ changed_at: ago(7) });
    expect(measure(NONE, facts(changing), done, NOW).change).toEqual([420]);
    expect(measure(NONE, facts({ changed_at: ago(7) }), done, NOW).change).toEqual([]);
    expect(measure(NONE, facts(), report(changing), NOW).change).toEqual([]);
    const open = facts({ invalidations: [{ id: 'I1', created_at: ago(6), is_complete: false }] });
    const complete = report({
      invalidations: [
        { id: 'I3', created_at: ago(2), is_complete: true },
        { id: 'I1', created_at: ago(6), is_complete: true },
        { id: 'I0', created_at: ago(90), is_complete: true },
      ],
    });
    expect(measure(NONE, open, complete, NOW).invalidation).toEqual([120, 360]);
  });

  it('are not measured at the first look or after a long gap, and only the last 20 are kept', () => {
    const done = report({ changed_at: ago(7) });
    expect(measure(NONE, null, done, NOW)).toEqual(NONE);
    expect(measure(NONE, facts(changing, 16), done, NOW)).toEqual(NONE);
    const many = { ...NONE, change: Array.from({ length: 20 }, (_, index) => index) };
    const { change } = measure(many, facts(changing), done, NOW);
    expect([change.length, change[0], change.at(-1)]).toEqual([20, 1, 420]);
  });
});
