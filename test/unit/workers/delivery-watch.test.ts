import type { CdnAlert } from '../../../lambdas/contract/delivery/monitor.ts';
import type { WatchRepository } from '../../../lambdas/data/delivery/watch-repository.ts';
import type { RuleOutcome, RuleState } from '../../../lambdas/domain/delivery/alert-rules.ts';
import type { DistributionReport } from '../../../lambdas/domain/delivery/distribution-facts.ts';
import type { MetricName } from '../../../lambdas/domain/delivery/metrics.ts';
import { overviewOf } from '../../../lambdas/domain/delivery/overview.ts';
import { lastDay, type SiteHour } from '../../../lambdas/domain/delivery/site-window.ts';
import { NO_DELIVERY } from '../../../lambdas/domain/delivery/sums.ts';
import { NO_WATCH, type WatchState } from '../../../lambdas/domain/delivery/watch-state.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { ProbeReply, WatchDeps } from '../../../lambdas/workers/delivery-watch/deps.ts';
import { createProbe } from '../../../lambdas/workers/delivery-watch/probe.ts';
import { watchDelivery } from '../../../lambdas/workers/delivery-watch/watch-delivery.ts';

const START = Date.parse('2026-11-28T12:03:00.000Z');
const FIVE_MINUTES = 300_000;
const RUNS_OF_DAY = 288;
/** Calls that read a metric. */
const METRICS = /Re|Rate|Bytes/;
const iso = (at: number): string => new Date(at).toISOString();

/** Values of each metric in every period of five minutes, without the requests of the probe. */
type Traffic = Readonly<Record<MetricName, number>>;
const traffic = (requests: number, errors = 0): Traffic => ({
  Requests: requests,
  BytesDownloaded: requests * 1000,
  '4xxErrorRate': 1,
  '5xxErrorRate': errors,
  TotalErrorRate: errors + 1,
});

/** Percent of a number of responses that are errors of a metric. */
const RATES: Readonly<Record<string, RegExp>> = { '4xxErrorRate': /^4/, '5xxErrorRate': /^5/, TotalErrorRate: /^[45]/ };

/** What CloudFront counts in a period: the viewers' requests, and those of the probe that it responded to. */
const countedOf = (viewers: Traffic, metric: MetricName, probed: readonly number[]): number => {
  const requests = viewers.Requests + probed.length;
  if (metric === 'Requests') return requests;
  if (metric === 'BytesDownloaded') return viewers.BytesDownloaded;
  const errors = probed.filter((status) => RATES[metric]?.test(String(status))).length;
  return requests === 0 ? 0 : (viewers[metric] * viewers.Requests + 100 * errors) / requests;
};

/** A worker with a table in memory, whose sources can be changed between runs. */
const createWorld = () => {
  const world = {
    now: START,
    state: NO_WATCH,
    rules: new Map<string, RuleState>(),
    alerts: [] as CdnAlert[],
    hours: [] as SiteHour[],
    traffic: (() => traffic(100)) as ((at: number) => Traffic) | 'down',
    reply: (): ProbeReply | undefined => ({ status: 200, durationMs: 80 }),
    /** Statuses of the probe's requests that CloudFront responded to, by the start of their period. */
    probed: new Map<number, number[]>(),
    report: {
      id: 'E1',
      domain_name: 'e1.cloudfront.net',
      is_deployed: true,
      changed_at: iso(START - 86_400_000),
      price_class: 'PriceClass_100',
      invalidations: [],
    } as DistributionReport | 'down',
    /** Whether the state of the additional metrics can be read. */
    isAllowed: true,
    calls: [] as string[],
    errors: [] as string[],
    pages: [{ titles: 3, without_media: 0, outdated_media: 1 }],
  };
  const repository: WatchRepository = {
    state: async () => world.state,
    hours: async () => world.hours,
    newestHours: async () => world.hours,
    rules: async () => [...world.rules.values()],
    openAlerts: async () => world.alerts.filter(({ resolved_at: at }) => at === null),
    async save(state: WatchState, before: number) {
      if (world.state.version !== before) return false;
      world.state = { ...state, version: before + 1 };
      return true;
    },
    async apply(outcome: RuleOutcome) {
      if (outcome.kind === 'raise') {
        const { rule, created_at: at } = outcome.alert;
        world.rules.set(rule, { rule, raised_at: at, is_open: true });
        world.alerts.push(outcome.alert);
        return true;
      }
      const { state, at, value } = outcome;
      world.rules.set(state.rule, { ...state, is_open: false });
      world.alerts = world.alerts.map((alert) =>
        alert.rule === state.rule && alert.created_at === state.raised_at
          ? { ...alert, resolved_at: at, resolved_value: value }
          : alert,
      );
      return true;
    },
    async walkOn(walk) {
      world.calls.push('walk');
      const done = Number(walk.after?.['page'] ?? 0);
      const page = world.pages[done] ?? { titles: 0, without_media: 0, outdated_media: 0 };
      return {
        walk: {
          ...walk,
          titles: walk.titles + page.titles,
          without_media: walk.without_media + page.without_media,
          outdated_media: walk.outdated_media + page.outdated_media,
          after: { page: String(done + 1) },
        },
        isLast: done + 1 >= world.pages.length,
      };
    },
  };
  const deps: WatchDeps = {
    repository,
    metrics: {
      async read(metric, from, to) {
        world.calls.push(metric);
        if (world.traffic === 'down') throw new Error('CloudWatch returned 503');
        const { traffic: trafficAt, probed } = world;
        const starts = Array.from({ length: (to - from) / FIVE_MINUTES }, (_, index) => from + index * FIVE_MINUTES);
        return new Map(starts.map((at) => [at, countedOf(trafficAt(at), metric, probed.get(at) ?? [])]));
      },
    },
    distribution: {
      async read() {
        if (world.report === 'down') throw new Error('CloudFront returned 503');
        return world.report;
      },
      async hasAdditionalMetrics() {
        if (!world.isAllowed) throw new Error('AccessDenied');
        return false;
      },
    },
    heartbeat: { put: async () => void world.calls.push('put') },
    probe: async () => {
      world.calls.push('probe');
      const reply = world.reply();
      const at = Math.floor(world.now / FIVE_MINUTES) * FIVE_MINUTES;
      if (reply && reply.status !== 0) world.probed.set(at, [...(world.probed.get(at) ?? []), reply.status]);
      return reply;
    },
    logger: { ...silentLogger, error: (message) => void world.errors.push(message) },
    now: () => world.now,
  };
  return {
    world,
    /** Runs the worker, each time five minutes after the last time. */
    async run(times = 1) {
      for (let ran = 0; ran < times; ran += 1) {
        await watchDelivery(deps);
        world.now += FIVE_MINUTES;
      }
    },
    overview: () =>
      overviewOf({ state: world.state, day: lastDay(world.hours, world.now), openAlerts: [], now: world.now }),
  };
};

it('stores the last five minutes and the last day, with the window of each', async () => {
  const { world, run } = createWorld();
  await run();
  expect(world.state).toMatchObject({
    version: 1,
    checked_at: iso(START),
    recent: { from: '2026-11-28T11:55:00.000Z', to: '2026-11-28T12:00:00.000Z', requests: 100, bytes: 100_000 },
    day: { from: '2026-11-27T12:00:00.000Z', requests: 28_800, error_rate: 1, client_error_rate: 1 },
    metrics_failed_since: null,
    probes: [{ at: iso(START), ok: true, first_byte_ms: 80 }],
    probe_hours: [{ hour: '2026-11-28T12:00:00.000Z', periods: ['2', ...Array<string>(11).fill('')] }],
    distribution: { id: 'E1', is_deployed: true, additional_metrics: false, as_of: iso(START) },
    media: { titles: 3, without_media: 0, outdated_media: 1, as_of: iso(START) },
    walk: null,
  });
  expect(world.alerts).toEqual([]);
});

it('reads only the number of requests while there are few', async () => {
  const { world, run } = createWorld();
  world.traffic = () => traffic(0);
  await run();
  expect(world.calls.filter((call) => METRICS.test(call))).toEqual(['Requests']);
  expect(world.state.recent).toMatchObject({ requests: 0, error_rate: null, bytes: null });
});

it('keeps the last values with their time while a source is down, and states since when', async () => {
  const { world, run } = createWorld();
  await run();
  const { recent, day, distribution } = world.state;
  world.traffic = 'down';
  world.report = 'down';
  await run();
  await run();
  expect(world.state).toMatchObject({ version: 3, recent, day, distribution });
  expect(world.state.metrics_failed_since).toBe(iso(START + FIVE_MINUTES));
  expect(world.state.distribution_failed_since).toBe(iso(START + FIVE_MINUTES));
  expect(world.alerts).toEqual([]);
  world.traffic = () => traffic(60);
  await run();
  expect(world.state).toMatchObject({ recent: { requests: 60 }, metrics_failed_since: null });
});

it('raises one alert while a value is bad, and resolves it', async () => {
  const { world, run } = createWorld();
  world.traffic = () => traffic(100, 20);
  await run();
  await run();
  // Errors of the server make the site unavailable too.
  expect(world.alerts.map(({ rule }) => rule)).toEqual(['error-rate', 'availability']);
  expect(world.alerts[0]).toMatchObject({ value: 21, n: 100, resolved_at: null, source: 'cloudwatch' });
  world.traffic = () => traffic(100);
  await run();
  expect(world.alerts).toMatchObject([
    { rule: 'error-rate', resolved_at: iso(START + 2 * FIVE_MINUTES), resolved_value: 1 },
    { rule: 'availability', resolved_at: iso(START + 2 * FIVE_MINUTES), resolved_value: 100 },
  ]);
});

describe('the probe', () => {
  it('stores the heartbeat once, when it does not exist', async () => {
    const { world, run } = createWorld();
    world.reply = () => ({ status: world.calls.includes('put') ? 200 : 403, durationMs: 50 });
    await run();
    await run();
    expect(world.calls.filter((call) => call === 'put')).toHaveLength(1);
    expect(world.state.probes.map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('requests it twice before the site counts as unavailable', async () => {
    const { world, run } = createWorld();
    world.traffic = () => traffic(0);
    let calls = 0;
    world.reply = () => ({ status: (calls += 1) % 2 === 1 ? 0 : 200, durationMs: 50 });
    await run();
    expect(world.alerts).toEqual([]);
    world.reply = () => ({ status: 503, durationMs: 50 });
    await run();
    expect(world.alerts).toMatchObject([{ rule: 'availability', value: 0, n: 1, source: 'probe' }]);
    expect(world.state.probe_hours).toEqual([
      { hour: '2026-11-28T12:00:00.000Z', periods: ['02', '55', ...Array<string>(10).fill('')] },
    ]);
  });
});

describe('the requests of the probe', () => {
  it('count in no figure of a site that nobody visits', async () => {
    const { world, run, overview } = createWorld();
    world.traffic = () => traffic(0);
    await run(RUNS_OF_DAY + 12);
    // One metric for each run: rates are not needed.
    expect(world.calls.filter((call) => METRICS.test(call))).toEqual(Array(RUNS_OF_DAY + 12).fill('Requests'));
    const { figures, health } = overview();
    expect(figures.requests).toMatchObject({ value: 0, n: 0 });
    expect([figures.error_rate.value, figures.bytes.value, health.healthScore]).toEqual([null, null, null]);
    expect(figures.availability).toMatchObject({ value: 100, source: 'probe' });
    expect(figures.availability.n).toBeGreaterThanOrEqual(RUNS_OF_DAY);
  });

  it('are no requests and no errors of viewers', async () => {
    const { world, run } = createWorld();
    world.traffic = () => traffic(60);
    world.reply = () => ({ status: 503, durationMs: 50 });
    await run(3);
    const rates = { client_error_rate: 1, server_error_rate: 0, error_rate: 1 };
    expect(world.state.recent).toMatchObject({ requests: 60, ...rates });
    expect(world.state.day).toMatchObject({ requests: 60 * RUNS_OF_DAY, ...rates });
    expect(world.alerts).toEqual([]);
  });

  it('show in the availability when nobody gets a response, which CloudFront cannot count', async () => {
    const { world, run, overview } = createWorld();
    const end = START + RUNS_OF_DAY * FIVE_MINUTES;
    world.traffic = (at) => traffic(at < end ? 20 : 0);
    await run(RUNS_OF_DAY);
    expect(overview().figures.availability).toMatchObject({ value: 100, n: 20 * RUNS_OF_DAY, source: 'cloudwatch' });
    world.reply = () => ({ status: 0, durationMs: 10_000 });
    await run(72);
    const { value, n } = overview().figures.availability;
    const failed = world.state.day?.failed_probes ?? 0;
    // The day is read once an hour.
    expect([failed > 58, failed <= 72]).toEqual([true, true]);
    expect(value).toBeCloseTo(100 * (1 - failed / n));
    expect(value).toBeLessThan(99);
  });
});

it('says nothing about the delivery when it cannot request anything', async () => {
  const { world, run } = createWorld();
  world.traffic = () => traffic(0);
  world.reply = () => ({ status: 503, durationMs: 50 });
  await run();
  const { probes, probe_hours: hours } = world.state;
  world.alerts = [];
  world.rules.clear();
  world.reply = () => undefined;
  await run();
  expect(world.state).toMatchObject({ version: 2, probes, probe_hours: hours, recent: { requests: 0 } });
  expect(world.alerts).toEqual([]);
});

it('probes no address that it cannot read, and sees that nothing responds', async () => {
  const unknown = createProbe(() => Promise.reject(new Error('ThrottlingException')), silentLogger);
  expect(await unknown()).toBeUndefined();
  const closed = createProbe(async () => 'http://127.0.0.1:1/posters/heartbeat', silentLogger);
  expect(await closed()).toMatchObject({ status: 0 });
});

it('logs that the additional metrics cannot be read, and keeps what it knew', async () => {
  const { world, run } = createWorld();
  await run();
  world.isAllowed = false;
  await run();
  expect(world.state.distribution).toMatchObject({ additional_metrics: false, as_of: iso(START + FIVE_MINUTES) });
  expect(world.errors).toEqual(['The state of the additional metrics was not read']);
});

it('raises no alert about logs that stopped to arrive', async () => {
  const { world, run } = createWorld();
  const hoursAgo = (ago: number): SiteHour[] => [
    { ...NO_DELIVERY, hour: iso(START - (START % 3_600_000) - ago * 3_600_000), requests: 100, hits: 10, misses: 90 },
  ];
  world.hours = hoursAgo(40);
  await run();
  expect(world.alerts).toEqual([]);
  world.hours = hoursAgo(2);
  await run();
  expect(world.alerts).toMatchObject([{ rule: 'cache-hit-ratio', value: 10 }]);
});

it('walks through the titles over several runs, once a day', async () => {
  const { world, run } = createWorld();
  const page = { titles: 100, without_media: 1, outdated_media: 2 };
  world.pages = [page, page, page];
  await run();
  await run();
  expect(world.state).toMatchObject({ media: null, walk: { titles: 200, without_media: 2 } });
  await run();
  expect(world.state).toMatchObject({ media: { titles: 300, without_media: 3, outdated_media: 6 }, walk: null });
  await run();
  expect(world.calls.filter((call) => call === 'walk')).toHaveLength(3);
  world.now += 86_400_000;
  await run();
  expect(world.calls.filter((call) => call === 'walk')).toHaveLength(4);
});

it('measures how long a change of the distribution takes', async () => {
  const { world, run } = createWorld();
  const changed = { ...(world.report as DistributionReport), is_deployed: false, changed_at: iso(START - 60_000) };
  world.report = changed;
  await run();
  world.report = { ...changed, is_deployed: true };
  await run();
  expect(world.state.measured.change).toEqual([360]);
});
