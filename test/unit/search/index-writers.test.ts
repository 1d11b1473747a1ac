import { setImmediate } from 'node:timers/promises';
import { withChanges, type SearchChange, type SearchHead } from '../../../lambdas/domain/search/head.ts';
import { packDocuments } from '../../../lambdas/domain/search/packing.ts';
import { addChanges, rebuildIndex, type UpdateDeps } from '../../../lambdas/domain/search/update-index.ts';
import type { SearchDocument } from '../../../lambdas/domain/search/document.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { createMemoryStore, someDocument, type MemoryStore } from '../../support/search-store.ts';

const seed = newSeed();
const random = createRandom(seed);

/** Waits let others pass, more of them the longer they are. */
const sleep = async (ms: number): Promise<void> => {
  for (let turn = 0; turn < ms / 20; turn += 1) await setImmediate();
};
const depsOf = (store: MemoryStore): UpdateDeps => ({ store, sleep, random });
const changeOf = (document: SearchDocument): SearchChange => ({ id: document.id, document });
/** An index with contents enough that some changes do not pack it anew. */
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

/** Reads the head and writes it, as somebody would who is alone: the control. */
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
  // Somebody else may write between the reading and this.
  await store.readSnapshot(snapshot);
  store.overwriteHead(next);
};

/** Does it as the stream does: what gave up because others were always first is told again. */
const told = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!String(error).includes('always first')) throw error;
    await told(work);
  }
};

describe('two writers of the index at once', () => {
  /** Both write their changes one after the other; answers how many of all are found in the end. */
  const race = async (store: MemoryStore, write: (changes: readonly SearchChange[]) => Promise<void>) => {
    const [mine, yours] = ['Mine', 'Yours'].map((title) =>
      Array.from({ length: 40 }, (_, index) => someDocument({ title: `${title} ${index}` })),
    );
    const work = async (documents: readonly SearchDocument[] = []): Promise<void> => {
      for (const document of documents) await told(() => write([changeOf(document)]));
    };
    await Promise.all([work(mine), work(yours)]);
    return store.found('mine').length + store.found('yours').length;
  };

  it.each([
    ['of few contents, which is packed anew each time', 0],
    ['of many, which is told of changes', 1280],
  ])('lose nothing, in an index %s', async (_what, count) => {
    const { store } = count > 0 ? await filled(count) : { store: createMemoryStore() };
    const found = await race(store, (changes) => addChanges(depsOf(store), changes));
    console.info(`seed ${seed}: ${found} of 80 changes found, ${store.counts.refused} heads refused`);
    expect([seed, found]).toEqual([seed, 80]);
    expect(store.counts.refused).toBeGreaterThan(0);
    // Of packed indexes, the one of the head and those that somebody may still be loading.
    const head = store.head();
    expect([...store.snapshots.keys()].sort()).toEqual([head?.snapshot, ...(head?.retired ?? [])].sort());
  });

  it('lose some when they write without asking for what they read: the control', async () => {
    const store = createMemoryStore();
    expect(await race(store, (changes) => naiveAdd({ store }, changes))).toBeLessThan(80);
  });

  it('keep the packed index that the head names when the answer to its writer was lost', async () => {
    const store = createMemoryStore();
    store.loseAnswers(2);
    await addChanges(depsOf(store), [changeOf(someDocument({ title: 'Once told' }))]);
    expect(store.found('once told')).toHaveLength(1);
  });

  it('give up, so that the stream tells them again, when others are always first', async () => {
    const { store } = await filled();
    store.meet(async () => store.overwriteHead(store.head() as SearchHead));
    await expect(addChanges(depsOf(store), [changeOf(someDocument())])).rejects.toThrow('always first');
  });
});

describe('an index that is made anew', () => {
  /** One title was renamed and one taken back, and nobody told the index; then it is made anew from the table. */
  const lose = async () => {
    const { store, documents } = await filled();
    const [renamed, gone, ...rest] = documents as [SearchDocument, SearchDocument, ...SearchDocument[]];
    const stale = [
      { ...renamed, title: 'stale name' },
      { ...gone, title: 'stale copy' },
    ];
    await addChanges(depsOf(store), stale.map(changeOf));
    return { store, table: [{ ...renamed, title: 'newest name' }, ...rest] };
  };

  it('is right again about what news was lost', async () => {
    const { store, table } = await lose();
    expect(store.head()?.changes).toHaveLength(2);
    await rebuildIndex(depsOf(store), async () => packedOf(table));
    expect([store.found('newest name').length, store.found('stale').length, store.head()?.count]).toEqual([
      1,
      0,
      table.length,
    ]);
  });

  it('is not when it keeps every change that was written before: the control', async () => {
    const { store, table } = await lose();
    store.overwriteHead({ ...(store.head() as SearchHead), snapshot: await store.addSnapshot(packDocuments(table)) });
    expect(store.found('stale').length).toBeGreaterThan(0);
  });

  it('keeps the changes that came while the table was read', async () => {
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
    ['packed anew', 20],
    ['made for the first time', 0],
  ])('reads the table again when the index was %s meanwhile, and loses nothing', async (_what, count) => {
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

  it('says so when others never let it through', async () => {
    const { store, documents } = await filled(20);
    const never = rebuildIndex(depsOf(store), async () => {
      await addChanges(depsOf(store), [changeOf(someDocument())]);
      return packedOf(documents);
    });
    await expect(never).rejects.toThrow('packed anew each time');
  });
});
