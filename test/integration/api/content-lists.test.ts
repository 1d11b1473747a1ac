import { ulid } from 'ulid';
import { ContentStatus, ContentType, ConversionStatus } from '../../../lambdas/contract/content/content-shapes.ts';
import { createContentList, type ContentListFilter } from '../../../lambdas/data/content/content-list.ts';
import { createContentRepository } from '../../../lambdas/data/content/content-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { saveContent } from '../../../lambdas/data/content/content-writes.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { editOf } from '../../../lambdas/domain/content/audited.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const by = { actor: { userId: '11111111-2222-4333-8444-555555555555', role: 'admin' as const }, requestId: 'r1' };
const seed = newSeed();
const random = createRandom(seed);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

/** Items of random type, status and conversion status; many titles start alike. */
const stored: readonly Content[] = Array.from({ length: 260 }, (_, index) =>
  someContent({
    id: `cnt_${ulid(index)}`,
    created_at: at(index),
    title: oneOf(['Émile', 'anna', 'Anna #2', 'Zoë', 'жук', '#']) + (index % 3),
    content_type: oneOf(ContentType.options),
    status: oneOf(ContentStatus.options),
    conversion_status: oneOf(ConversionStatus.options),
  }),
);

console.log(`Items from seed ${seed}`);
let db: TestTable;
let list: ReturnType<typeof createContentList>;
let content: ReturnType<typeof createContentRepository>;
beforeAll(async () => {
  db = await startTestTable();
  const deps = { cursors: createCursors(async () => Buffer.alloc(32, 7).toString('base64')), logger: silentLogger };
  [list, content] = [createContentList(db.table, deps), createContentRepository(db.table, deps)];
  for (const item of stored) await db.table.put(contentItem(item));
});
afterAll(() => db.stop());

const collect = async (
  filter: ContentListFilter,
  limit: number,
): Promise<{ readonly items: readonly Content[]; readonly units: readonly number[] }> => {
  const items: Content[] = [];
  const units: number[] = [];
  let cursor: string | undefined;
  do {
    const { result, units: cost } = await db.measure(() => list(filter, { cursor, limit }));
    items.push(...result.items);
    units.push(cost);
    cursor = result.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { items, units };
};

describe("C12: the administrators' list", () => {
  it('shows an item once when its status changes between the queries', async () => {
    const moving = someContent({
      id: `cnt_${ulid(9e9)}`,
      created_at: at(9e6),
      status: 'draft',
      conversion_status: 'pending',
    });
    await db.table.put(contentItem(moving));
    let before: Promise<unknown> = Promise.resolve();
    let matches = 0;
    const queryInOrder: typeof db.table.query = (request) => {
      const result = before.then(async () => {
        const page = await db.table.query(request);
        if (page.items.some(({ pk }) => pk.endsWith(moving.id))) {
          matches += 1;
          await db.table.put(contentItem({ ...moving, conversion_status: 'failed' }));
        }
        return page;
      });
      before = result;
      return result;
    };
    const deps = { cursors: createCursors(async () => Buffer.alloc(32, 7).toString('base64')), logger: silentLogger };
    const { items } = await createContentList({ ...db.table, query: queryInOrder }, deps)(
      { sort: 'newest' },
      { cursor: undefined, limit: 5 },
    );
    expect(matches).toBe(2);
    expect(items.filter(({ id }) => id === moving.id)).toHaveLength(1);
    const { pk, sk } = contentItem(moving);
    await db.table.delete({ pk, sk });
  });

  it.each<Omit<ContentListFilter, 'sort'>>([
    {},
    { content_type: 'music' },
    { status: 'pending' },
    { conversion_status: 'failed' },
    { content_type: 'video', status: 'draft', conversion_status: 'processing' },
  ])('lists exactly the items that match %j, in every order, without duplicates', async (filter) => {
    const expectedIds = stored
      .filter((one) => Object.entries(filter).every(([name, value]) => one[name as keyof Content] === value))
      .map(({ id }) => id);
    const newest = (await collect({ ...filter, sort: 'newest' }, 7)).items.map(({ id }) => id);
    expect(newest).toEqual([...expectedIds].reverse());
    expect((await collect({ ...filter, sort: 'oldest' }, 24)).items.map(({ id }) => id)).toEqual(expectedIds);
    const titles = (await collect({ ...filter, sort: 'title' }, 24)).items;
    expect(titles.map(({ id }) => id).sort()).toEqual([...expectedIds].sort());
    expect((await collect({ ...filter, sort: 'title-desc' }, 24)).items).toEqual([...titles].reverse());
  });

  it('sorts titles without regard to case and accents', async () => {
    const { items } = await collect({ sort: 'title' }, 100);
    const order = items.map(({ title }) => title.replace(/\d+$/, ''));
    const first = (word: string): number => order.indexOf(word);
    expect(first('anna')).toBeLessThan(first('Émile'));
    expect(first('Émile')).toBeLessThan(first('Zoë'));
    expect(first('Zoë')).toBeLessThan(first('жук'));
  });

  it('lists titles in every script once each, wherever pages end', async () => {
    // Titles that JavaScript and the table sort differently, and a character that the key would cut in two.
    const titles = [
      '🎵 Live',
      '\uFFFDcole',
      '\uFFFDx',
      '🎸',
      '🎵 Live',
      `${'a'.repeat(59)}😀 end`,
      '日本語',
      '한국어',
      '|',
      '𝔘nicode',
    ];
    const made = titles.map((title, index) =>
      someContent({
        id: `cnt_${ulid(index)}`,
        title,
        content_type: ContentType.options[index % 2] ?? 'music',
        status: 'pending',
        conversion_status: index % 3 === 0 ? 'failed' : 'completed',
      }),
    );
    const filter = { status: 'pending', sort: 'title' } as const;
    const others = stored.filter(({ status }) => status === 'pending').length;
    for (const item of made) await db.table.put(contentItem(item));
    for (const limit of [1, 2, 3, 7]) {
      const found = (await collect(filter, limit)).items;
      expect([limit, found.length, new Set(found.map(({ id }) => id)).size]).toEqual([
        limit,
        others + made.length,
        others + made.length,
      ]);
      expect((await collect({ ...filter, sort: 'title-desc' }, limit)).items.map(({ id }) => id)).toEqual(
        found.map(({ id }) => id).reverse(),
      );
    }
    for (const one of made) await db.table.delete({ pk: contentItem(one).pk, sk: 'META' });
  });

  it('costs no more for the last full page than for the first', async () => {
    const { units } = await collect({ content_type: 'video', sort: 'newest' }, 10);
    expect(units.length).toBeGreaterThan(5);
    for (const cost of units.slice(0, -1)) expect(cost).toBeLessThanOrEqual(units[0] ?? 0);
  });

  it('rejects a cursor of another order or filter', async () => {
    const { next_cursor: cursor } = await list({ sort: 'newest' }, { cursor: undefined, limit: 3 });
    for (const filter of [{ sort: 'title' }, { sort: 'newest', status: 'draft' }] as const) {
      await expect(list(filter, { cursor: cursor ?? '', limit: 3 })).rejects.toMatchObject({ code: 'invalid_cursor' });
    }
  });
});

describe('an edit during a conversion', () => {
  it('keeps the status that the conversion reached meanwhile, and lists the item under it', async () => {
    const read = someContent({ status: 'draft', conversion_status: 'processing', created_at: at(10_000) });
    // The conversion finished after the edit had read the item.
    await db.table.put(contentItem({ ...read, conversion_status: 'completed', conversion_progress: 100 }));
    const after = { ...read, title: 'Edited', revision: 2 };
    const saved = await content.saveEdit(read, after, editOf(by, read, after));
    expect(saved).toMatchObject({ title: 'Edited', conversion_status: 'completed', revision: 2 });
    const listed = async (conversion_status: 'processing' | 'completed') =>
      (await list({ status: 'draft', conversion_status, sort: 'newest' }, { cursor: undefined, limit: 1 })).items[0]
        ?.id;
    expect(await listed('completed')).toBe(read.id);
    expect(await listed('processing')).not.toBe(read.id);
  });

  it('counts an item once in its category, and rejects a category that does not exist', async () => {
    const category = { pk: 'CATEGORY', sk: `CATEGORY#cat_${ulid()}` };
    const id = category.sk.slice('CATEGORY#'.length);
    await db.table.put({ ...category, type: 'CATEGORY', v: 1, id, name: 'Films', slug: 'films' });
    const count = async () => (await db.table.get(category, { consistent: true }))?.['content_count'];
    const one = someContent();
    await db.table.put(contentItem(one));
    const filed = { ...one, category_id: id, category_name: 'Films', revision: 2 };
    await saveContent(db.table, one, filed, { more: [] });
    expect(await count()).toBe(1);
    await saveContent(db.table, filed, { ...filed, title: 'x', revision: 3 }, { more: [] });
    expect(await count()).toBe(1);
    await content.markDeleted(one.id, at(1), (found) => editOf(by, found, found));
    expect(await count()).toBe(0);
    const other = someContent();
    await db.table.put(contentItem(other));
    await expect(
      saveContent(db.table, other, { ...other, category_id: `cat_${ulid()}`, revision: 2 }, { more: [] }),
    ).rejects.toMatchObject({ code: 'category_not_found' });
  });
});
