import type { PlaysDeps } from '../../../lambdas/api/plays/deps.ts';
import { playsRoutes } from '../../../lambdas/api/plays/routes.ts';
import type { PlayTotals, Streams, TitlePlays } from '../../../lambdas/contract/delivery/plays.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { titleDayEntity } from '../../../lambdas/data/delivery/delivery-entities.ts';
import { createDeliveryRepository } from '../../../lambdas/data/delivery/delivery-repository.ts';
import { createPlayStatisticsReader } from '../../../lambdas/data/delivery/play-statistics-reader.ts';
import { createPlayStatisticsWriter } from '../../../lambdas/data/delivery/play-statistics-writer.ts';
import { quantileOf } from '../../../lambdas/domain/delivery/histogram.ts';
import { NO_DELIVERY } from '../../../lambdas/domain/delivery/sums.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someContent } from '../../support/content.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { createMemoryTable } from '../../support/memory-table.ts';

const NOW = Date.parse('2026-11-28T12:02:00.000Z');
const OTHER = '99999999-2222-4333-8444-555555555555';
const content = someContent({ creator_id: 'crt_01ARZ3NDEKTSV4RRFFQ69G5FAV' });

describe('the numbers of plays', () => {
  const setUp = (role: Role) => {
    const { table } = createMemoryTable();
    const delivery = createDeliveryRepository(table);
    const deps: PlaysDeps = {
      delivery,
      statistics: createPlayStatisticsReader(table),
      titles: { getMany: async (ids) => new Map(ids.includes(content.id) ? [[content.id, content]] : []) },
      creators: {
        get: async (id) => ({ id, name: 'A', plan: 'free', storage_used: 0, user_id: OTHER }),
        ofUser: async () => [],
      },
      now: () => NOW,
    };
    const rights = { read: async (user_id: string) => ({ user_id, role, plan: 'free' as const, disabled: false }) };
    const handler = httpFunction(playsRoutes(deps), { rights, logger: silentLogger });
    const ask = async (routeKey: string, user = PERSON, query: Record<string, string> = {}) => {
      const params = routeKey.includes('{id}') ? { params: { id: content.id } } : {};
      return call(handler, { routeKey, query, ...params, claims: accessClaims(user) });
    };
    return { ask, writer: createPlayStatisticsWriter(table), delivery, table };
  };
  const site = { dimension: 'SITE', value: 'ALL' } as const;
  const title = { content_id: content.id };
  const figures = { plays: 12, measured: 10, starts: 8, watched_s: 7200, finishes: 2, 'part.0': 8, 'part.50': -8 };
  const step = { shard: 0, window: '2026-11-28T11:55:00.000Z' };

  it('of a title are for its owner and administrators', async () => {
    for (const [role, user, status] of [
      ['admin', PERSON, 200],
      ['user', OTHER, 200],
      ['user', PERSON, 404],
      ['moderator', PERSON, 404],
    ] as const) {
      const { ask } = setUp(role);
      for (const path of ['plays', 'plays-export'])
        expect([role, user, (await ask(`GET /api/content/{id}/${path}`, user)).status]).toEqual([role, user, status]);
    }
  });

  it('state their period, and are null while there are too few plays', async () => {
    const { ask } = setUp('admin');
    const { body } = await ask('GET /api/content/{id}/plays', PERSON, { days: '2' });
    expect(body).toMatchObject({
      from: '2026-11-27',
      to: '2026-11-28',
      time_zone: 'UTC',
      as_of: null,
      numbers: { plays: 0, measured_plays: 0, hours: null, finish_rate: null, startup_ms: null },
      retention: null,
      devices: null,
      countries: null,
      delivered: null,
      months: [],
    });
    expect((body as TitlePlays).days.map(({ period }) => period)).toEqual(['2026-11-27', '2026-11-28']);
  });

  it('of a title contain its retention, days and months', async () => {
    const { ask, writer, delivery } = setUp('admin');
    await delivery.setMonthOf({ contentId: content.id }, '2026-10', {
      ...NO_DELIVERY,
      requests: 1_000_000,
      bytes: 1024 ** 3,
      audio_segments: 900,
      client_errors: 4,
      server_errors: 5,
    });
    await writer.addDay(title, '2026-11-28', figures, step);
    await writer.addDay(title, '2026-10-05', figures, { ...step, window: '2026-10-05T10:00:00.000Z' });
    await writer.setMonth(title, '2026-10');
    for (const shard of [0, 1, 2, 3]) await writer.finish(shard, '2026-11-28T12:00:00.000Z');
    const { body } = await ask('GET /api/content/{id}/plays');
    expect(body).toMatchObject({
      as_of: '2026-11-28T12:00:00.000Z',
      numbers: { plays: 12, measured_plays: 10, hours: 2, finish_rate: 0.25 },
      retention: [...Array<number>(50).fill(1), ...Array<number>(50).fill(0)],
      delivered: null,
      months: [
        {
          period: '2026-10',
          plays: 12,
          measured_plays: 10,
          starts: 8,
          hours: 2,
          finish_rate: 0.25,
          delivered: {
            requests: 1_000_000,
            bytes: 1024 ** 3,
            // Segments of six seconds.
            hours: 1.5,
            client_errors: 4,
            server_errors: 5,
            // A gigabyte at $0.085, and a million requests at $0.01 for 10,000.
            cost_usd: 1.085,
          },
        },
      ],
    });
    const { csv } = (await ask('GET /api/content/{id}/plays-export', PERSON, { days: '1' })).body as { csv: string };
    expect(csv.split('\r\n')).toEqual([
      'unit,period_utc,plays,measured_plays,starts,hours,finish_rate,exit_rate,failure_rate,startup_ms_p50,' +
        'startup_ms_p95,stall_ms_p50,stall_ms_p95,stall_ratio,switches_per_hour,delivered_requests,' +
        'delivered_bytes,delivered_hours,delivered_4xx,delivered_5xx,delivery_cost_usd,aborted_requests,hit_ratio,' +
        'response_ms_p50,response_ms_p95',
      'day,2026-11-28,12,10,8,2,0.25,0,0,,,,,0,0,,,,,,,,,,',
      'month,2026-10,12,10,8,2,0.25,0,0,,,,,0,0,1000000,1073741824,1.5,4,5,1.085,0,,,',
      '',
    ]);
  });

  it('of a title say what its delivery costs and how well it works, by the logs of its days', async () => {
    const { ask, table } = setUp('admin');
    const sent = { requests: 30, bytes: 512 * 1024 ** 2 };
    const quality = { hits: 20, refreshed: 5, misses: 5, aborted: 2, first_byte: { '30': 25, '60': 5 } };
    for (const day of ['2026-11-26', '2026-11-28'])
      await table.put(titleDayEntity.toItem({ content_id: content.id, day, ...NO_DELIVERY, ...sent, ...quality }));
    const { body } = await ask('GET /api/content/{id}/plays', PERSON, { days: '2' });
    const delivered = { ...sent, hours: 0, client_errors: 0, server_errors: 0, cost_usd: 0.04253 };
    expect(body).toMatchObject({ title: content.title, days: [{ delivered: null }, { delivered }] });
    // 30 requests are too few for a ratio, 60 are enough.
    expect((body as TitlePlays).delivered).toEqual({ ...delivered, aborted: 2, hit_ratio: null, response_ms: null });
    const longer = (await ask('GET /api/content/{id}/plays', PERSON, { days: '3' })).body as TitlePlays;
    const [half, most] = [quantileOf({ '30': 1 }, 0.5), quantileOf({ '60': 1 }, 0.5)];
    expect(longer.delivered).toMatchObject({ aborted: 4, hit_ratio: 0.8333, response_ms: { p50: half, p95: most } });
  });

  it('of the site compare the days before today with as many before them, as long as those are kept', async () => {
    const { ask, writer } = setUp('admin');
    // The last one has expired, but the table deletes late.
    for (const [day, plays] of [
      ['2026-11-28', 100],
      ['2026-11-27', 8],
      ['2026-11-21', 1],
      ['2026-11-20', 5],
      ['2026-11-14', 2],
      ['2026-11-13', 50],
      ['2026-08-30', 4],
      ['2026-08-28', 1000],
    ] as const)
      await writer.addDay(site, day, { plays }, { ...step, window: `${day}T10:00:00.000Z` });
    const changeOf = async (days: string) =>
      ((await ask('GET /api/admin/plays', PERSON, { days })).body as PlayTotals).change;
    expect(await changeOf('7')).toEqual({
      last: { from: '2026-11-21', to: '2026-11-27', plays: 9 },
      before: { from: '2026-11-14', to: '2026-11-20', plays: 7 },
    });
    expect(await changeOf('45')).toMatchObject({ before: { from: '2026-08-30', to: '2026-10-13', plays: 4 } });
    expect([await changeOf('46'), await changeOf('92')]).toEqual([null, null]);
  });

  it('of the site name the most played titles', async () => {
    const { ask, writer, delivery } = setUp('admin');
    await delivery.setMonth('2026-11', { ...NO_DELIVERY, requests: 10_000, bytes: 0 });
    await writer.addDay(site, '2026-11-28', figures, step);
    await writer.mergeTop('2026-11-28', [
      { content_id: content.id, plays: 12 },
      { content_id: 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV', plays: 20 },
    ]);
    const { body } = await ask('GET /api/admin/plays', PERSON, { days: '7' });
    const { numbers, days, top, delivered_month: delivered } = body as PlayTotals;
    expect([numbers.plays, days.length]).toEqual([12, 7]);
    expect(delivered).toMatchObject({ requests: 10_000, bytes: 0, cost_usd: 0.01 });
    // The other title was deleted.
    expect(top).toEqual([{ content_id: content.id, title: content.title, plays: 12 }]);
    expect((await setUp('user').ask('GET /api/admin/plays')).status).toBe(403);
  });

  it('say how well each device and country plays', async () => {
    const { ask, writer } = setUp('admin');
    await writer.addDay(site, '2026-11-28', { ...figures, 'country.DE.starts': 8, 'country.FR.starts': 1 }, step);
    await writer.addDay({ dimension: 'DEVICE', value: 'phone' }, '2026-11-28', figures, step);
    await writer.addDay({ dimension: 'COUNTRY', value: 'DE' }, '2026-11-28', figures, step);
    const { body } = await ask('GET /api/admin/playback-quality');
    expect(body).toMatchObject({
      site: { measured_plays: 10 },
      devices: [
        { device: 'desktop', numbers: { measured_plays: 0, hours: null } },
        { device: 'phone', numbers: { measured_plays: 10, hours: 2 } },
        { device: 'tablet' },
        { device: 'tv' },
      ],
      countries: [{ country: 'DE', numbers: { measured_plays: 10 } }],
    });
  });

  it('of the last hour and day end with the last window that is counted', async () => {
    const { ask, writer } = setUp('admin');
    const add = (window: string, plays: number) =>
      writer.addStreams(window.slice(0, 10), plays, { shard: 0, window: `${window}:00.000Z` });
    await add('2026-11-27T11:55', 64);
    await add('2026-11-27T12:00', 1);
    await add('2026-11-28T10:55', 2);
    await add('2026-11-28T11:00', 4);
    await add('2026-11-28T11:55', 8);
    for (const shard of [0, 1, 2, 3]) await writer.finish(shard, '2026-11-28T12:00:00.000Z');
    const { last_hour, last_24_hours, hours, as_of } = (await ask('GET /api/admin/streams')).body as Streams;
    expect([last_hour, last_24_hours, as_of]).toEqual([12, 15, '2026-11-28T12:00:00.000Z']);
    expect(hours.filter(({ plays }) => plays > 0).map(({ plays }) => plays)).toEqual([1, 2, 12]);
    expect(hours).toHaveLength(24);
  });
});
