import { phasesOf } from '../../../../lambdas/domain/delivery/cdn-phases.ts';
import { bucketOf } from '../../../../lambdas/domain/delivery/histogram.ts';
import { outdatedFields, overviewOf, type OverviewInput } from '../../../../lambdas/domain/delivery/overview.ts';
import { hourOf, hourView, lastDay, type SiteHour } from '../../../../lambdas/domain/delivery/site-window.ts';
import { NO_DELIVERY } from '../../../../lambdas/domain/delivery/sums.ts';
import { NO_WATCH, type WatchState } from '../../../../lambdas/domain/delivery/watch-state.ts';

const NOW = Date.parse('2026-11-28T12:03:00.000Z');
const HOUR = 3_600_000;
const iso = (at: number): string => new Date(at).toISOString();
const hour = (ago: number, fields: Partial<SiteHour> = {}): SiteHour => ({
  ...NO_DELIVERY,
  hour: iso(Math.floor(NOW / HOUR) * HOUR - ago * HOUR),
  requests: 100,
  bytes: 1000,
  ok: 99,
  client_errors: 1,
  hits: 80,
  refreshed: 9,
  misses: 10,
  first_byte: { [bucketOf(100)]: 100 },
  ...fields,
});
const metrics = {
  from: iso(NOW - 24 * HOUR),
  to: iso(NOW - 180_000),
  requests: 2400,
  bytes: 24_000,
  client_error_rate: 1,
  server_error_rate: 0.05,
  error_rate: 1.05,
  failed_probes: 0,
};
const state: WatchState = {
  ...NO_WATCH,
  version: 7,
  checked_at: iso(NOW - 60_000),
  recent: { ...metrics, from: iso(NOW - 480_000), requests: 60, bytes: 3000 },
  day: metrics,
  probes: [1, 2, 3].map((time) => ({ at: iso(NOW - 60_000), ok: true, first_byte_ms: time * 100 })),
  probe_hours: [3, 2, 1].map((ago) => ({
    hour: hourOf(NOW - ago * HOUR),
    periods: Array.from({ length: 12 }, (_, index) => (ago === 2 && index === 4 ? '55' : '2')),
  })),
  distribution: {
    id: 'E1',
    domain_name: 'e1.cloudfront.net',
    is_deployed: true,
    changed_at: iso(NOW - 48 * HOUR),
    price_class: 'PriceClass_All',
    open: [],
    additional_metrics: false,
    as_of: iso(NOW - 60_000),
  },
  media: { titles: 3, without_media: 0, outdated_media: 0, as_of: iso(NOW) },
};
const hours = [1, 2, 3].map((ago) => hour(ago, { bytes_by_country: { DE: 1000 } }));
const input: OverviewInput = { state, day: lastDay(hours, NOW), openAlerts: [], now: NOW };

describe('the last day', () => {
  it('is the newest 24 whole hours that have logs', () => {
    const many = Array.from({ length: 40 }, (_, ago) => hour(ago));
    const { sums, from, to } = lastDay(many, NOW);
    expect([sums.requests, from, to]).toEqual([2400, '2026-11-27T12:00:00.000Z', '2026-11-28T12:00:00.000Z']);
    expect(lastDay([hour(0)], NOW)).toEqual({ sums: NO_DELIVERY, from: null, to: null });
  });

  it('skips hours without logs', () => {
    const { sums, from, to } = lastDay([hour(30), hour(2)], NOW);
    expect([sums.requests, from, to]).toEqual([200, '2026-11-27T06:00:00.000Z', '2026-11-28T11:00:00.000Z']);
  });
});

it.each([
  [49, null],
  [50, 0],
  [51, 0],
])('an hour with %d requests has the rates %p', (requests, rate) => {
  const view = hourView(
    hour(1, { requests, hits: 0, refreshed: 0, misses: requests, client_errors: 0, first_byte: {} }),
  );
  expect([view.hit_ratio, view.error_rate, view.response_p50]).toEqual([rate, rate, null]);
});

it('states the source, window and number of each figure', () => {
  const { figures, health, checked_at } = overviewOf(input);
  expect(figures.hit_ratio).toEqual({
    value: (89 / 99) * 100,
    unit: 'percent',
    n: 297,
    minimum: 50,
    from: '2026-11-28T09:00:00.000Z',
    to: '2026-11-28T12:00:00.000Z',
    source: 'logs',
    as_of: '2026-11-28T12:00:00.000Z',
    definition: expect.stringContaining('answered from the cache') as unknown,
  });
  expect(figures.requests).toMatchObject({ value: 2400, n: 2400, source: 'cloudwatch', as_of: metrics.to });
  expect(figures.bandwidth).toMatchObject({ value: 10, unit: 'bytes_per_second', n: 60 });
  expect(figures.availability).toMatchObject({ value: 99.95, n: 2400, source: 'cloudwatch' });
  expect(figures.probe_response).toMatchObject({ value: 200, n: 3, source: 'probe' });
  expect(Math.abs((figures.response_p50.value ?? 0) - 100)).toBeLessThanOrEqual(5);
  expect(health.healthScore).toBeCloseTo(30 * (89 / 99) + 25 * (1 - 0.0105) + 45, 1);
  expect(health.parts.map(({ part, as_of }) => [part, as_of])).toEqual([
    ['hits', '2026-11-28T12:00:00.000Z'],
    ['errors', metrics.to],
    ['media', iso(NOW)],
    ['current', iso(NOW)],
  ]);
  expect(checked_at).toBe(state.checked_at);
});

it('explains each figure in one sentence, without names of fields or formulas', () => {
  const quiet = { ...state, day: { ...metrics, requests: 3, error_rate: null, server_error_rate: null } };
  for (const { figures } of [overviewOf(input), overviewOf({ ...input, state: quiet })])
    for (const { definition } of Object.values(figures)) {
      expect(definition).toMatch(/^[A-Z0-9][^.]*\.$/);
      expect(definition).not.toMatch(/[a-z][A-Z]|[_/+×−=]/);
    }
});

it('counts probes that failed while CloudFront counted nothing as requests that failed', () => {
  const { availability } = overviewOf({
    ...input,
    state: { ...state, day: { ...metrics, failed_probes: 72 } },
  }).figures;
  expect(availability).toMatchObject({ n: 2472, source: 'cloudwatch' });
  expect(availability.value).toBeCloseTo((99.95 * 2400) / 2472);
});

it('keeps what old logs amount to, with its time', () => {
  const days = 3;
  const old = lastDay([hour(24 * days)], NOW);
  const { figures, sources, phases } = overviewOf({ ...input, day: old });
  expect(figures.hit_ratio).toMatchObject({ value: (89 / 99) * 100, as_of: '2026-11-25T13:00:00.000Z' });
  expect(sources.find(({ source }) => source === 'logs')?.as_of).toBe('2026-11-25T13:00:00.000Z');
  expect(phases[1]?.checks).toContainEqual({ check: 'logs-arrive', met: false });
});

it('states nothing instead of zero before there is any value', () => {
  const { figures, health, phases, media } = overviewOf({
    state: NO_WATCH,
    day: lastDay([], NOW),
    openAlerts: [],
    now: NOW,
  });
  expect(Object.values(figures).map(({ value, as_of }) => [value, as_of])).toEqual(
    Object.keys(figures).map(() => [null, null]),
  );
  expect([health.healthScore, media]).toEqual([null, null]);
  expect(phases.map(({ status, progress }) => [status, progress])).toEqual([
    ['active', 0],
    ['pending', 0],
    ['pending', 0],
    ['pending', 0],
    ['pending', 0],
  ]);
});

it('takes availability from probes while there are too few requests', () => {
  const quiet = { ...state, day: { ...metrics, requests: 3, error_rate: null, server_error_rate: null } };
  const { availability } = overviewOf({ ...input, state: quiet }).figures;
  expect(availability).toMatchObject({ value: (35 / 36) * 100, n: 36, source: 'probe' });
});

describe('the phases', () => {
  const statuses = (changed: Partial<WatchState>, openAlerts = 0) =>
    phasesOf({ ...input, state: { ...state, ...changed }, openAlerts }).map(({ status }) => status);

  it('are completed by evidence', () => {
    expect(phasesOf({ ...input, openAlerts: 0 }).map(({ name, status }) => [name, status])).toEqual([
      ['Enterprise Metrics', 'completed'],
      ['Measure', 'completed'],
      ['Cache', 'completed'],
      ['Optimize', 'completed'],
      ['Automate', 'completed'],
    ]);
  });

  it('wait for the first one that is not completed', () => {
    expect(statuses({}, 1)).toEqual(['completed', 'completed', 'completed', 'completed', 'active']);
    const outdated = { titles: 3, without_media: 0, outdated_media: 1, as_of: iso(NOW) };
    expect(statuses({ media: outdated })).toEqual(['completed', 'completed', 'active', 'pending', 'pending']);
    expect(statuses({ metrics_failed_since: iso(NOW) })[0]).toBe('active');
    expect(statuses({ checked_at: iso(NOW - 15 * 60_000) })).not.toContain('active');
    // When no run is left that could fail, nothing is known to work.
    expect(statuses({ checked_at: iso(NOW - 16 * 60_000) })[0]).toBe('active');
  });
});

it('names the fields of a screen that are not measured values', () => {
  // Most responses begin early and some late, so that the mean is not the median.
  const sums = { ...input.day.sums, first_byte: { [bucketOf(100)]: 90, [bucketOf(2000)]: 10 } };
  const uneven = { ...input, day: { ...input.day, sums } };
  const { response_mean: mean, response_p50: median } = overviewOf(uneven).figures;
  expect(Math.abs((mean.value ?? 0) / 290 - 1)).toBeLessThanOrEqual(0.05);
  const shown = {
    totalRequests: 2400,
    cacheHitRatio: 0.9,
    errorRate: 0.02,
    averageResponseTime: median.value,
    lastOptimization: null,
  };
  expect(outdatedFields(shown, uneven)).toEqual(['averageResponseTime']);
  expect(outdatedFields({ ...shown, averageResponseTime: mean.value }, uneven)).toEqual([]);
  expect(outdatedFields({ errorRate: 0.02 }, { ...input, state: NO_WATCH })).toEqual(['errorRate']);
  expect(outdatedFields({ errorRate: null }, { ...input, state: NO_WATCH })).toEqual([]);
});
