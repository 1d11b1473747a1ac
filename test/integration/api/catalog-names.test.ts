import { ulid } from 'ulid';
import type { CatalogDeps } from '../../../lambdas/api/catalog/deps.ts';
import { catalogRoutes } from '../../../lambdas/api/catalog/routes.ts';
import { createCategoryRepository } from '../../../lambdas/data/content/category-repository.ts';
import { createContentEdits } from '../../../lambdas/data/content/content-edits.ts';
import { createCreatorRepository } from '../../../lambdas/data/content/creator-repository.ts';
import { createNamesRepository } from '../../../lambdas/data/content/names-repository.ts';
import type { AuditAct } from '../../../lambdas/domain/audit/act.ts';
import { slugOf } from '../../../lambdas/domain/catalog/slug.ts';
import { editOf } from '../../../lambdas/domain/content/audited.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { followNames } from '../../../lambdas/workers/catalog-names/follow-names.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { accessClaims, call } from '../../support/http.ts';

const NOW = '2026-06-01T00:00:00.000Z';
const by = { actor: { userId: '11111111-2222-4333-8444-555555555555', role: 'admin' as const }, requestId: 'r1' };
const audit = (action: AuditAct['action'], targetId: string) => ({
  act: { ...by, action, targetId, before: null, after: null },
  now: NOW,
});

let db: TestTable;
const make = () => ({
  categories: createCategoryRepository(db.table, logger),
  creators: createCreatorRepository(db.table, logger),
  names: createNamesRepository(db.table),
  content: createContentEdits(db.table),
  logger,
  now: () => NOW,
});
let deps: ReturnType<typeof make>;
beforeAll(async () => {
  db = await startTestTable();
  deps = make();
});
afterAll(() => db.stop());

const newCategory = async (name: string) => {
  const category = { id: `cat_${ulid()}`, name, slug: slugOf(name) };
  await deps.categories.create(category);
  return category;
};
/**
 * Creates items in a category through the edits that administrators make, half of them published. Returns their IDs.
 */
const createItemsIn = async (
  category: { readonly id: string; readonly name: string },
  count: number,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = index % 2 === 0 ? someContent() : someDraft();
    const after: Content = { ...before, category_id: category.id, category_name: category.name, revision: 2 };
    await db.table.put(contentItem(before));
    await deps.content.saveEdit(before, after, editOf(by, before, after));
    ids.push(before.id);
  }
  return ids;
};
const namesOf = async (ids: readonly string[]) =>
  new Set(await Promise.all(ids.map(async (id) => (await deps.content.get(id, { consistent: true }))?.category_name)));

it('K4: a renamed category gets its new name on its items, published or not, and frees the old name', async () => {
  const category = await newCategory('Films');
  const ids = await createItemsIn(category, 5);
  const taken = await newCategory('Taken');
  const stored = await deps.categories.get(category.id, { consistent: true });
  if (!stored) throw new Error('The category does not exist');
  await expect(
    deps.categories.rename(stored, 'TAKEN!', 'taken', audit('category.renamed', category.id)),
  ).rejects.toMatchObject({ code: 'already_exists' });
  await deps.categories.rename(stored, 'Pictures', 'pictures', audit('category.renamed', category.id));
  await expect(
    deps.categories.rename(stored, 'Other', 'other', audit('category.renamed', category.id)),
  ).rejects.toMatchObject({ code: 'version_conflict' });
  await followNames(deps, { categoryId: category.id });
  expect(await namesOf(ids)).toEqual(new Set(['Pictures']));
  expect((await deps.content.get(ids[0] ?? ''))?.revision).toBe(2);
  expect((await newCategory('Films')).id).not.toBe(taken.id);
});

it('K5, K6: a category in use cannot be removed; a replaced one is deleted after its last item moves', async () => {
  const [old, next] = [await newCategory('Old'), await newCategory('Next')];
  const ids = await createItemsIn(old, 4);
  expect(await deps.categories.remove(old, audit('category.deleted', old.id))).toBe(false);
  expect(await deps.categories.replace(old.id, `cat_${ulid()}`, audit('category.deleted', old.id))).toBe(false);
  expect(await deps.categories.replace(old.id, next.id, audit('category.deleted', old.id))).toBe(true);
  await expect(createItemsIn(old, 1)).rejects.toMatchObject({ code: 'category_not_found' });
  for (const _again of [1, 2]) await followNames(deps, { categoryId: old.id });
  expect(await deps.categories.get(old.id, { consistent: true })).toBeUndefined();
  expect(await deps.categories.get(next.id, { consistent: true })).toMatchObject({ content_count: 4 });
  expect(await namesOf(ids)).toEqual(new Set(['Next']));
});

it('K6: items move to the final category when the replacement is itself replaced', async () => {
  const [first, second, third] = [await newCategory('First'), await newCategory('Second'), await newCategory('Third')];
  const ids = [...(await createItemsIn(first, 2)), ...(await createItemsIn(second, 2))];
  expect(await deps.categories.replace(first.id, second.id, audit('category.deleted', first.id))).toBe(true);
  expect(await deps.categories.replace(second.id, third.id, audit('category.deleted', second.id))).toBe(true);
  expect(await deps.categories.replace(third.id, first.id, audit('category.deleted', third.id))).toBe(false);
  await followNames(deps, { categoryId: first.id });
  await followNames(deps, { categoryId: second.id });
  expect(await namesOf(ids)).toEqual(new Set(['Third']));
  expect(
    await Promise.all(
      [first, second, third].map(
        async ({ id }) => (await deps.categories.get(id, { consistent: true }))?.content_count,
      ),
    ),
  ).toEqual([undefined, undefined, 4]);
});

it('R6 to R8: creates a creator, renames it on its items, and removes it only once it has none', async () => {
  const creator = { id: `crt_${ulid()}`, name: 'A label', plan: 'creator' as const, storage_used: 0 };
  await deps.creators.create(creator, audit('creator.created', creator.id));
  const before = someDraft();
  const after: Content = { ...before, creator_id: creator.id, creator_name: creator.name, revision: 2 };
  await db.table.put(contentItem(before));
  const moved = { transfer: { bytes: 1000, limit: 500 } };
  await expect(deps.content.saveEdit(before, after, editOf(by, before, after), moved)).rejects.toMatchObject({
    code: 'quota_exceeded',
  });
  await deps.content.saveEdit(before, after, editOf(by, before, after), { transfer: { bytes: 1000, limit: 5000 } });
  expect(await deps.creators.get(creator.id, { consistent: true })).toMatchObject({
    content_count: 1,
    storage_used: 1000,
  });
  expect(await deps.creators.remove(creator.id, audit('creator.deleted', creator.id))).toBe(false);
  expect(
    await deps.creators.update(creator, { ...creator, name: 'Another' }, audit('creator.edited', creator.id)),
  ).toBe(true);
  expect(await deps.creators.update(creator, { ...creator, name: 'Late' }, audit('creator.edited', creator.id))).toBe(
    false,
  );
  await followNames(deps, { creatorId: creator.id });
  expect((await deps.content.get(before.id))?.creator_name).toBe('Another');
  await deps.content.markDeleted(before.id, NOW, (found) => editOf(by, found, found));
  await db.table.update({ pk: 'CREATOR', sk: `CREATOR#${creator.id}` }, { add: { storage_used: -1000 } });
  expect(await deps.creators.remove(creator.id, audit('creator.deleted', creator.id))).toBe(true);
});

it('M1 to M4: resumes a crashed run over many items without writing any of them twice', async () => {
  const creator = { id: `crt_${ulid()}`, name: 'New name', plan: 'creator' as const, storage_used: 0 };
  await deps.creators.create(creator, audit('creator.created', creator.id));
  const contentItems = Array.from({ length: 230 }, () =>
    someDraft({ creator_id: creator.id, creator_name: 'Old name' }),
  );
  for (const content of contentItems) await db.table.put(contentItem(content));
  let remaining = 120;
  const begun: Promise<unknown>[] = [];
  const stopped = {
    ...deps.names,
    showName: async (...args: Parameters<typeof deps.names.showName>) => {
      if (remaining-- <= 0) throw new Error('The function crashed');
      const shown = deps.names.showName(...args);
      begun.push(shown);
      return shown;
    },
  };
  await expect(followNames({ ...deps, names: stopped }, { creatorId: creator.id })).rejects.toThrow('crashed');
  // What was on its way when the function crashed still arrives, and must not be counted below.
  await Promise.all(begun);
  const { calls } = await db.measure(() => followNames(deps, { creatorId: creator.id }));
  // At least all of the first page were done before, and are not written again.
  expect(calls.filter((name) => name === 'UpdateItem').length).toBeLessThanOrEqual(130);
  expect(
    await Promise.all(
      contentItems.map(async ({ id }) => (await deps.content.get(id, { consistent: true }))?.creator_name),
    ),
  ).toEqual(contentItems.map(() => 'New name'));
  expect(
    (await db.measure(() => followNames(deps, { creatorId: creator.id }))).calls.filter(
      (name) => name === 'UpdateItem',
    ),
  ).toEqual([]);
});

describe('a caller with outdated data', () => {
  const entriesOf = async (id: string): Promise<number> =>
    (await db.table.query({ index: 'gsi2', partition: `AUDIT_TARGET#${id}`, limit: 100 })).items.length;
  const send = async (
    routeKey: string,
    id: string,
    { query, ...body }: Record<string, unknown> & { readonly query?: Readonly<Record<string, string>> },
  ) => {
    const events = { publish: async () => {} };
    const routes = catalogRoutes({
      ...deps,
      events,
      accountExists: async () => true,
      publicCatalog: false,
      newId: ulid,
    } as unknown as CatalogDeps);
    const rights = {
      read: async (user_id: string) => ({ user_id, role: 'admin' as const, plan: 'free' as const, disabled: false }),
    };
    const { status, problem } = await call(httpFunction(routes, { rights, logger }), {
      routeKey,
      params: { id },
      ...(query ? { query } : { body }),
      headers: { authorization: 'Bearer a.b.c' },
      claims: accessClaims(),
    });
    return status < 300 ? status : `${status} ${problem.code}`;
  };

  it('cannot rename a category that was renamed meanwhile, but can repeat its own change', async () => {
    const { id } = await newCategory('Shows');
    const rename = (name: string, was?: string) =>
      send('PATCH /api/categories/{id}', id, { name, ...(was === undefined ? {} : { was }) });
    expect(await rename('Series', 'Shows')).toBe(200);
    expect(await rename('Seasons', 'Shows')).toBe('409 version_conflict');
    expect((await deps.categories.get(id, { consistent: true }))?.name).toBe('Series');
    expect(await rename('Series', 'Shows')).toBe(200);
    expect(await rename('Seasons', 'Series')).toBe(200);
    // Without `was` the last write wins.
    expect(await rename('Plays')).toBe(200);
  });

  it('cannot edit a creator whose name, plan or owner changed', async () => {
    const was = { name: 'A label', plan: 'creator' as const, user_id: null };
    const { id } = { id: `crt_${ulid()}` };
    await deps.creators.create({ id, name: was.name, plan: was.plan, storage_used: 0 }, audit('creator.created', id));
    const edit = (body: Record<string, unknown>) => send('PATCH /api/creators/{id}', id, body);
    const owner = '22222222-2222-4333-8444-555555555555';
    expect(await edit({ user_id: owner, was })).toBe(200);
    expect(await edit({ name: 'Another label', was })).toBe('409 version_conflict');
    const entryCount = await entriesOf(id);
    expect(await edit({ user_id: owner, was })).toBe(200);
    // Repeating a completed edit records nothing more.
    expect(await entriesOf(id)).toBe(entryCount);
    expect(await edit({ name: 'Another label', was: { ...was, user_id: owner } })).toBe(200);
    expect(await deps.creators.get(id, { consistent: true })).toMatchObject({
      name: 'Another label',
      plan: 'creator',
      user_id: owner,
    });
  });

  it('can repeat a removal whose response was lost, which is recorded once', async () => {
    const [old, next, other] = [await newCategory('Going'), await newCategory('Staying'), await newCategory('Waiting')];
    await createItemsIn(old, 1);
    const remove = (replacement: string) => send('DELETE /api/categories/{id}', old.id, { query: { replacement } });
    expect([await remove(next.id), await remove(next.id)]).toEqual([202, 202]);
    expect(await entriesOf(old.id)).toBe(1);
    expect(await remove(other.id)).toBe(202);
    expect(await entriesOf(old.id)).toBe(2);
  });

  it('cannot overwrite an owner that was set between its read and its write', async () => {
    const creator = { id: `crt_${ulid()}`, name: 'A stage', plan: 'creator' as const, storage_used: 0 };
    await deps.creators.create(creator, audit('creator.created', creator.id));
    const owned = { ...creator, user_id: '33333333-2222-4333-8444-555555555555' };
    expect(await deps.creators.update(creator, owned, audit('creator.edited', creator.id))).toBe(true);
    expect(await deps.creators.update(creator, { ...creator, plan: 'free' }, audit('creator.edited', creator.id))).toBe(
      false,
    );
    expect(await deps.creators.update(owned, creator, audit('creator.edited', creator.id))).toBe(true);
  });
});
