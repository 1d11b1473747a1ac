import { ulid } from 'ulid';
import { duePacking, type SearchChange } from '../../../lambdas/domain/search/head.ts';
import { createLayeredIndex, documentsOfLayers, layerOf } from '../../../lambdas/domain/search/layered-index.ts';
import { addChanges, rebuildIndex, type UpdateDeps } from '../../../lambdas/domain/search/update-index.ts';
import type { SearchDocument } from '../../../lambdas/domain/search/document.ts';
import { openParts, packDocuments, unpackDocuments } from '../../../lambdas/domain/search/packing.ts';
import { createSentenceIndex } from '../../../lambdas/domain/search/speech/sentence-index.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { createMemoryStore } from '../../support/search-store.ts';

const seed = newSeed();
const random = createRandom(seed);
const int = (below: number): number => Math.floor(random() * below);
const pick = <T>(values: readonly T[]): T => values[int(values.length)] as T;

const words = [
  'the',
  'them',
  'and',
  'sun',
  'sunny',
  'moon',
  'harbor',
  'harbour',
  'over',
  'quiet',
  'zebra',
  '雪',
  '夜空',
];
const sentence = (): string => Array.from({ length: 1 + int(6) }, () => pick(words)).join(' ');

const ids = Array.from({ length: 40 }, (_, index) => `cnt_${ulid(1_700_000_000_000 + index)}`);

/** The documents of a content item with a random number of random sentences. */
const group = (id: string): readonly SearchDocument[] =>
  Array.from({ length: int(8) }, (_, index) => ({
    id: `${id}s${String(99_999 - index)}`,
    title: sentence(),
    artist: '',
    tags: '',
    category: '',
    category_id: int(2) ? 'cat_1' : null,
    content_type: int(2) ? 'video' : 'music',
    is_public: int(4) > 0,
  }));
const changeOf = (id: string): SearchChange => ({ id, documents: [...group(id)] });
const expectedOf = (changes: readonly SearchChange[]): readonly SearchDocument[] => {
  const latest = new Map(changes.map((change) => [change.id, change]));
  return [...latest.values()].flatMap((change) => ('documents' in change ? change.documents : []));
};
const byId = (documents: readonly SearchDocument[]): readonly SearchDocument[] =>
  [...documents].sort((a, b) => (a.id < b.id ? 1 : -1));

describe('layers of content items with several documents', () => {
  it('have the documents and the results of one packed index, after random edits', () => {
    let hits = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      const [first, second, third] = [ids, ids.filter(() => int(3) === 0), ids.filter(() => int(4) === 0)].map((some) =>
        some.map(changeOf),
      ) as [SearchChange[], SearchChange[], SearchChange[]];
      const layers = [
        { parts: layerOf(first).parts, ids: [] },
        layerOf(second),
        ...(third.length > 0 ? [layerOf(third)] : []),
      ];
      const expected = expectedOf([...first, ...second, ...third]);
      expect([seed, byId(documentsOfLayers(layers))]).toEqual([seed, byId(expected)]);
      const layered = createLayeredIndex(layers, createSentenceIndex);
      const packed = createLayeredIndex([{ parts: openParts(packDocuments(expected)), ids: [] }], createSentenceIndex);
      expect(layered.size).toBe(expected.length);
      for (const text of [sentence(), pick(words), 'sun', 'harbro', 'th', '夜', pick(words).slice(0, 3)]) {
        const query = { text, publicOnly: int(2) > 0, ...(int(3) ? {} : { contentType: 'video' as const }) };
        const found = layered.search(query);
        expect([seed, query, found]).toEqual([seed, query, packed.search(query)]);
        hits += found.length;
      }
    }
    expect(hits).toBeGreaterThan(1000);
  });

  it('keep ids of any length that start with a content id, and only those', () => {
    const documents = byId(ids.flatMap(group));
    expect(unpackDocuments(openParts(packDocuments(documents)))).toEqual(documents);
    const [some] = documents;
    if (!some) throw new Error('No document');
    expect(() => packDocuments([some, { ...some, id: `${some.id}0` }])).toThrow('Not an id');
    expect(() => packDocuments([{ ...some, id: 'cnt_1' }])).toThrow('Not an id');
  });
});

describe('a large content item', () => {
  const deps = (store: ReturnType<typeof createMemoryStore>): UpdateDeps => ({
    store,
    sleep: async () => undefined,
    random,
  });
  const long = (id: string, count: number, text: string): SearchChange => ({
    id,
    documents: Array.from({ length: count }, (_, index) => ({
      id: `${id}s${String(99_999 - index)}`,
      title: `${text} ${'and so on '.repeat(8)}${index}`,
      artist: '',
      tags: '',
      category: '',
      category_id: null,
      content_type: 'video',
      is_public: true,
    })),
  });
  const [giant, ...small] = ids as [string, ...string[]];
  const bytesOfHead = (store: ReturnType<typeof createMemoryStore>): number => JSON.stringify(store.head()).length;

  it('goes to an index of its own, so that the head stays small and the large index is not packed again', async () => {
    const store = createMemoryStore();
    // Only its count says that the large index is large.
    const snapshot = await store.addSnapshot(packDocuments(group(ids[1] ?? '')));
    store.overwriteHead({ snapshot, count: 1_000_000, changes: [], retired: [] });
    const before = store.head()?.snapshot;
    for (const text of ['first', 'second', 'third']) {
      await addChanges(deps(store), [long(giant, 6000, text)]);
      expect(bytesOfHead(store)).toBeLessThan(1000);
      expect(store.head()).toMatchObject({ snapshot: before, recent: { count: 6000, ids: [giant] }, changes: [] });
      expect(store.found(text, createSentenceIndex)).toHaveLength(50);
    }
    expect(store.found('first', createSentenceIndex)).toEqual([]);
    // The current ones, and the one that readers may still be loading.
    expect(store.snapshots.size).toBe(3);
    for (const id of small.slice(0, 2)) await addChanges(deps(store), [long(id, 3, 'short')]);
    expect(store.head()?.changes).toHaveLength(2);
    expect(store.found('short', createSentenceIndex)).toHaveLength(6);
    await addChanges(deps(store), [{ id: giant, documents: [] }]);
    expect(store.found('third', createSentenceIndex)).toEqual([]);
  });

  it('is packed with everything when that costs as much', () => {
    const change = long(giant, 6000, 'first');
    expect(duePacking({ count: 100_000 }, [change])).toBe('all');
    expect(duePacking({ count: 400_000 }, [change])).toBe('recent');
    expect(duePacking({ count: 400_000, recent: { snapshot: 'a', count: 300, ids: [] } }, [change])).toBe('all');
    expect(duePacking({ count: 400_000 }, [long(giant, 60, 'first')])).toBeUndefined();
    expect(
      duePacking(
        { count: 640 },
        ids.slice(0, 10).map((id) => ({ id, document: null })),
      ),
    ).toBeUndefined();
    expect(
      duePacking(
        { count: 640 },
        ids.slice(0, 11).map((id) => ({ id, document: null })),
      ),
    ).toBe('all');
  });

  it('is rebuilt without the changes from before', async () => {
    const store = createMemoryStore();
    await addChanges(deps(store), [long(giant, 10, 'stale')]);
    const { documents } = long(giant, 10, 'right') as { documents: SearchDocument[] };
    await rebuildIndex(deps(store), async () => ({ packed: packDocuments(documents), count: documents.length }));
    expect([
      store.found('stale', createSentenceIndex).length,
      store.found('right', createSentenceIndex).length,
    ]).toEqual([0, 10]);
  });
});
