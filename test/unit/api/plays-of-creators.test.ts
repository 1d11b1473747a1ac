import type { PlaysDeps } from '../../../lambdas/api/plays/deps.ts';
import { playsRoutes } from '../../../lambdas/api/plays/routes.ts';
import type { CreatorPlays } from '../../../lambdas/contract/delivery/plays.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { creatorDayEntity } from '../../../lambdas/data/delivery/delivery-entities.ts';
import { createDeliveryRepository } from '../../../lambdas/data/delivery/delivery-repository.ts';
import { createPlayStatisticsReader } from '../../../lambdas/data/delivery/play-statistics-reader.ts';
import { createPlayStatisticsWriter } from '../../../lambdas/data/delivery/play-statistics-writer.ts';
import { quantileOf } from '../../../lambdas/domain/delivery/histogram.ts';
import { NO_DELIVERY } from '../../../lambdas/domain/delivery/sums.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { createMemoryTable } from '../../support/memory-table.ts';

const NOW = Date.parse('2026-11-28T12:02:00.000Z');
const OWNER = '99999999-2222-4333-8444-555555555555';
const creator = {
  id: 'crt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  name: 'Meadow',
  plan: 'free',
  storage_used: 0,
  user_id: OWNER,
  content_count: 3,
} as const;
const other = { ...creator, id: 'crt_01ARZ3NDEKTSV4RRFFQ69G5FAW', name: 'Lakeside' };
const subject = { dimension: 'CREATOR', value: creator.id } as const;
const figures = {
  plays: 12,
  measured: 10,
  starts: 8,
  watched_s: 7200,
  finishes: 2,
  'part.0': 8,
  'part.50': -8,
  'device.tv.starts': 8,
  'country.DE.starts': 8,
};

const setUp = (role: Role = 'user') => {
  const { table } = createMemoryTable();
  const deps: PlaysDeps = {
    delivery: createDeliveryRepository(table),
    statistics: createPlayStatisticsReader(table),
    titles: { getMany: async () => new Map() },
    creators: {
      get: async (id) => (id === creator.id ? creator : undefined),
      ofUser: async (user) => (user === OWNER ? [creator, other] : []),
    },
    now: () => NOW,
  };
  const rights = { read: async (user_id: string) => ({ user_id, role, plan: 'free' as const, disabled: false }) };
  const handler = httpFunction(playsRoutes(deps), { rights, logger: silentLogger });
  const ask = (path: string, user = OWNER, query: Record<string, string> = {}, id: string = creator.id) =>
    call(handler, { routeKey: `GET /api/${path}`, query, params: { id }, claims: accessClaims(user) });
  return { ask, table, delivery: createDeliveryRepository(table), writer: createPlayStatisticsWriter(table) };
};

const PATHS = ['creators/{id}/plays', 'creators/{id}/plays-export'] as const;

describe('the numbers of a creator', () => {
  it.each([
    ['admin', PERSON, 200],
    ['user', OWNER, 200],
    ['user', PERSON, 404],
    ['moderator', PERSON, 404],
  ] as const)('are for its owner and administrators: %s %s', async (role, user, status) => {
    const { ask } = setUp(role);
    for (const path of PATHS) {
      const own = await ask(path, user);
      expect(own.status).toBe(status);
      const unknown = await ask(path, user, {}, other.id);
      expect(unknown).toMatchObject({ status: 404, body: { code: 'creator_not_found' } });
      // Others get the same response, so that it does not say which creators exist.
      if (status === 404) expect(own.body).toMatchObject({ code: 'creator_not_found' });
    }
  });

  it('are found by its owner', async () => {
    const { ask } = setUp();
    const items = [other, creator].map(({ id, name }) => ({ id, name }));
    expect((await ask('own-creators')).body).toEqual({ items });
    expect((await ask('own-creators', PERSON)).body).toEqual({ items: [] });
  });

  it('state their period, and are null while there are too few plays', async () => {
    const { body } = await setUp().ask(PATHS[0], OWNER, { days: '2' });
    expect(body).toMatchObject({
      name: 'Meadow',
      titles: 3,
      from: '2026-11-27',
      to: '2026-11-28',
      as_of: null,
      numbers: { plays: 0, hours: null },
      retention: null,
      delivered: null,
    });
  });

  it('have their own days and months of plays and delivery', async () => {
    const { ask, writer, delivery, table } = setUp();
    const step = { shard: 0, window: '2026-11-28T11:55:00.000Z' };
    await writer.addDay(subject, '2026-11-28', figures, step);
    await writer.addDay(subject, '2026-10-05', { plays: 7 }, { ...step, window: '2026-10-05T10:00:00.000Z' });
    expect((await writer.subjects('2026-10', undefined, 10)).subjects).toEqual([subject]);
    await writer.setMonth(subject, '2026-10');
    const sent = { requests: 100, bytes: 1024 ** 3, hits: 80, misses: 20, aborted: 7, first_byte: { '40': 100 } };
    await table.put(creatorDayEntity.toItem({ creator_id: creator.id, day: '2026-11-28', ...NO_DELIVERY, ...sent }));
    await delivery.setMonthOf({ creatorId: creator.id }, '2026-10', { ...NO_DELIVERY, requests: 5, bytes: 9 });

    const time = quantileOf({ '40': 1 }, 0.5) ?? 0;
    const { numbers, ...body } = (await ask(PATHS[0], OWNER, { days: '2' })).body as CreatorPlays;
    expect(numbers).toMatchObject({ plays: 12, measured_plays: 10, hours: 2, finish_rate: 0.25 });
    expect(body).toMatchObject({
      creator_id: creator.id,
      retention: [...Array<number>(50).fill(1), ...Array<number>(50).fill(0)],
      devices: [{ name: 'tv', starts: 8 }],
      countries: [{ name: 'DE', starts: 8 }],
      delivered: { requests: 100, bytes: 1024 ** 3, cost_usd: 0.0851, aborted: 7, hit_ratio: 0.8 },
      days: [{ plays: 0 }, { plays: 12, delivered: { requests: 100 } }],
      months: [{ period: '2026-10', plays: 7, delivered: { requests: 5, bytes: 9 } }],
    });
    expect(body.delivered?.response_ms).toEqual({ p50: time, p95: time });

    const { body: file } = await ask(PATHS[1], OWNER, { days: '1' });
    const { csv, file_name: name } = file as { csv: string; file_name: string };
    expect(name).toBe(`plays-${creator.id}.csv`);
    expect(csv.split('\r\n').slice(1)).toEqual([
      `day,2026-11-28,12,10,8,2,0.25,0,0,,,,,0,0,100,1073741824,0,0,0,0.0851,7,0.8,${time},${time}`,
      'month,2026-10,7,0,0,,,,,,,,,,,5,9,0,0,0,0.000005,0,,,',
      '',
    ]);
  });
});
