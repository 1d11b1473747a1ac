import { silentLogger, type Logger } from '../../../lambdas/domain/logger.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { indexChanges, type IndexDeps } from '../../../lambdas/workers/search-index/index-changes.ts';
import type { TableChange } from '../../../lambdas/platform/stream.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { createMemoryStore, someDocument, type MemoryStore } from '../../support/search-store.ts';

const seed = newSeed();
const random = createRandom(seed);
const int = (below: number): number => Math.floor(random() * below);

const depsOf = (
  store: MemoryStore,
  audience: IndexDeps['audience'] = 'everybody',
  logger: Logger = silentLogger,
): IndexDeps => ({ store, audience, logger, random, sleep: async () => undefined });

let number = 0;
const changed = (before: Content | undefined, after: Content | undefined): TableChange => ({
  id: `event-${(number += 1)}`,
  before: before && contentItem(before),
  after: after && contentItem(after),
});

/** What happened to contents of a shard of the stream, in its order, and what stands in the table in the end. */
const history = (contents: number, steps: number) => {
  const table = new Map<string, Content>();
  const told: TableChange[] = [];
  const ids = Array.from({ length: contents }, () => someContent().id);
  for (let step = 0; step < steps; step += 1) {
    const id = ids[int(ids.length)] ?? '';
    const before = table.get(id);
    const after =
      before && int(6) === 0
        ? undefined
        : someContent({ ...before, id, title: `Title ${int(1000)}`, status: int(3) > 0 ? 'published' : 'draft' });
    if (after) table.set(id, after);
    else table.delete(id);
    told.push(changed(before, after));
  }
  return { told, table };
};
const idsWith = (tables: readonly ReadonlyMap<string, Content>[], status: string): readonly string[] =>
  tables
    .flatMap((table) => [...table.values()].filter((content) => content.status === status).map(({ id }) => id))
    .sort();
/** Titles as the index has them. */
const titlesIn = (tables: readonly ReadonlyMap<string, Content>[], store: MemoryStore): readonly string[] =>
  tables.flatMap((table) =>
    [...table.values()]
      .filter(({ status }) => status === 'published')
      .flatMap(({ id, title }) => (store.found(title).includes(id) ? [] : [`${id} ${title}`])),
  );

describe('news of the stream', () => {
  it('that come again from an earlier place, and from two shards in any order, leave the index as the table is', async () => {
    console.info(`seed ${seed}`);
    for (let turn = 0; turn < 10; turn += 1) {
      const [store, staff] = [createMemoryStore(), createMemoryStore()];
      const shards = [history(12, 80), history(12, 80)];
      let again = 0;
      const places = shards.map(() => 0);
      for (;;) {
        const open = shards.flatMap(({ told }, shard) => ((places[shard] ?? 0) < told.length ? [shard] : []));
        const shard = open[int(open.length)];
        if (shard === undefined) break;
        const from = places[shard] ?? 0;
        const batch = shards[shard]?.told.slice(from, from + 1 + int(10)) ?? [];
        for (const [audience, of] of [
          ['everybody', store],
          ['staff', staff],
        ] as const)
          expect(await indexChanges(depsOf(of, audience), batch)).toEqual(new Set());
        // Worked, but the word of it was lost: the reader begins again somewhere before.
        const isLost = int(4) === 0 && again < 40;
        again += Number(isLost);
        places[shard] = isLost ? int(from + 1) : from + batch.length;
      }
      const tables = shards.map(({ table }) => table);
      expect([seed, turn, [...store.found('title')].sort()]).toEqual([seed, turn, idsWith(tables, 'published')]);
      expect([seed, turn, [...staff.found('title')].sort()]).toEqual([seed, turn, idsWith(tables, 'draft')]);
      expect([seed, turn, titlesIn(tables, store)]).toEqual([seed, turn, []]);
      expect(again).toBeGreaterThan(0);
    }
  });

  it('that are only added to those before find a content twice, and after it was taken back: the control', async () => {
    const store = createMemoryStore();
    const film = someDocument({ title: 'Title' });
    await indexChanges(depsOf(store), [changed(undefined, someContent())]);
    const add = (document: typeof film | null): void => {
      const head = store.head();
      if (head) store.overwriteHead({ ...head, changes: [...head.changes, { id: film.id, document }] });
    };
    add(film);
    add(film);
    expect(store.found('title')).toEqual([film.id, film.id]);
    add(null);
    expect(store.found('title')).toContain(film.id);
  });

  it('write nothing when nobody would find anything else', async () => {
    const store = createMemoryStore();
    const film = someContent();
    await indexChanges(depsOf(store), [changed(undefined, film)]);
    const before = { ...store.counts };
    await indexChanges(depsOf(store), [
      changed(film, { ...film, view_count: 9, conversion_progress: 50, revision: 7 }),
      changed(undefined, someContent({ status: 'draft' })),
    ]);
    expect(store.counts).toEqual(before);
  });

  it('are all told again when the index cannot be written, and are there after that', async () => {
    const store = createMemoryStore();
    const news = [
      changed(undefined, someContent({ title: 'Title one' })),
      changed(undefined, someContent({ title: 'Title two' })),
    ];
    store.meet(async () => {
      throw new Error('Slow Down');
    });
    const said: string[] = [];
    expect(
      await indexChanges(
        depsOf(store, 'everybody', { ...silentLogger, error: (message) => void said.push(message) }),
        news,
      ),
    ).toEqual(new Set(news));
    expect(said).toEqual(['Changes are not in the search index']);
    store.meet();
    expect(await indexChanges(depsOf(store), news)).toEqual(new Set());
    expect(store.found('title')).toHaveLength(2);
  });

  it('of a corrupt content hold up no other', async () => {
    const store = createMemoryStore();
    const said: string[] = [];
    const news = [
      { id: 'event-x', before: undefined, after: { id: 'cnt_1', status: 'published' } },
      changed(undefined, someContent({ title: 'Title' })),
    ];
    expect(
      await indexChanges(
        depsOf(store, 'everybody', { ...silentLogger, error: (message) => void said.push(message) }),
        news,
      ),
    ).toEqual(new Set());
    expect([store.found('title').length, said]).toEqual([1, ['A corrupt content is not in the search index']]);
  });
});
