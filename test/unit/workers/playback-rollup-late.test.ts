import { hashOfPlay, shardOf, SHARDS, WINDOW_MS, windowOf } from '../../../lambdas/domain/delivery/plays/windows.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { createWorld, idOf, Killed, START, withoutVersion, type TestPlay } from '../../support/worlds/rollup-world.ts';

/** Plays of as many titles in the first window of one shard. */
const playsOfShard = (shard: number, count: number): readonly TestPlay[] =>
  Array.from({ length: count * 8 }, (_, index) => `ply_${index}`)
    .filter((id) => shardOf(hashOfPlay(id)) === shard)
    .slice(0, count)
    .map((id, index) => ({ id, content: idOf(100 + index), at: START, device: 'tv', country: null, beats: [] }));

describe('a window that takes longer than a run', () => {
  const COUNT = 600;
  const NOW = START + 2 * WINDOW_MS;
  const wholeSums = async () => {
    const world = createWorld();
    await world.store(playsOfShard(1, COUNT));
    await world.run(NOW);
    return world.sums();
  };

  it('is continued by the next runs, each of which ends in time', async () => {
    const world = createWorld();
    await world.store(playsOfShard(1, COUNT));
    const days = () => world.sums().filter(({ type }) => type === 'TITLE_PLAYS').length;
    const seen: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      // A part takes two calls for each title: its day, and the list of its month.
      expect(await world.slowRun(NOW, 100)).toBeLessThan(600);
      seen.push(days());
    }
    expect(seen[0]).toBeGreaterThan(200);
    expect(seen[1]).toBeGreaterThan((seen[0] ?? 0) + 200);
    expect(seen[2]).toBe(COUNT);
    await world.run(NOW);
    expect(await world.reader.asOf()).toBe(windowOf(START + WINDOW_MS));
    expect(world.sums().map(withoutVersion)).toEqual((await wholeSums()).map(withoutVersion));
  });

  it('leads to the same sums whenever one of these runs ends', async () => {
    const whole = (await wholeSums()).map(withoutVersion);
    const random = createRandom(newSeed());
    for (let round = 0; round < 8; round += 1) {
      const world = createWorld();
      await world.store(playsOfShard(1, COUNT));
      const plain = world.hooks.around;
      let left = 1 + Math.floor(random() * 2 * COUNT);
      world.hooks.around = async (name, send) => {
        left -= 1;
        if (left < 0) throw new Killed();
        return plain(name, send);
      };
      await expect(world.slowRun(NOW, 2000)).rejects.toThrow(Killed);
      world.hooks.around = plain;
      await world.slowRun(NOW, 100);
      await world.run(NOW);
      expect(world.sums().map(withoutVersion)).toEqual(whole);
    }
  });

  it('is added with several calls at a time', async () => {
    const world = createWorld();
    await world.store(playsOfShard(1, 100));
    let [open, most] = [0, 0];
    world.hooks.around = async (_name, send) => {
      most = Math.max(most, (open += 1));
      await Promise.resolve();
      open -= 1;
      return send();
    };
    await world.run(NOW);
    expect(most).toBe(25);
  });
});

it('begins with the shard that is furthest behind, and fails when one is too far behind at the end', async () => {
  const world = createWorld();
  await world.store([...playsOfShard(0, 3), ...playsOfShard(3, 3)]);
  const progress = async () => Promise.all(SHARDS.map(async (shard) => world.statistics.progress(shard)));
  // Until now, the last shard got no time.
  for (const shard of [0, 1, 2]) await world.statistics.finish(shard, windowOf(START + 6 * WINDOW_MS));
  const now = START + 13 * WINDOW_MS;
  await expect(world.slowRun(now, 10)).rejects.toThrow('Plays are summed up until 2026-11-28T12:');
  const [first, , , last] = await progress();
  expect(first?.window).toBe(windowOf(START + 6 * WINDOW_MS));
  expect(last?.window).toBe(windowOf(START + WINDOW_MS));
  // It is an error although all that there was time for was done. The next run catches up.
  await world.run(now);
  expect(await world.reader.asOf()).toBe(windowOf(now - WINDOW_MS));
});
