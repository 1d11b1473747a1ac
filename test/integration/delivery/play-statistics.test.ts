import { createPlayRows } from '../../../lambdas/data/delivery/play-row-repository.ts';
import { createPlayStatisticsReader } from '../../../lambdas/data/delivery/play-statistics-reader.ts';
import { createPlayStatisticsWriter } from '../../../lambdas/data/delivery/play-statistics-writer.ts';
import { createPlayRepository } from '../../../lambdas/data/history/play-repository.ts';
import { NOTHING_MEASURED, type PlayQuality } from '../../../lambdas/domain/delivery/plays/beat.ts';
import { newPlay } from '../../../lambdas/domain/playback/view-rule.ts';
import { withConsent } from '../../../lambdas/domain/privacy/consented.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { someMeasures } from '../../support/plays.ts';

const TITLE = 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const CREATOR = 'crt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const DAY = '2026-11-28';
const WINDOW = `${DAY}T12:00:00.000Z`;

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

it('adds each window of a shard once, with more figures than one update holds', async () => {
  const writer = createPlayStatisticsWriter(db.table);
  const reader = createPlayStatisticsReader(db.table);
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`country.${index}.starts`, 1]));
  const add = (shard: number, window: string) =>
    writer.addDay({ content_id: TITLE }, DAY, { plays: 1, ...many }, { shard, window });
  for (const [shard, window] of [
    [0, WINDOW],
    [1, WINDOW],
    [0, WINDOW],
    [0, `${DAY}T12:05:00.000Z`],
    [0, WINDOW],
  ] as const)
    await add(shard, window);
  const [{ figures } = { figures: {} }] = await reader.days({ content_id: TITLE }, DAY, DAY);
  expect(figures).toMatchObject({ plays: 3, 'country.0.starts': 3, 'country.449.starts': 3 });
  expect(Object.keys(figures)).toHaveLength(451);

  await writer.setMonth({ content_id: TITLE }, '2026-11');
  expect(await reader.months({ content_id: TITLE })).toEqual([{ period: '2026-11', figures }]);
  const { subjects, last } = await writer.subjects('2026-11', undefined, 10);
  expect([subjects, last]).toEqual([[{ content_id: TITLE }], undefined]);
  await writer.removeAll(TITLE);
  expect(await reader.days({ content_id: TITLE }, DAY, DAY)).toEqual([]);
});

it('moves the end of a shard only forward, and is as recent as the last shard', async () => {
  const writer = createPlayStatisticsWriter(db.table);
  const reader = createPlayStatisticsReader(db.table);
  for (const shard of [0, 1, 2]) await writer.finish(shard, `${DAY}T12:10:00.000Z`);
  expect(await reader.asOf()).toBeUndefined();
  await writer.finish(3, `${DAY}T12:05:00.000Z`);
  await writer.finish(3, WINDOW);
  expect(await writer.progress(3)).toEqual({ shard: 3, window: `${DAY}T12:05:00.000Z` });
  expect(await reader.asOf()).toBe(`${DAY}T12:05:00.000Z`);

  // A run that is late does not move it back either.
  const window = `${DAY}T12:05:00.000Z`;
  for (const [from, after] of [
    [WINDOW, 'STATS#z'],
    [window, 'STATS#a'],
    [WINDOW, 'STATS#z'],
  ] as const)
    await writer.saveProgress({ shard: 3, window: from, after });
  await writer.finish(3, window);
  expect(await writer.progress(3)).toEqual({ shard: 3, window, after: 'STATS#a' });
  await writer.finish(3, `${DAY}T12:10:00.000Z`);
  expect(await writer.progress(3)).toEqual({ shard: 3, window: `${DAY}T12:10:00.000Z` });
});

it('begins a prepared play once', async () => {
  const plays = createPlayRepository(db.table);
  const userId = '11111111-2222-4333-8444-555555555555';
  const id = 'ply_01ARZ3NDEKTSV4RRFFQ69G5FAW';
  await plays.start({
    ...newPlay(id, userId, { id: TITLE, creator_id: CREATOR, duration: 60 }, Date.now()),
    ahead: true,
  });
  expect([await plays.begin(userId, id), await plays.begin(userId, id)]).toEqual([true, false]);
});

it('stores a beat with its play only after the one before', async () => {
  const plays = createPlayRepository(db.table);
  const rows = createPlayRows(db.table);
  const userId = '11111111-2222-4333-8444-555555555555';
  const id = 'ply_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const now = Date.now();
  await plays.start(newPlay(id, userId, { id: TITLE, creator_id: CREATOR, duration: 60 }, now));
  const save = (seq: number, after: number) => {
    const quality: PlayQuality = {
      seq,
      window: WINDOW,
      last: someMeasures(),
      before: NOTHING_MEASURED,
      isFirst: after === 0,
    };
    const consented = withConsent({ userId, consent: ['analytics'] }, 'playback', () => quality);
    return consented && rows.saveQuality(consented, id, after);
  };
  expect([await save(1, 0), await save(2, 0), await save(3, 1), await save(2, 1)]).toEqual([true, false, true, false]);
  expect((await plays.get(userId, id, now, { consistent: true }))?.quality).toMatchObject({ seq: 3, isFirst: false });
});
