import type { Logger } from '../../../lambdas/domain/logger.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { createFreshIndex, FRESH_MS, PATIENCE_MS } from '../../../lambdas/domain/search/fresh-index.ts';
import { addChanges } from '../../../lambdas/domain/search/update-index.ts';
import { createMemoryStore, someDocument } from '../../support/search-store.ts';

/** An index over a store in memory, its clock, and what it said to the operator. */
const setUp = () => {
  const store = createMemoryStore();
  let time = 0;
  const said: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    error: (message, _fields, error) =>
      void said.push(`${message}: ${error instanceof Error ? error.message : String(error)}`),
  };
  const waits: (() => void)[] = [];
  const sleep = (ms: number) => new Promise<void>((resolve) => waits.push(() => ms === PATIENCE_MS && resolve()));
  const index = createFreshIndex({ store, logger, now: () => time, sleep });
  return {
    store,
    said,
    index,
    add: (...titles: readonly string[]) => {
      const documents = titles.map((title) => someDocument({ title }));
      return addChanges(
        { store, sleep: async () => undefined, random: Math.random },
        documents.map((document) => ({ id: document.id, document })),
      );
    },
    /** Goes on in time until the index counts as stale. */
    later: (ms = FRESH_MS): void => void (time += ms),
    /** Whoever waits has waited long enough. */
    loseAllPatience: (): void => waits.splice(0).forEach((end) => end()),
    found: async (text: string): Promise<number> => (await index.current()).search({ text }).length,
  };
};
const away = async (): Promise<never> => {
  throw new Error('Slow Down');
};

describe('an index that nobody has stored yet', () => {
  it('is empty, without a word to the operator, and is there as soon as it is stored', async () => {
    const { add, found, said } = setUp();
    expect([await found('meadow'), await found('meadow')]).toEqual([0, 0]);
    await add('Meadow');
    expect(await found('meadow')).toBe(1);
    expect(said).toEqual([]);
  });

  it('is empty again when it was taken away', async () => {
    const { add, found, later, store, said } = setUp();
    await add('Meadow');
    expect(await found('meadow')).toBe(1);
    store.removeHead();
    later();
    expect([await found('meadow'), await found('meadow')]).toEqual([0, 0]);
    await add('Meadow');
    expect(await found('meadow')).toBe(1);
    expect(said).toEqual([]);
  });
});

describe('an index that is stored', () => {
  it('is asked for at most every two seconds, by its ETag, and read whole only when it was packed anew', async () => {
    const { add, found, later, store, said } = setUp();
    await add(...Array.from({ length: 640 }, (_, index) => `Old ${index}`));
    await Promise.all(Array.from({ length: 20 }, () => found('old')));
    expect(store.counts).toMatchObject({ readHead: 2, readSnapshot: 1 });
    later();
    await found('old');
    await found('old');
    expect(store.counts).toMatchObject({ readHead: 3, readSnapshot: 1 });
    await add('New');
    expect(await found('new')).toBe(0);
    later();
    expect(await found('new')).toBe(1);
    expect(store.counts.readSnapshot).toBe(1);
    expect(said).toEqual([]);
  });

  it('goes on answering while storage fails, says so once for each try, and is fresh when it is back', async () => {
    const { add, found, later, store, said } = setUp();
    await add('Meadow');
    await found('meadow');
    store.meet(away);
    for (let turn = 0; turn < 3; turn += 1) {
      later();
      expect([await found('meadow'), await found('meadow')]).toEqual([1, 1]);
    }
    expect(said).toEqual(Array.from({ length: 3 }, () => 'The search index was not loaded: Slow Down'));
    store.meet();
    await add('Meadow at dawn');
    later();
    expect(await found('meadow')).toBe(2);
    expect(said).toHaveLength(3);
  });

  it('goes on answering while storage says nothing at all, after a short wait for the first alone', async () => {
    const { add, found, later, loseAllPatience, store, said } = setUp();
    await add('Meadow');
    await found('meadow');
    let answer: () => void = () => undefined;
    store.meet(() => new Promise<void>((resolve) => (answer = resolve)));
    later();
    const first = found('meadow');
    loseAllPatience();
    expect([await first, await found('meadow')]).toEqual([1, 1]);
    store.meet();
    await add('Meadow at dawn');
    answer();
    later();
    expect(await found('meadow')).toBe(2);
    expect(said).toEqual([]);
  });

  it('cannot be searched before it was loaded once: the caller is told to come back, and finds it then', async () => {
    const { add, found, store, said } = setUp();
    await add('Meadow');
    store.meet(away);
    await expect(found('meadow')).rejects.toMatchObject({ code: 'unavailable' });
    expect(said).toHaveLength(1);
    store.meet();
    expect(await found('meadow')).toBe(1);
  });

  it('is loaded although it is packed anew between the reading of its name and of itself', async () => {
    const { add, found, store } = setUp();
    await add('Meadow');
    const [name] = store.snapshots.keys();
    store.meet(async () => {
      store.meet();
      await add('Meadow at dawn');
      await add('Meadow at night');
      expect(store.snapshots.has(name ?? '')).toBe(false);
    });
    expect(await found('meadow')).toBe(3);
  });
});
