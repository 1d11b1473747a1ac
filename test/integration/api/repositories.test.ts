import { randomBytes, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { createCategoryRepository } from '../../../lambdas/data/content/category-repository.ts';
import { createContentRepository } from '../../../lambdas/data/content/content-repository.ts';
import { createCreatorRepository } from '../../../lambdas/data/content/creator-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createHistoryRepository } from '../../../lambdas/data/history/history-repository.ts';
import { createProfileRepository } from '../../../lambdas/data/people/profile-repository.ts';
import { createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { createStepRepository, stepEntity } from '../../../lambdas/data/pipeline/step-repository.ts';
import type { ItemKey } from '../../../lambdas/data/table/entity.ts';
import { ConditionFailed } from '../../../lambdas/data/table/errors.ts';
import { ORGANIZATION_CREATOR } from '../../../lambdas/domain/creators/organization.ts';
import { historyEntry } from '../../../lambdas/domain/history/entry.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { newStepRun, type StepRun } from '../../../lambdas/domain/pipeline/step-run.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';
import { deletionOf, editOf } from '../../../lambdas/domain/content/audited.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const secret = randomBytes(32).toString('base64');
const cursors = createCursors(async () => secret);
const deps = { cursors, logger: silentLogger };
const by = { actor: { userId: '11111111-2222-4333-8444-555555555555', role: 'admin' as const }, requestId: 'r1' };
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

describe('content', () => {
  const category = { id: `cat_${ulid()}`, name: 'Short films' };
  const published = Array.from({ length: 60 }, (_, index) =>
    someContent({
      title: `A title of an ordinary length, number ${index}`,
      created_at: at(index),
      content_type: index % 3 === 0 ? 'music' : 'video',
      category_id: index % 2 === 0 ? category.id : null,
      category_name: index % 2 === 0 ? category.name : null,
      is_publicly_accessible: index % 5 !== 0,
    }),
  );
  let content: ReturnType<typeof createContentRepository>;

  beforeAll(async () => {
    content = createContentRepository(db.table, deps);
    for (const item of [...published, someDraft({ created_at: at(100) })]) await db.table.put(contentItem(item));
  });

  it('C2: pages the feed newest first, 24 items for at most 2.5 units and one call, on every page', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { result, calls, units } = await db.measure(() => content.listPublished({}, { cursor, limit: 24 }));
      expect(calls).toEqual(['Query']);
      expect(units).toBeLessThanOrEqual(2.5);
      seen.push(...result.items.map(({ id }) => id));
      cursor = result.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(published.map(({ id }) => id).reverse());
  });

  it('C3, C4: lists by type, by category and by both, completely and without duplicates', async () => {
    const collect = async (filter: Parameters<typeof content.listPublished>[0]): Promise<string[]> => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await content.listPublished(filter, { cursor, limit: 7 });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return ids;
    };
    const idsWhere = (keep: (index: number) => boolean) =>
      published
        .filter((_, index) => keep(index))
        .map(({ id }) => id)
        .reverse();
    expect(await collect({ public_only: true })).toEqual(idsWhere((index) => index % 5 !== 0));
    expect(await collect({ public_only: true, category_id: category.id, content_type: 'music' })).toEqual(
      idsWhere((index) => index % 5 !== 0 && index % 6 === 0),
    );
    expect(await collect({ content_type: 'music' })).toEqual(idsWhere((index) => index % 3 === 0));
    expect(await collect({ category_id: category.id })).toEqual(idsWhere((index) => index % 2 === 0));
    expect(await collect({ category_id: category.id, content_type: 'music' })).toEqual(
      idsWhere((index) => index % 6 === 0),
    );
  });

  it('rejects a cursor of another list or filter, and a tampered one', async () => {
    const { next_cursor: cursor } = await content.listPublished(
      { content_type: 'video' },
      { cursor: undefined, limit: 5 },
    );
    if (!cursor) throw new Error('expected a next page');
    const flipped = `${cursor.slice(0, 60)}${cursor[60] === 'A' ? 'B' : 'A'}${cursor.slice(61)}`;
    for (const attempt of [
      () => content.listPublished({}, { cursor, limit: 5 }),
      () => content.listPublished({ content_type: 'music' }, { cursor, limit: 5 }),
      () => content.listAll({ cursor, limit: 5 }),
      () => content.listPublished({ content_type: 'video' }, { cursor: flipped, limit: 5 }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'invalid_cursor' });
    }
  });

  it('C1: reads one item for at most 1 unit', async () => {
    const { units, calls, result } = await db.measure(() => content.get(published[0]?.id ?? ''));
    expect(result).toEqual(published[0]);
    expect(calls).toEqual(['GetItem']);
    expect(units).toBeLessThanOrEqual(1);
  });

  it('C5: lists items of every status to administrators by creation time, in both directions', async () => {
    const all = await content.listAll({ cursor: undefined, limit: 100 });
    expect(all.items).toHaveLength(61);
    expect(all.items[0]?.status).toBe('draft');
    expect((await content.listAll({ cursor: undefined, limit: 100 }, 'oldest')).items).toEqual(
      [...all.items].reverse(),
    );
  });

  it('leaves a corrupt item out of a list', async () => {
    await db.table.put({ ...contentItem(someContent({ created_at: at(500) })), title: 7 });
    const { items } = await content.listPublished({}, { cursor: undefined, limit: 24 });
    expect(items).toHaveLength(23);
  });

  it('C6: an edit at an old revision fails, and an edit that publishes adds the item to the lists', async () => {
    const draft = someDraft({ created_at: at(2000), category_id: category.id, category_name: category.name });
    await db.table.put(contentItem(draft));
    const after = { ...draft, status: 'published' as const, revision: 2, published_at: at(2001) };
    await content.saveEdit(draft, after, editOf(by, draft, after));
    await expect(content.saveEdit(draft, { ...draft, title: 'lost' }, editOf(by, draft, after))).rejects.toBeInstanceOf(
      ConditionFailed,
    );
    expect(
      (await content.listPublished({ category_id: category.id }, { cursor: undefined, limit: 1 })).items[0]?.id,
    ).toBe(draft.id);
    await content.saveEdit(
      after,
      { ...after, status: 'draft', revision: 3, published_at: null },
      editOf(by, after, draft),
    );
    expect((await content.listPublished({}, { cursor: undefined, limit: 1 })).items.map(({ id }) => id)).not.toContain(
      draft.id,
    );
  });

  it('C6, C8: each act adds one entry to the audit log, and a failed or repeated act none', async () => {
    const draft = someDraft();
    await db.table.put(contentItem(draft));
    const entries = async () => {
      const { items } = await db.table.query({
        partition: `AUDIT#${at(0).slice(0, 7)}`,
        limit: 1000,
        descending: false,
        consistent: true,
      });
      return items
        .filter(({ target_id }) => target_id === draft.id)
        .map(({ action, before, after }) => ({ action, before, after }));
    };
    const edited = { ...draft, title: 'New', tags: ['a', 'b'], revision: 2, updated_at: at(1) };
    await content.saveEdit(draft, edited, editOf(by, draft, edited));
    await expect(content.saveEdit(draft, edited, editOf(by, draft, edited))).rejects.toBeInstanceOf(ConditionFailed);
    await content.markDeleted(draft.id, at(2), (found) => deletionOf(by, found));
    await content.markDeleted(draft.id, at(3), (found) => deletionOf(by, found));
    expect(await entries()).toEqual([
      {
        action: 'content.edited',
        before: { title: draft.title, tags: draft.tags },
        after: { title: 'New', tags: ['a', 'b'] },
      },
      { action: 'content.deleted', before: expect.objectContaining({ title: 'New' }), after: null },
    ]);
  });

  it('C6: an edit keeps concurrent changes of the conversion and the view count', async () => {
    const draft = someDraft();
    await db.table.put(contentItem(draft));
    await db.table.update(
      { pk: `CONTENT#${draft.id}`, sk: 'META' },
      { set: { conversion_progress: 42 }, add: { view_count: 3 } },
    );
    await content.saveEdit(
      draft,
      { ...draft, title: 'New', revision: 2 },
      editOf(by, draft, { ...draft, title: 'New' }),
    );
    expect(await content.get(draft.id)).toMatchObject({ title: 'New', conversion_progress: 42, view_count: 3 });
  });

  it('C8, C9: a deletion hides the item at once from everyone but staff, and is idempotent', async () => {
    const doomed = someContent({ created_at: at(3000) });
    await db.table.put(contentItem(doomed));
    const marked = await content.markDeleted(doomed.id, at(3001), (found) => deletionOf(by, found));
    expect(marked?.deleted_at).toBe(at(3001));
    expect((await content.markDeleted(doomed.id, at(3002), (found) => deletionOf(by, found)))?.deleted_at).toBe(
      at(3001),
    );
    expect((await content.listPublished({}, { cursor: undefined, limit: 5 })).items.map(({ id }) => id)).not.toContain(
      doomed.id,
    );
    expect((await content.listAll({ cursor: undefined, limit: 5 })).items.map(({ id }) => id)).toContain(doomed.id);
    if (marked) await content.markRemovalRequested(marked, at(3003));
    expect((await content.listAll({ cursor: undefined, limit: 5 })).items.map(({ id }) => id)).not.toContain(doomed.id);
    expect(await content.markDeleted(`cnt_${ulid()}`, at(1), (found) => deletionOf(by, found))).toBeUndefined();
  });
});

describe('people', () => {
  it('A20: reads rights for half a unit', async () => {
    const rights = createRightsRepository(db.table);
    const id = randomUUID();
    expect(await rights.read(id)).toBeUndefined();
    await rights.createIfMissing(id);
    const { result, units } = await db.measure(() => rights.read(id));
    expect(result).toEqual({ user_id: id, role: 'user', disabled: false });
    expect(units).toBe(0.5);
  });

  it('A3: makes one of twenty concurrent first administrators; more need an explicit request', async () => {
    const rights = createRightsRepository(db.table);
    const people = Array.from({ length: 20 }, () => randomUUID());
    const outcomes = await Promise.allSettled(people.map((id) => rights.grantAdmin(id, { another: false })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rights.countAdmins()).toBe(1);
    const [first, second] = [people[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '', randomUUID()];
    await rights.grantAdmin(first, { another: false });
    await rights.createIfMissing(second);
    await rights.grantAdmin(second, { another: true });
    await rights.grantAdmin(second, { another: true });
    expect(await rights.countAdmins()).toBe(2);
    expect((await rights.read(second))?.role).toBe('admin');
  });

  it('A5: keeps an existing profile, and completes one that was created without an address', async () => {
    const profiles = createProfileRepository(db.table);
    const id = randomUUID();
    const healed = { id, email: '', full_name: '', created_at: at(0) };
    expect(await profiles.createIfMissing(healed)).toBe(true);
    expect(await profiles.createIfMissing(healed)).toBe(false);
    expect(await profiles.createIfMissing({ ...healed, email: 'ann@example.org', full_name: 'Ann' })).toBe(true);
    expect(await profiles.createIfMissing({ ...healed, email: 'eve@example.org' })).toBe(false);
    expect(await profiles.rename(id, 'Anna')).toEqual({
      id,
      email: 'ann@example.org',
      full_name: 'Anna',
      created_at: at(0),
    });
    expect(await profiles.rename(randomUUID(), 'Unknown')).toBeUndefined();
  });
});

describe('categories and creators', () => {
  it('K1, K3: a name can be taken once, and the list is sorted by name', async () => {
    const categories = createCategoryRepository(db.table, silentLogger);
    const make = (name: string, slug: string) => categories.create({ id: `cat_${ulid()}`, name, slug });
    await make('Zither', 'zither');
    const outcomes = await Promise.allSettled([
      make('Ambient', 'ambient'),
      make('AMBIENT', 'ambient'),
      make('ambient!', 'ambient'),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'already_exists' } });
    expect((await categories.list()).map(({ slug }) => slug)).toEqual(['ambient', 'zither']);
  });

  it('R3, R4, R5: concurrent uploads never exceed a quota, and released storage can be reserved again', async () => {
    const creators = createCreatorRepository(db.table, silentLogger);
    const [first, second] = await Promise.all([creators.organization(), creators.organization()]);
    expect(first).toEqual(second);
    expect(await creators.list()).toHaveLength(1);
    const id = ORGANIZATION_CREATOR.id;
    const gigabyte = 1024 ** 3;
    const reserve = () => db.table.transact([creators.reserve(id, gigabyte, 5 * gigabyte)]);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, reserve));
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeLessThanOrEqual(5);
    expect((await creators.get(id))?.storage_used).toBe(done * gigabyte);
    for (let reserved = done; reserved < 5; reserved += 1) await reserve();
    await expect(reserve()).rejects.toBeInstanceOf(ConditionFailed);
    await db.table.transact([creators.release(id, gigabyte)]);
    await reserve();
    await db.table.transact([creators.reserve(id, 100 * gigabyte, null)]);
    expect((await creators.get(id))?.storage_used).toBe(105 * gigabyte);
  });
});

describe('history', () => {
  it('H1, H2: lists the newest first, one entry per item, ten entries for at most 1 unit', async () => {
    const history = createHistoryRepository(db.table, deps);
    const [person, other] = [randomUUID(), randomUUID()];
    const watched = Array.from({ length: 30 }, () => someContent());
    for (const [index, content] of watched.entries()) await history.record(person, historyEntry(content, at(index)));
    const again = watched[3];
    if (again) await history.record(person, historyEntry({ ...again, title: 'Renamed' }, at(99)));
    const { result, calls, units } = await db.measure(() => history.list(person, { cursor: undefined, limit: 10 }));
    expect(calls).toEqual(['Query']);
    expect(units).toBeLessThanOrEqual(1);
    expect(result.items[0]).toMatchObject({ content_id: again?.id, content: { title: 'Renamed' } });
    const rest = await history.list(person, { cursor: result.next_cursor ?? '', limit: 100 });
    expect(new Set([...result.items, ...rest.items].map(({ id }) => id)).size).toBe(30);
    await expect(history.list(other, { cursor: result.next_cursor ?? '', limit: 10 })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
    const page = await db.measure(() => history.list(person, { cursor: undefined, limit: 24 }));
    expect(page.units).toBeLessThanOrEqual(2);
  });
});

describe('runs of steps that an earlier version stored with their content item', () => {
  const NOW = '2026-01-02T00:00:00.000Z';

  /** Stores an unfinished run, and returns a repository whose reads are followed by `meanwhile`, once. */
  const former = async (meanwhile: (key: ItemKey) => Promise<unknown>) => {
    const { id } = someContent();
    const terms = { name: 'speech', timeLimitMs: 3_600_000, cost: 0 };
    const run = newStepRun({ content_id: id, version_id: 'v1', attempt: 1 }, terms, 1, Date.parse(at(0)));
    const key = { ...stepEntity.key(run), pk: `CONTENT#${id}` };
    await db.table.put({ ...stepEntity.toItem(run), ...key });
    let happened = false;
    const followed =
      <A extends readonly unknown[], R>(read: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        const result = await read(...args);
        if (!happened) {
          happened = true;
          await meanwhile(key);
        }
        return result;
      };
    const { query, queryAll } = db.table;
    const raced = createStepRepository({ ...db.table, query: followed(query), queryAll: followed(queryAll) });
    const stored = async () => (await db.table.getMany([key, stepEntity.key(run)])).map(({ pk, state }) => [pk, state]);
    return { run, key, raced, stored };
  };
  const steps = () => createStepRepository(db.table);
  const listDue = async (repository: ReturnType<typeof steps>, { content_id: id }: StepRun) =>
    (await repository.listDue(NOW, 100, fail)).filter((due) => due.content_id === id);
  const fail = (count: number): never => {
    throw new Error(`${count} corrupt runs`);
  };

  it('I4: moves one, so that workers find it', async () => {
    const { run, stored, key } = await former(async () => undefined);
    expect(await listDue(steps(), run)).toEqual([run]);
    expect(await steps().get(run)).toEqual(run);
    expect(await listDue(steps(), run)).toEqual([run]);
    expect(await stored()).toHaveLength(2);
    await steps().removeAll(run.content_id);
    expect(await db.table.getMany([key])).toEqual([]);
  });

  it('I4: does not bring back one that was removed meanwhile', async () => {
    const { run, raced, stored } = await former((key) => db.table.delete(key));
    expect(await listDue(raced, run)).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('I4: does not continue one that ended meanwhile', async () => {
    const ended = { state: 'completed', finished_at: at(1), rev: 2, gsi1pk: undefined, gsi1sk: undefined };
    const { run, key, raced, stored } = await former((where) => db.table.update(where, { set: ended }));
    expect(await listDue(raced, run)).toEqual([]);
    expect(await stored()).toEqual([[key.pk, 'completed']]);
  });

  it('I5: removes one that is moved meanwhile', async () => {
    const { run, raced, stored } = await former(() => steps().listDue(NOW, 100, fail));
    await raced.removeAll(run.content_id);
    expect(await stored()).toEqual([]);
  });
});
