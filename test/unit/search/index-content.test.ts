import { setImmediate } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { domainEventsOf } from '../../../lambdas/domain/changes/domain-events.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { documentOf } from '../../../lambdas/domain/search/document.ts';
import { addChanges } from '../../../lambdas/domain/search/update-index.ts';
import { batchTogether } from '../../../lambdas/platform/messages/batch.ts';
import { indexContent, type IndexDeps } from '../../../lambdas/workers/search-index/index-content.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { createMemoryStore, someDocument, type MemoryStore } from '../../support/search-store.ts';

const seed = newSeed();
const random = createRandom(seed);
const int = (below: number): number => Math.floor(random() * below);
/** Lets other workers run, between none and three times. */
const yieldTurns = async (): Promise<void> => {
  for (let turns = int(4); turns > 0; turns -= 1) await Promise.resolve();
};

/** Waits one turn of the event loop for each millisecond of a back-off. */
const sleep = async (ms: number): Promise<void> => {
  for (let turns = Math.ceil(ms); turns > 0; turns -= 1) await setImmediate();
};
const updateDeps = (store: MemoryStore) => ({ store, random, sleep });

/** The worker over a table in memory; `onRead` runs after each reading of it. */
const world = (onRead: () => Promise<void> = yieldTurns) => {
  const table = new Map<string, Content>();
  const [published, staff] = [createMemoryStore(), createMemoryStore()];
  const deps: IndexDeps = {
    content: {
      async getMany(ids) {
        const found = new Map(ids.flatMap((id) => (table.has(id) ? [[id, table.get(id) as Content] as const] : [])));
        await onRead();
        return found;
      },
    },
    indexes: [
      { ...updateDeps(published), audience: 'published' },
      { ...updateDeps(staff), audience: 'staff' },
    ],
    logger: silentLogger,
  };
  return { table, published, staff, deps };
};

const idsWith = (table: ReadonlyMap<string, Content>, status: string): readonly string[] =>
  [...table.values()]
    .filter((content) => content.status === status)
    .map(({ id }) => id)
    .sort();

/** Published items that are not found by their own title. */
const lostIn = (table: ReadonlyMap<string, Content>, store: MemoryStore): readonly string[] =>
  [...table.values()]
    .filter(({ status }) => status === 'published')
    .flatMap(({ id, title }) => (store.found(title).includes(id) ? [] : [`${id} ${title}`]));

describe('the search index', () => {
  it('ends like the table after duplicated, late and shuffled events and concurrent workers', async () => {
    console.info(`seed ${seed}`);
    for (let round = 0; round < 10; round += 1) {
      const { table, published, staff, deps } = world();
      const ids = Array.from({ length: 20 }, () => someContent().id);
      const events: string[] = [];
      // As many workers at a time as the queue allows (`maxConcurrency`), and one more.
      const running = new Set<Promise<void>>();
      for (let step = 0; step < 160; step += 1) {
        const id = ids[int(ids.length)] ?? '';
        const before = table.get(id);
        const status = int(3) > 0 ? 'published' : 'draft';
        if (before && int(6) === 0) table.delete(id);
        else table.set(id, someContent({ ...before, id, title: `Title ${int(1000)}`, status }));
        events.push(...Array.from({ length: 1 + int(2) }, () => id));
        if (int(3) > 0) continue;
        const batch = Array.from({ length: 1 + int(5) }, () => events.splice(int(events.length), 1)[0]);
        const known = batch.filter((one) => one !== undefined);
        const worker: Promise<void> = indexContent(deps, known).finally(() => running.delete(worker));
        running.add(worker);
        if (running.size > 2) await Promise.race(running);
        await yieldTurns();
      }
      await Promise.all(running);
      if (events.length > 0) await indexContent(deps, events);
      expect([seed, round, [...published.found('title')].sort()]).toEqual([seed, round, idsWith(table, 'published')]);
      expect([seed, round, [...staff.found('title')].sort()]).toEqual([seed, round, idsWith(table, 'draft')]);
      expect([seed, round, lostIn(table, published)]).toEqual([seed, round, []]);
    }
  });

  it('keeps the newer title when a slower worker writes an older one', async () => {
    let reads = 0;
    const { table, published, deps } = world(async () => {
      reads += 1;
      if (reads > 1) return;
      table.set(film.id, { ...film, title: 'Newer' });
      await indexContent(deps, [film.id]);
    });
    const film = someContent({ title: 'Older' });
    table.set(film.id, film);
    await indexContent(deps, [film.id]);
    expect([published.found('newer'), published.found('older')]).toEqual([[film.id], []]);
  });

  it('would keep the older title if the slower worker did not read again (control)', async () => {
    const { table, published, deps } = world();
    const film = someContent({ title: 'Older' });
    const older = documentOf(film);
    table.set(film.id, { ...film, title: 'Newer' });
    await indexContent(deps, [film.id]);
    await addChanges(updateDeps(published), [{ id: film.id, document: older ?? null }]);
    expect(published.found('older')).toEqual([film.id]);
  });

  it('finds an item twice when changes are only appended (control)', async () => {
    const { table, published, deps } = world();
    const [other, film] = [someContent(), someDocument({ title: 'Title' })];
    table.set(other.id, other);
    await indexContent(deps, [other.id]);
    const append = (document: typeof film | null): void => {
      const head = published.head();
      if (head) published.overwriteHead({ ...head, changes: [...head.changes, { id: film.id, document }] });
    };
    append(film);
    append(film);
    expect(published.found('title')).toEqual([film.id, film.id]);
    append(null);
    expect(published.found('title')).toContain(film.id);
  });

  it('is not updated for changes that do not affect search results', () => {
    const film = someContent();
    const after = { ...film, view_count: 9, conversion_progress: 50, revision: 7 };
    const aspects = (before: Content | undefined, now: Content | undefined) =>
      domainEventsOf(before && contentItem(before), now && contentItem(now)).flatMap((event) =>
        event.type === 'ContentChanged.v1' ? event.detail.aspects : [],
      );
    expect(aspects(film, after)).not.toContain('search');
    expect(aspects(film, { ...film, title: 'Another' })).toContain('search');
    expect(aspects(undefined, someContent({ status: 'draft' }))).toContain('search');
    expect(aspects(film, undefined)).toContain('search');
  });

  it('does not change for a corrupt item, but reports that change', () => {
    const broken = { type: 'CONTENT', id: 'cnt_1', status: 'published' };
    expect(domainEventsOf(undefined, broken)).toContainEqual({
      type: 'ContentChanged.v1',
      detail: { contentId: 'cnt_1', aspects: expect.arrayContaining(['search']) as unknown },
    });
  });
});

describe('a batch that is processed together', () => {
  const eventOf = (bodies: readonly string[]): SQSEvent =>
    ({ Records: bodies.map((body, index) => ({ messageId: `m${index}`, body })) }) as unknown as SQSEvent;
  const parse = (body: unknown): number => {
    if (typeof body !== 'number') throw new Error('Not a number');
    return body;
  };
  const failedOf = async (bodies: readonly string[], handleAll: (all: readonly number[]) => Promise<void>) =>
    (await batchTogether(parse, handleAll, silentLogger)(eventOf(bodies))).batchItemFailures.map(
      ({ itemIdentifier }) => itemIdentifier,
    );

  it('is retried as a whole when it fails', async () => {
    const fails = async () => {
      throw new Error('Slow Down');
    };
    expect(await failedOf(['1', '2'], fails)).toEqual(['m0', 'm1']);
  });

  it('processes the others when one message cannot be parsed', async () => {
    const seen: (readonly number[])[] = [];
    expect(await failedOf(['1', '"x"', 'no JSON', '2'], async (all) => void seen.push(all))).toEqual(['m1', 'm2']);
    expect(seen).toEqual([[1, 2]]);
  });
});
