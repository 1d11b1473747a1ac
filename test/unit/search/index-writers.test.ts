import { setImmediate } from 'node:timers/promises';
import { withChanges, type SearchChange, type SearchHead } from '../../../lambdas/domain/search/head.ts';
import { packDocuments } from '../../../lambdas/domain/search/packing.ts';
import { addChanges, rebuildIndex, type UpdateDeps } from '../../../lambdas/domain/search/update-index.ts';
import type { SearchDocument } from '../../../lambdas/domain/search/document.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { createMemoryStore, someDocument, type MemoryStore } from '../../support/search-store.ts';

const seed = newSeed();
const random = createRandom(seed);

/** Lets other writers proceed; longer waits let more of them through. */
const sleep = async (ms: number): Promise<void> => {
  for (let turn = 0; turn < ms / 20; turn += 1) await setImmediate();
};
const depsOf = (store: MemoryStore): UpdateDeps => ({ store, sleep, random });
const changeOf = (document: SearchDocument): SearchChange => ({ id: document.id, document });
/** An index with enough items that a few changes do not cause a repack. */
const filled = async (count = 640) => {
  const store = createMemoryStore();
  const documents = Array.from({ length: count }, (_, index) => someDocument({ title: `Old ${index}` }));
  await addChanges(depsOf(store), documents.map(changeOf));
  return { store, documents };
};
const packedOf = (documents: readonly SearchDocument[]) => ({
  packed: packDocuments(documents),
  count: documents.length,
});

/** The control: reads and writes the head without regard to other writers. */
const naiveAdd = async (
  { store }: { readonly store: MemoryStore },
  changes: readonly SearchChange[],
): Promise<void> => {
  const found = await store.readHead();
  const head = found === 'unchanged' ? undefined : found?.head;
  const snapshot = head?.snapshot ?? (await store.addSnapshot(packDocuments([])));
  const next: SearchHead = {
    snapshot,
    count: head?.count ?? 0,
    retired: [],
    changes: [...withChanges(head?.changes ?? [], changes)],
  };
  // Another writer can write in between.
  await store.readSnapshot(snapshot);
  store.overwriteHead(next);
};

/** Retries after too many conflicts, as the stream does. */
const withRetries = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!String(error).includes('Too many conflicts')) throw error;
    await withRetries(work);
  }
};

describe('two concurrent writers of the index', () => {
  /** Each writes its changes one after another. Returns how many of all changes are found in the end. */
  const race = async (store: MemoryStore, write: (changes: readonly SearchChange[]) => Promise<void>) => {
    const [mine, yours] = ['Mine', 'Yours'].map((title) =>
      Array.from({ length: 40 }, (_, index) => someDocument({ title: `${title} ${index}` })),
    );
    const work = async (documents: readonly SearchDocument[] = []): Promise<void> => {
      for (const document of documents) await withRetries(() => write([changeOf(document)]));
    };
    await Promise.all([work(mine), work(yours)]);
    return store.found('mine').length + store.found('yours').length;
  };

  it.each([
    ['a small index, which is repacked each time', 0],
    ['a large index, which only gets changes', 1280],
  ])('lose nothing in %s', async (_what, count) => {
    const { store } = count > 0 ? await filled(count) : { store: createMemoryStore() };
    const found = await race(store, (changes) => addChanges(depsOf(store), changes));
    console.info(`seed ${seed}: ${found} of 80 changes found, ${store.counts.conflicts} writes rejected`);
    expect([seed, found]).toEqual([seed, 80]);
    expect(store.counts.conflicts).toBeGreaterThan(0);
    // Only the current packed index and those that readers may still be loading remain.
    const head = store.head();
    expect([...store.snapshots.keys()].sort()).toEqual([head?.snapshot, ...(head?.retired ?? [])].sort());
  });

  it('would lose some if they wrote unconditionally (control)', async () => {
    const store = createMemoryStore();
    expect(await race(store, (changes) => naiveAdd({ store }, changes))).toBeLessThan(80);
  });

  it('keep the current packed index when the response to its writer was lost', async () => {
    const store = createMemoryStore();
    store.loseResponses(2);
    await addChanges(depsOf(store), [changeOf(someDocument({ title: 'Only once' }))]);
    expect(store.found('only once')).toHaveLength(1);
  });

  it('fail after too many conflicts, so that the stream retries', async () => {
    const { store } = await filled();
    store.beforeEachCall(async () => store.overwriteHead(store.head() as SearchHead));
    await expect(addChanges(depsOf(store), [changeOf(someDocument())])).rejects.toThrow('Too many conflicts');
  });

  it('leave no packed index behind when they fail', async () => {
    const store = createMemoryStore();
    await addChanges(depsOf(store), [changeOf(someDocument())]);
    const before = [...store.snapshots.keys()];
    store.beforeEachCall(async () => store.overwriteHead(store.head() as SearchHead));
    await expect(addChanges(depsOf(store), [changeOf(someDocument())])).rejects.toThrow('Too many conflicts');
    expect([...store.snapshots.keys()]).toEqual(before);
  });
});

describe('a rebuilt index', () => {
  /** An index that missed the renaming of one item and the unpublication of another, and the current table. */
  const withLostChanges = async () => {
    const { store, documents } = await filled();
    const [renamed, unpublished, ...rest] = documents as [SearchDocument, SearchDocument, ...SearchDocument[]];
    const stale = [
      { ...renamed, title: 'stale name' },
      { ...unpublished, title: 'stale copy' },
    ];
    await addChanges(depsOf(store), stale.map(changeOf));
    return { store, table: [{ ...renamed, title: 'newest name' }, ...rest] };
  };

  it('is correct again after lost changes', async () => {
    const { store, table } = await withLostChanges();
    expect(store.head()?.changes).toHaveLength(2);
    await rebuildIndex(depsOf(store), async () => packedOf(table));
    expect([store.found('newest name').length, store.found('stale').length, store.head()?.count]).toEqual([
      1,
      0,
      table.length,
    ]);
  });

  it('would not be correct if it kept the earlier changes (control)', async () => {
    const { store, table } = await withLostChanges();
    store.overwriteHead({ ...(store.head() as SearchHead), snapshot: await store.addSnapshot(packDocuments(table)) });
    expect(store.found('stale').length).toBeGreaterThan(0);
  });

  it('keeps changes that arrive while the table is read', async () => {
    const { store, documents } = await filled();
    const late = someDocument({ title: 'Came late' });
    await rebuildIndex(depsOf(store), async () => {
      await addChanges(depsOf(store), [changeOf(late), { id: documents[0]?.id ?? '', document: null }]);
      return packedOf(documents);
    });
    expect(store.found('came late')).toEqual([late.id]);
    expect(store.found('old 0')).not.toContain(documents[0]?.id);
  });

  it.each([
    ['repacked', 20],
    ['created', 0],
  ])('reads the table again and loses nothing when another writer has %s the index', async (_what, count) => {
    const { store, documents } = count > 0 ? await filled(count) : { store: createMemoryStore(), documents: [] };
    const table = [...documents];
    let readings = 0;
    await rebuildIndex(depsOf(store), async () => {
      const read = packedOf(table);
      readings += 1;
      if (readings > 2) return read;
      const late = someDocument({ title: `Came late ${readings}` });
      table.push(late);
      await addChanges(depsOf(store), [changeOf(late)]);
      return read;
    });
    expect([readings, store.found('came late').length, store.head()?.count]).toEqual([3, 2, table.length]);
  });

  it('fails when other writers repack it every time', async () => {
    const { store, documents } = await filled(20);
    const never = rebuildIndex(depsOf(store), async () => {
      await addChanges(depsOf(store), [changeOf(someDocument())]);
      return packedOf(documents);
    });
    await expect(never).rejects.toThrow('repacked during every read');
  });
});
