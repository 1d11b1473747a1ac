import type { Device } from '../../../lambdas/contract/delivery/play-kinds.ts';
import { PARTS } from '../../../lambdas/contract/delivery/quality-rules.ts';
import { sumOfPeriods } from '../../../lambdas/data/delivery/play-statistics-reader.ts';
import type { Snapshot } from '../../../lambdas/domain/delivery/plays/beat.ts';
import type { Pass } from '../../../lambdas/domain/delivery/plays/curve.ts';
import { bySource, numbersOf, retentionOf } from '../../../lambdas/domain/delivery/plays/play-numbers.ts';
import { SHARDS, WINDOW_MS, windowOf } from '../../../lambdas/domain/delivery/plays/windows.ts';
import { someMeasures } from '../../support/plays.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import {
  createWorld,
  creatorIdOf,
  DELETED,
  idOf,
  Killed,
  START,
  withoutVersion,
  type TestPlay,
} from '../../support/worlds/rollup-world.ts';

const DAY = '2026-11-28';
const devices: readonly Device[] = ['desktop', 'phone'];

/** Random plays that start within some windows. */
const somePlays = (count: number, windows: number): readonly TestPlay[] => {
  const random = createRandom(newSeed());
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, index) => {
    const at = START + below(windows * WINDOW_MS);
    const content = index % 20 === 19 ? DELETED : idOf(below(3));
    const reached = 40 + below(54);
    const beats = Array.from({ length: below(4) }, (_beat, number) => {
      const passes: readonly Pass[] = [
        [0, 10 + 3 * number],
        [40, reached + 3 * number],
      ];
      return {
        at: at + (number + 1) * 60_000,
        measures: someMeasures({
          startup_ms: 200 + 7 * index,
          watched_s: 50 * (number + 1),
          heights: { '480': 50 * (number + 1) },
          stalls: number,
          stalled_ms: 900 * number,
          failure: index % 11 === 0 && number === 2 ? 'network' : null,
          passes: passes.slice(0, 1 + number),
        }),
      };
    });
    const country = index % 3 === 0 ? 'DE' : null;
    return { id: `ply_${index}`, content, at, device: devices[index % 2] ?? 'desktop', country, beats };
  });
};

const WINDOWS = 20;
/** When all rows of the world are in windows that are closed. */
const LATER = START + (WINDOWS + 2) * WINDOW_MS;

it('sums up what a recomputation from all plays gives', async () => {
  const plays = somePlays(400, WINDOWS);
  const world = createWorld();
  await world.store(plays);
  await world.run(LATER);

  const of = (content: string) => plays.filter((play) => play.content === content);
  const lasts = (list: readonly TestPlay[]) => list.flatMap(({ beats }) => beats.at(-1)?.measures ?? []);
  const sum = (list: readonly Snapshot[], value: (measures: Snapshot) => number) =>
    list.reduce((total, measures) => total + value(measures), 0);
  for (const content of [idOf(0), idOf(1), idOf(2)]) {
    const figures = sumOfPeriods(await world.reader.days({ content_id: content }, DAY, DAY));
    const measured = lasts(of(content));
    const watched = sum(measured, ({ watched_s }) => watched_s);
    const stalled = sum(measured, ({ stalled_ms }) => stalled_ms);
    const starts = measured.map(({ startup_ms }) => startup_ms ?? 0).sort((a, b) => a - b);
    const median = starts[Math.ceil(starts.length / 2) - 1] ?? 0;
    const finished = measured.filter(({ passes }) => passes.some(([, last]) => last >= 95)).length;
    const numbers = numbersOf(figures);
    expect(numbers).toMatchObject({
      plays: of(content).length,
      measured_plays: measured.length,
      starts: measured.length,
      hours: Number((watched / 3600).toFixed(3)),
      finish_rate: Number((finished / measured.length).toFixed(4)),
      failure_rate: Number((measured.filter(({ failure }) => failure !== null).length / measured.length).toFixed(4)),
      stall_ratio: Number((stalled / (stalled + watched * 1000)).toFixed(4)),
      definition: { '480': 1 },
    });
    expect(Math.abs((numbers.startup_ms?.p50 ?? 0) / median - 1)).toBeLessThan(0.051);
    const passes = measured.flatMap((measures) => measures.passes);
    const counted = Array.from(
      { length: PARTS },
      (_, part) => passes.filter(([first, last]) => part >= first && part <= last).length / measured.length,
    );
    expect(retentionOf(figures)).toEqual(counted.map((share) => Number(share.toFixed(4))));
  }

  // The site, its creators, devices and countries count all plays, also of a title that is deleted by now.
  expect(await world.reader.days({ content_id: DELETED }, DAY, DAY)).toEqual([]);
  const site = sumOfPeriods(await world.reader.days({ dimension: 'SITE', value: 'ALL' }, DAY, DAY));
  const all = lasts(plays);
  expect(site).toMatchObject({
    plays: plays.length,
    measured: all.length,
    watched_s: sum(all, (one) => one.watched_s),
  });
  for (const value of new Set(plays.map(({ content }) => creatorIdOf(content)))) {
    const figures = sumOfPeriods(await world.reader.days({ dimension: 'CREATOR', value }, DAY, DAY));
    const own = plays.filter(({ content }) => creatorIdOf(content) === value);
    expect(figures).toMatchObject({
      plays: own.length,
      measured: lasts(own).length,
      watched_s: sum(lasts(own), (one) => one.watched_s),
    });
    expect(bySource(figures, 'device')?.reduce((starts, device) => starts + device.starts, 0)).toBe(lasts(own).length);
    const passes = lasts(own).flatMap((measures) => measures.passes);
    const first = passes.filter(([from]) => from === 0).length / lasts(own).length;
    expect(retentionOf(figures)?.[0]).toBe(Number(first.toFixed(4)));
  }
  for (const device of devices) {
    const figures = sumOfPeriods(await world.reader.days({ dimension: 'DEVICE', value: device }, DAY, DAY));
    expect(figures['watched_s']).toBe(
      sum(lasts(plays.filter((play) => play.device === device)), (one) => one.watched_s),
    );
  }
  const german = lasts(plays.filter(({ country }) => country === 'DE'));
  const germany = sumOfPeriods(await world.reader.days({ dimension: 'COUNTRY', value: 'DE' }, DAY, DAY));
  expect([germany['starts'], site['country.DE.starts']]).toEqual([german.length, german.length]);
  const streams = await world.reader.streams(START, LATER);
  expect(streams.map(({ period }) => period)).toEqual([...new Set(plays.map(({ at }) => windowOf(at)))].sort());
  expect(streams.reduce((total, { figures }) => total + (figures['plays'] ?? 0), 0)).toBe(plays.length);
  const top = [0, 1, 2].map((index) => ({ content_id: idOf(index), plays: of(idOf(index)).length }));
  expect(await world.reader.top(DAY)).toEqual(
    top.sort((a, b) => b.plays - a.plays || (a.content_id < b.content_id ? -1 : 1)),
  );
  expect(await world.reader.asOf()).toBe(windowOf(LATER - WINDOW_MS));
});

it('leads to the same sums whenever a run ends', async () => {
  const plays = somePlays(12, 2);
  const until = START + 5 * WINDOW_MS;
  const worldAfter = async (runs: (world: ReturnType<typeof createWorld>) => Promise<void>) => {
    const world = createWorld();
    await world.store(plays);
    await runs(world);
    return world.sums();
  };
  let calls = 0;
  const whole = await worldAfter(async (world) => {
    world.hooks.around = async (_name, send) => ((calls += 1), send());
    await world.run(until);
  });
  expect(calls).toBeGreaterThan(50);
  expect(whole.length).toBeGreaterThan(8);
  const comparable = (items: Awaited<ReturnType<typeof worldAfter>>) => JSON.stringify(items);

  for (let end = 1; end <= calls; end += 1) {
    for (const when of ['before', 'after'] as const) {
      const killed = await worldAfter(async (world) => {
        let left = end;
        const plain = world.hooks.around;
        world.hooks.around = async (_name, send) => {
          left -= 1;
          if (left < 0 || (left === 0 && when === 'before')) throw new Killed();
          const result = send();
          if (left === 0) throw new Killed();
          return result;
        };
        await expect(world.run(until)).rejects.toThrow(Killed);
        world.hooks.around = plain;
        await world.run(until);
      });
      if (comparable(killed) !== comparable(whole)) expect({ end, when, killed }).toEqual({ end, when, killed: whole });
    }
  }
});

it('leads to the same sums when two runs are made at once', async () => {
  const plays = somePlays(60, 4);
  const sums = async (runs: number) => {
    const world = createWorld();
    await world.store(plays);
    await Promise.all(Array.from({ length: runs }, () => world.run(START + 6 * WINDOW_MS)));
    return world.sums();
  };
  expect((await sums(3)).map(withoutVersion)).toEqual((await sums(1)).map(withoutVersion));
});

it('would count twice without remembering the windows', async () => {
  const world = createWorld();
  await world.store(somePlays(24, 2));
  await world.run(START + 5 * WINDOW_MS);
  const read = async () =>
    sumOfPeriods(await world.reader.days({ dimension: 'SITE', value: 'ALL' }, DAY, DAY))['plays'];
  expect(await read()).toBe(24);
  for (const [key, item] of world.items)
    world.items.set(
      key,
      Object.fromEntries(Object.entries(item).filter(([name]) => !/^w\d/.test(name))) as typeof item,
    );
  for (const [key, { pk }] of world.items) if (pk.startsWith('ROLLUP#')) world.items.delete(key);
  await world.run(START + 5 * WINDOW_MS);
  expect(await read()).toBe(48);
});

it('leaves a window that is not over for the next run, and adds it then', async () => {
  const world = createWorld();
  const play = { id: 'ply_1', content: idOf(1), at: START + 1000, device: 'tv', country: null, beats: [] } as const;
  await world.store([play]);
  await world.run(START + WINDOW_MS + 59_999);
  expect(world.sums()).toEqual([]);
  await world.run(START + WINDOW_MS + 60_000);
  expect(await world.reader.days({ content_id: idOf(1) }, DAY, DAY)).toEqual([{ period: DAY, figures: { plays: 1 } }]);
});

it('sets a month to the sum of its days once no row of it can be missing, in several runs', async () => {
  const world = createWorld();
  const subject = { content_id: idOf(1) };
  const step = (window: string) => ({ shard: 0, window });
  await world.statistics.addDay(subject, '2026-10-31', { plays: 9 }, step('2026-10-31T23:55:00.000Z'));
  for (const day of ['01', '15', '30'])
    await world.statistics.addDay(
      subject,
      `2026-11-${day}`,
      { plays: 2, 'part.3': 1 },
      step(`2026-11-${day}T10:00:00.000Z`),
    );
  const finish = async (until: string) => {
    for (const shard of SHARDS) await world.statistics.finish(shard, until);
  };
  await finish('2026-11-30T23:55:00.000Z');
  await world.run(Date.parse('2026-12-01T00:00:59.000Z'));
  expect(await world.reader.months(subject)).toEqual([{ period: '2026-10', figures: { plays: 9 } }]);
  for (let repeat = 0; repeat < 2; repeat += 1) {
    await world.run(Date.parse('2026-12-01T00:01:00.000Z'));
    expect((await world.reader.months(subject)).at(-1)).toEqual({
      period: '2026-11',
      figures: { plays: 6, 'part.3': 3 },
    });
  }
  // Days and months of a deleted title are removed.
  await world.statistics.removeAll(idOf(1));
  expect(await world.reader.months(subject)).toEqual([]);
});

it('stores no month of a title that was deleted before', async () => {
  const world = createWorld();
  const window = '2026-11-15T10:00:00.000Z';
  const add = (index: number) =>
    world.statistics.addDay({ content_id: idOf(index) }, '2026-11-15', { plays: 2 }, { shard: 0, window });
  for (const index of [1, 2, 3]) await add(index);
  // A run that had checked the second one before it was deleted adds a day afterwards, which expires.
  await world.statistics.removeAll(idOf(2));
  await world.statistics.removeAll(idOf(3));
  await add(3);
  world.deleted.add(idOf(3));
  for (const shard of SHARDS) await world.statistics.finish(shard, '2026-11-30T23:55:00.000Z');
  await world.run(Date.parse('2026-12-01T00:01:00.000Z'));
  const months = await Promise.all([1, 2, 3].map((index) => world.reader.months({ content_id: idOf(index) })));
  expect(months.map((found) => found.length)).toEqual([1, 0, 0]);
});
