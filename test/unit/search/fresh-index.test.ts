import type { Logger } from '../../../lambdas/domain/logger.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { createFreshIndex, FRESH_MS, PATIENCE_MS } from '../../../lambdas/domain/search/fresh-index.ts';
import { createPackedIndex } from '../../../lambdas/domain/search/packed-index.ts';
import { addChanges } from '../../../lambdas/domain/search/update-index.ts';
import { createMemoryStore, someDocument } from '../../support/search-store.ts';

/** An index over an in-memory store, with its clock and its error log. */
const setUp = () => {
  const store = createMemoryStore();
  let time = 0;
  const logged: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    error: (message, _fields, error) =>
      void logged.push(`${message}: ${error instanceof Error ? error.message : String(error)}`),
  };
  const waits: (() => void)[] = [];
  const sleep = (ms: number) => new Promise<void>((resolve) => waits.push(() => ms === PATIENCE_MS && resolve()));
  const index = createFreshIndex({ store, openPacked: createPackedIndex, logger, now: () => time, sleep });
  return {
    store,
    logged,
    index,
    add: (...titles: readonly string[]) => {
      const documents = titles.map((title) => someDocument({ title }));
      return addChanges(
        { store, sleep: async () => undefined, random: Math.random },
        documents.map((document) => ({ id: document.id, document })),
      );
    },
    /** Advances the clock until the index counts as stale. */
    later: (ms = FRESH_MS): void => void (time += ms),
    /** Ends the wait of every search that waits for a newer index. */
    endWaits: (): void => waits.splice(0).forEach((end) => end()),
    found: async (text: string): Promise<number> => (await index.current()).search({ text }).length,
  };
};
const fail = async (): Promise<never> => {
  throw new Error('Slow Down');
};

describe('an index that is not stored yet', () => {
  it('is empty without an error, and is available as soon as it is stored', async () => {
    const { add, found, logged } = setUp();
    expect([await found('meadow'), await found('meadow')]).toEqual([0, 0]);
    await add('Meadow');
    expect(await found('meadow')).toBe(1);
    expect(logged).toEqual([]);
  });

  it('is empty again after it is deleted', async () => {
    const { add, found, later, store, logged } = setUp();
    await add('Meadow');
    expect(await found('meadow')).toBe(1);
    store.removeHead();
    later();
    expect([await found('meadow'), await found('meadow')]).toEqual([0, 0]);
    await add('Meadow');
    expect(await found('meadow')).toBe(1);
    expect(logged).toEqual([]);
  });
});

describe('a stored index', () => {
  it('is checked every two seconds by its ETag, and read in full only after it is repacked', async () => {
    const { add, found, later, store, logged } = setUp();
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
    expect(logged).toEqual([]);
  });

  it('keeps returning results while storage fails, logs each failure once, and is fresh after recovery', async () => {
    const { add, found, later, store, logged } = setUp();
    await add('Meadow');
    await found('meadow');
    store.beforeEachCall(fail);
    for (let turn = 0; turn < 3; turn += 1) {
      later();
      expect([await found('meadow'), await found('meadow')]).toEqual([1, 1]);
    }
    expect(logged).toEqual(Array.from({ length: 3 }, () => 'The search index was not loaded: Slow Down'));
    store.beforeEachCall();
    await add('Meadow at dawn');
    later();
    expect(await found('meadow')).toBe(2);
    expect(logged).toHaveLength(3);
  });

  it('keeps returning results while storage does not respond, and only the first search waits', async () => {
    const { add, found, later, endWaits, store, logged } = setUp();
    await add('Meadow');
    await found('meadow');
    let answer: () => void = () => undefined;
    store.beforeEachCall(() => new Promise<void>((resolve) => (answer = resolve)));
    later();
    const first = found('meadow');
    endWaits();
    expect([await first, await found('meadow')]).toEqual([1, 1]);
    store.beforeEachCall();
    await add('Meadow at dawn');
    answer();
    later();
    expect(await found('meadow')).toBe(2);
    expect(logged).toEqual([]);
  });

  it('is unavailable until it has been loaded once', async () => {
    const { add, found, store, logged } = setUp();
    await add('Meadow');
    store.beforeEachCall(fail);
    await expect(found('meadow')).rejects.toMatchObject({ code: 'unavailable' });
    expect(logged).toHaveLength(1);
    store.beforeEachCall();
    expect(await found('meadow')).toBe(1);
  });

  it('is loaded even if it is repacked between reading the head and reading the index', async () => {
    const { add, found, store } = setUp();
    await add('Meadow');
    const [name] = store.snapshots.keys();
    store.beforeEachCall(async () => {
      store.beforeEachCall();
      await add('Meadow at dawn');
      await add('Meadow at night');
      expect(store.snapshots.has(name ?? '')).toBe(false);
    });
    expect(await found('meadow')).toBe(3);
  });
});
