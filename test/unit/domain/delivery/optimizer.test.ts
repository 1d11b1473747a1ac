import { OPTIMIZER_RULES, type OptimizerRule } from '../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { DistributionFacts } from '../../../../lambdas/domain/delivery/distribution-facts.ts';
import { bucketOf } from '../../../../lambdas/domain/delivery/histogram.ts';
import { optimize, type OptimizerInput } from '../../../../lambdas/domain/delivery/optimizer.ts';
import { NO_DELIVERY, type DeliverySums } from '../../../../lambdas/domain/delivery/sums.ts';

const distribution: DistributionFacts = {
  id: 'E1',
  domain_name: 'e1.cloudfront.net',
  is_deployed: true,
  changed_at: '2026-11-01T00:00:00.000Z',
  price_class: 'PriceClass_100',
  open: [],
  additional_metrics: false,
  as_of: '2026-11-28T12:00:00.000Z',
};
const media = { titles: 9, without_media: 0, outdated_media: 0, as_of: '2026-11-28T12:00:00.000Z' };

/** A day of a site that needs nothing. */
const sums: DeliverySums = {
  ...NO_DELIVERY,
  requests: 1000,
  bytes: 1000,
  ok: 1000,
  hits: 950,
  misses: 50,
  first_byte: { [bucketOf(50)]: 1000 },
  bytes_by_country: { DE: 900, BR: 100 },
};
const input = (changed: Partial<DeliverySums> = {}, state: Partial<OptimizerInput['state']> = {}): OptimizerInput => ({
  day: { sums: { ...sums, ...changed }, from: '2026-11-27T00:00:00.000Z', to: '2026-11-28T00:00:00.000Z' },
  state: { distribution, media, ...state },
});

it('finds nothing where nothing is to improve', () => {
  expect(optimize(input())).toEqual({ optimizations: [], unchecked: [] });
});

it('checks no rule without observations', () => {
  const nothing = { day: { sums: NO_DELIVERY, from: null, to: null }, state: { distribution: null, media: null } };
  expect(optimize(nothing)).toEqual({ optimizations: [], unchecked: [...OPTIMIZER_RULES] });
});

it.each<[OptimizerRule, OptimizerInput, object, object]>([
  [
    'raise-hit-ratio',
    input({ hits: 600, misses: 400 }),
    { hit_ratio: 60, target: 80, cacheable: 1000, misses: 400 },
    // 200 more hits a day, of which each saves a request to the bucket.
    { requests_month: 6000, usd_month: 6000 * 0.0000004 },
  ],
  [
    'avoid-revalidations',
    input({ hits: 750, refreshed: 200 }),
    { revalidated: 20, limit: 10, refreshed: 200, cacheable: 1000 },
    { requests_month: 6000, usd_month: 6000 * 0.0000004 },
  ],
  [
    'avoid-client-errors',
    input({ client_errors: 60 }),
    { share: 6, limit: 5, client_errors: 60, requests: 1000 },
    { requests_month: 1800, usd_month: 1800 * 0.000001 },
  ],
  [
    'avoid-canceled-requests',
    input({ aborted: 110 }),
    { share: 11, limit: 10, aborted: 110, requests: 1000 },
    { requests_month: 3300, usd_month: 3300 * 0.000001 },
  ],
  [
    'convert-missing-media',
    input({}, { media: { ...media, without_media: 2 } }),
    { without_media: 2, titles: 9 },
    { health_points: 12.5 },
  ],
  [
    'renew-outdated-media',
    input({}, { media: { ...media, outdated_media: 3 } }),
    { outdated_media: 3, titles: 9 },
    { health_points: 10 },
  ],
  [
    'switch-off-additional-metrics',
    input({}, { distribution: { ...distribution, additional_metrics: true } }),
    { metrics: 8, usd_each: 0.3 },
    { usd_month: 2.4 },
  ],
])('%s applies, with its numbers and what it saves', (rule, given, numbers, saving) => {
  const { optimizations } = optimize(given);
  expect(optimizations.map((one) => one.rule)).toEqual([rule]);
  expect(optimizations[0]?.numbers).toEqual(numbers);
  const saved = Object.entries(optimizations[0]?.saving ?? {}).filter(([, value]) => value !== null);
  expect(saved.map(([name]) => name).sort()).toEqual(Object.keys(saving).sort());
  for (const [name, value] of saved) expect(value).toBeCloseTo((saving as Record<string, number>)[name] ?? 0, 10);
});

it('finds slow first bytes, and viewers whom the price class serves from far away', () => {
  const first_byte = { [bucketOf(100)]: 90, [bucketOf(3000)]: 10 };
  const found = optimize(input({ first_byte, bytes_by_country: { DE: 700, BR: 300 } })).optimizations;
  expect(found.map(({ rule }) => rule)).toEqual(['speed-up-first-byte', 'fit-price-class']);
  const [speed, far] = found;
  expect(speed?.saving.milliseconds).toBe((speed?.numbers['p95'] ?? 0) - 1000);
  expect(far?.numbers).toEqual({ far_share: 30, limit: 20, far_bytes: 300, bytes: 1000 });
  expect(far?.saving.milliseconds).toBe((speed?.numbers['p95'] ?? 0) - (speed?.numbers['p50'] ?? 0));
  const large = { ...distribution, price_class: 'PriceClass_All' };
  expect(optimize(input({ bytes_by_country: { BR: 300 } }, { distribution: large })).optimizations).toEqual([]);
});

it.each<[OptimizerRule, (requests: number) => OptimizerInput]>([
  ['raise-hit-ratio', (requests) => input({ hits: 0, misses: requests })],
  ['avoid-revalidations', (requests) => input({ hits: 0, misses: 0, refreshed: requests })],
  ['avoid-client-errors', (requests) => input({ requests, client_errors: requests })],
  ['avoid-canceled-requests', (requests) => input({ requests, aborted: requests })],
  ['speed-up-first-byte', (requests) => input({ first_byte: { [bucketOf(5000)]: requests } })],
  ['fit-price-class', (requests) => input({ requests, bytes_by_country: { BR: 1 } })],
])('%s is not checked with 49 requests', (rule, given) => {
  expect(optimize(given(49)).unchecked).toContain(rule);
  expect(optimize(given(51)).unchecked).not.toContain(rule);
  expect(optimize(given(51)).optimizations.map((one) => one.rule)).toContain(rule);
});

it('scales savings to a month by the length of the window', () => {
  const given = input({ client_errors: 60 });
  const half = { ...given, day: { ...given.day, from: '2026-11-27T12:00:00.000Z' } };
  expect(optimize(half).optimizations[0]?.saving.requests_month).toBe(3600);
});
