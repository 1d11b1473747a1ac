import { monitorRoutes } from '../../../lambdas/api/delivery-monitor/routes.ts';
import { playsRoutes } from '../../../lambdas/api/plays/routes.ts';
import type { CdnOverview } from '../../../lambdas/contract/delivery/monitor.ts';
import type { PlayQualityReport, PlayTotals } from '../../../lambdas/contract/delivery/plays.ts';
import { createContentLookup } from '../../../lambdas/data/content/content-lookup.ts';
import { createCreatorRepository } from '../../../lambdas/data/content/creator-repository.ts';
import { siteHourEntity, titleDayEntity } from '../../../lambdas/data/delivery/delivery-entities.ts';
import { createDeliveryRepository } from '../../../lambdas/data/delivery/delivery-repository.ts';
import { dayItem, type Subject } from '../../../lambdas/data/delivery/play-statistics-entities.ts';
import { createPlayStatisticsReader } from '../../../lambdas/data/delivery/play-statistics-reader.ts';
import { createPlayStatisticsWriter } from '../../../lambdas/data/delivery/play-statistics-writer.ts';
import { deliveryAlertEntity } from '../../../lambdas/data/delivery/watch-entities.ts';
import { createDeliveryAlerts, createWatchRepository } from '../../../lambdas/data/delivery/watch-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { RuleOutcome } from '../../../lambdas/domain/delivery/alert-rules.ts';
import { NO_DELIVERY } from '../../../lambdas/domain/delivery/sums.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import { NO_WATCH, type WatchState } from '../../../lambdas/domain/delivery/watch-state.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { accessClaims, call } from '../../support/http.ts';

const START = Date.parse('2026-11-28T12:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const iso = (at: number): string => new Date(at).toISOString();
const cursors = createCursors(async () => Buffer.alloc(32, 7).toString('base64'));

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());
const repository = () => createWatchRepository(db.table, silentLogger);
const alerts = () => createDeliveryAlerts(db.table, cursors, silentLogger);

type Rule = 'error-rate' | 'response-time';
const raise = (at: number, rule: Rule = 'error-rate'): RuleOutcome => ({
  kind: 'raise',
  alert: {
    rule,
    severity: 'critical',
    created_at: iso(at),
    value: 9,
    threshold: 5,
    n: 80,
    source: 'cloudwatch',
    from: iso(at - 5 * MINUTE),
    to: iso(at),
    resolved_at: null,
    resolved_value: null,
  },
});
const resolve = (raisedAt: number, at: number, rule: Rule = 'error-rate'): RuleOutcome => ({
  kind: 'resolve',
  state: { rule, raised_at: iso(raisedAt), is_open: true },
  at: iso(at),
  value: 1,
});

it('DW3 to DW5, DW7: runs at once raise one alert, and a resolved rule stays silent for 5 minutes', async () => {
  const one = repository();
  const atOnce = await Promise.all(Array.from({ length: 4 }, (_, index) => one.apply(raise(START + index))));
  expect(atOnce.filter(Boolean)).toHaveLength(1);
  const raisedAt = Date.parse((await one.rules())[0]?.raised_at ?? '');
  expect(await one.openAlerts(await one.rules())).toMatchObject([{ created_at: iso(raisedAt), resolved_at: null }]);
  // While it is open, there is no other one, however late.
  expect(await one.apply(raise(raisedAt + HOUR))).toBe(false);
  expect(await one.apply(resolve(raisedAt - 1, raisedAt + MINUTE))).toBe(false);
  const resolved = await Promise.all([1, 2].map(() => one.apply(resolve(raisedAt, raisedAt + MINUTE))));
  expect(resolved.filter(Boolean)).toHaveLength(1);
  expect(await one.openAlerts(await one.rules())).toEqual([]);
  expect(await one.apply(raise(raisedAt + 5 * MINUTE - 1))).toBe(false);
  expect(await one.apply(raise(raisedAt + 5 * MINUTE))).toBe(true);
  const first = await alerts().list({ cursor: undefined, limit: 1 });
  expect(first.items).toMatchObject([{ created_at: iso(raisedAt + 5 * MINUTE), resolved_at: null }]);
  const second = await alerts().list({ cursor: first.next_cursor ?? undefined, limit: 1 });
  expect(second.items).toMatchObject([{ resolved_at: iso(raisedAt + MINUTE), resolved_value: 1 }]);
});

it('DW7: resolves an alert that was open for longer than alerts are kept', async () => {
  const one = repository();
  const rule = 'response-time';
  expect(await one.apply(raise(START, rule))).toBe(true);
  await db.table.delete(deliveryAlertEntity.key({ rule, created_at: iso(START) }));
  expect(await one.apply(resolve(START, START + MINUTE, rule))).toBe(true);
  expect((await one.rules()).find((one) => one.rule === rule)).toMatchObject({ is_open: false });
  expect(await one.apply(resolve(START, START + MINUTE, rule))).toBe(false);
});

it('DW1, DW6: a run stores its state only if no other one did since it was read', async () => {
  const one = repository();
  expect(await one.state()).toEqual(NO_WATCH);
  const state = { ...NO_WATCH, checked_at: iso(START), probes: [{ at: iso(START), ok: true, first_byte_ms: 5 }] };
  expect(await one.save(state, 0)).toBe(true);
  expect(await one.save({ ...state, checked_at: iso(START + 1) }, 0)).toBe(false);
  expect(await one.state()).toEqual({ ...state, version: 1 });
  expect((await db.measure(() => one.save(state, 1))).units).toBe(1);
});

it('stores a day of probes in at most four write units', async () => {
  const at = START + 23 * HOUR;
  const hours = Array.from({ length: 26 }, (_, index) => ({
    hour: iso(at - (25 - index) * HOUR),
    periods: Array<string>(12).fill('2'),
  }));
  const window = {
    from: iso(START),
    to: iso(at),
    requests: 1_234_567,
    bytes: 123_456_789_012,
    client_error_rate: 1 / 3,
    server_error_rate: 1 / 7,
    error_rate: 10 / 21,
    failed_probes: 0,
  };
  const probe = { at: iso(at), ok: true, first_byte_ms: 1234 };
  const full: WatchState = {
    ...NO_WATCH,
    checked_at: iso(at),
    recent: window,
    day: window,
    probes: Array.from({ length: 12 }, () => probe),
    probe_hours: hours,
    distribution: {
      id: 'E1234567890ABC',
      domain_name: 'd111111abcdef8.cloudfront.net',
      is_deployed: true,
      changed_at: iso(START),
      price_class: 'PriceClass_100',
      open: [],
      additional_metrics: false,
      as_of: iso(at),
    },
    measured: { change: Array<number>(20).fill(600), invalidation: Array<number>(20).fill(60) },
    media: { titles: 100_000, without_media: 0, outdated_media: 0, as_of: iso(at) },
  };
  const { version } = await repository().state();
  expect((await db.measure(() => repository().save(full, version))).units).toBeLessThanOrEqual(4);
  expect((await repository().state()).probe_hours).toEqual(hours);
});

it('DW2: reads the newest 25 hours, however old they are, and no months or hours of later', async () => {
  const old = START - 60 * 24 * HOUR;
  for (let ago = 30; ago >= -1; ago -= 1)
    await db.table.put(siteHourEntity.toItem({ ...NO_DELIVERY, hour: iso(old - ago * HOUR), requests: 1 }));
  await db.table.put({ pk: 'DELIVERY_SITE', sk: 'M#2026-09', type: 'OTHER' });
  for (const now of [old + MINUTE, old + 59 * MINUTE]) {
    const hours = await repository().newestHours(now);
    expect([hours.length, hours[0]?.hour, hours.at(-1)?.hour]).toEqual([25, iso(old - 24 * HOUR), iso(old)]);
  }
  const { result, units } = await db.measure(() => repository().newestHours(START - 4 * 24 * HOUR));
  expect([result.length, result.at(-1)?.hour]).toEqual([25, iso(old + HOUR)]);
  expect(units).toBeLessThanOrEqual(4.5);
});

it('DW9: reads the hours of a period, and no months or hours of later', async () => {
  for (let ago = 60; ago >= -1; ago -= 1)
    await db.table.put(siteHourEntity.toItem({ ...NO_DELIVERY, hour: iso(START - ago * HOUR), requests: 1 }));
  await db.table.put({ pk: 'DELIVERY_SITE', sk: 'M#2026-11', type: 'OTHER' });
  const { result, units } = await db.measure(() => repository().hours(START + MINUTE, 50));
  expect([result.length, result[0]?.hour, result.at(-1)?.hour]).toEqual([50, iso(START - 49 * HOUR), iso(START)]);
  expect(units).toBeLessThanOrEqual(9);
});

it('DW8: counts all published titles, 100 in each run, at the same cost however many there are', async () => {
  const drafts = [someContent({ status: 'draft' }), someContent({ status: 'pending' })];
  const titles = Array.from({ length: 130 }, (_, index) =>
    someContent({
      created_at: iso(START + index),
      has_storyboard: undefined,
      media_version: index === 0 ? null : 'v1',
    }),
  );
  for (const item of [...drafts, ...titles]) await db.table.put(contentItem(item));
  const begun = { began_at: iso(START), titles: 0, without_media: 0, outdated_media: 0 };
  const first = await db.measure(() => repository().walkOn(begun));
  expect([first.result.isLast, first.result.walk.titles]).toEqual([false, 100]);
  expect(first.units).toBeLessThanOrEqual(110);
  const { walk, isLast } = await repository().walkOn(first.result.walk);
  expect([isLast, walk]).toEqual([true, { ...walk, titles: 130, without_media: 1, outdated_media: 129 }]);
});

describe('the dashboards', () => {
  let own: TestTable;
  beforeAll(async () => {
    own = await startTestTable();
  });
  afterAll(() => own.stop());

  const DAY = iso(START).slice(0, 10);
  const SEGMENTS: readonly Subject[] = [
    { dimension: 'SITE', value: 'ALL' },
    { dimension: 'DEVICE', value: 'desktop' },
    { dimension: 'COUNTRY', value: 'DE' },
  ];
  const writer = () => createPlayStatisticsWriter(own.table);

  /** Stores what was delivered and played on a day with this many titles, of which some are stored already. */
  const grow = async (stored: number, titles: number): Promise<void> => {
    const added = Array.from({ length: titles - stored }, () => someContent());
    const plays = { plays: 1, measured: 1, starts: 1, watched_s: 60 };
    for (const content of added)
      await Promise.all(
        [
          contentItem(content),
          titleDayEntity.toItem({ ...NO_DELIVERY, content_id: content.id, day: DAY, requests: 1 }),
          { ...dayItem({ content_id: content.id }, DAY), ...plays },
        ].map((item) => own.table.put(item)),
      );
    await writer().mergeTop(
      DAY,
      added.map(({ id }) => ({ content_id: id, plays: 1 })),
    );
    const all = { plays: titles, measured: titles, starts: titles, watched_s: 60 * titles };
    for (const subject of SEGMENTS)
      await own.table.put({ ...dayItem(subject, DAY), ...all, 'country.DE.starts': titles });
    for (let ago = 1; ago <= 24; ago += 1) {
      const sums = { ...NO_DELIVERY, requests: titles, hits: titles };
      await own.table.put(siteHourEntity.toItem({ ...sums, hour: iso(START - ago * HOUR) }));
    }
    const repository = createWatchRepository(own.table, silentLogger);
    const media = { titles, without_media: 0, outdated_media: 0, as_of: iso(START) };
    await repository.save({ ...NO_WATCH, media }, (await repository.state()).version);
  };

  /** What each dashboard reads, and what it shows. */
  const readAll = async () => {
    const { table } = own;
    const now = () => START + MINUTE;
    const repository = createWatchRepository(table, silentLogger);
    const routes = [
      ...monitorRoutes({
        reader: repository,
        alerts: createDeliveryAlerts(table, cursors, silentLogger),
        distribution: { read: () => Promise.reject(new Error('not asked')) },
        readDistribution: async () => 'E1',
        logger: silentLogger,
        now,
      }),
      ...playsRoutes({
        statistics: createPlayStatisticsReader(table),
        delivery: createDeliveryRepository(table),
        titles: createContentLookup(table, silentLogger),
        creators: createCreatorRepository(table, silentLogger),
        now,
      }),
    ];
    const rights = {
      read: async (id: string) => ({ ...newAccountRights(id), role: 'admin' as const, plan: 'free' as const }),
    };
    const handler = httpFunction(routes, { rights, logger: silentLogger });
    const measured = (routeKey: string, query?: Readonly<Record<string, string>>) =>
      own.measure(async () => {
        const { status, body } = await call(handler, { routeKey, claims: accessClaims(), ...(query ? { query } : {}) });
        if (status !== 200) throw new Error(`${routeKey} returned ${status}`);
        return body;
      });
    const overview = await measured('GET /api/admin/delivery/overview');
    const totals = await measured('GET /api/admin/plays', { days: '28' });
    const quality = await measured('GET /api/admin/playback-quality', { days: '28' });
    const [shown, played, quick] = [
      overview.result as CdnOverview,
      totals.result as PlayTotals,
      quality.result as PlayQualityReport,
    ];
    return {
      titles: [shown.media?.titles, played.numbers.plays, quick.countries[0]?.numbers.plays],
      hitRatio: shown.figures.hit_ratio.value,
      top: played.top.length,
      costs: [overview, totals, quality].map(({ calls, units }) => ({ calls: [...calls].sort(), units })),
    };
  };

  it('cost the same with 100 and with 300 titles', async () => {
    await grow(0, 100);
    const few = await readAll();
    await grow(100, 300);
    const many = await readAll();
    expect([few.titles, many.titles]).toEqual([Array(3).fill(100), Array(3).fill(300)]);
    // The list of the most played ones, whose names are read, has at most 100.
    expect([few, many].map(({ hitRatio, top }) => [hitRatio, top])).toEqual(Array(2).fill([100, 100]));
    expect(many.costs).toEqual(few.costs);
    expect(many.costs.every(({ units }) => units > 0 && units < 120)).toBe(true);
  });
});
