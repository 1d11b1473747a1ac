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

jest.setTimeout(60_000);

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
/** Contents in a category, by edits as people make them; published and not. */
const filed = async (
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

it('K4: a renamed category is shown by its contents, published or not, and its old name is free', async () => {
  const category = await newCategory('Films');
  const ids = await filed(category, 5);
  const taken = await newCategory('Taken');
  const stored = await deps.categories.get(category.id, { consistent: true });
  if (!stored) throw new Error('The category is not there');
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

it('K5, K6: a category in use is not removed; replaced, it takes nothing more and goes when the last content has moved', async () => {
  const [old, next] = [await newCategory('Old'), await newCategory('Next')];
  const ids = await filed(old, 4);
  expect(await deps.categories.remove(old, audit('category.deleted', old.id))).toBe(false);
  expect(await deps.categories.replace(old.id, `cat_${ulid()}`, audit('category.deleted', old.id))).toBe(false);
  expect(await deps.categories.replace(old.id, next.id, audit('category.deleted', old.id))).toBe(true);
  await expect(filed(old, 1)).rejects.toMatchObject({ code: 'category_not_found' });
  for (const _again of [1, 2]) await followNames(deps, { categoryId: old.id });
  expect(await deps.categories.get(old.id, { consistent: true })).toBeUndefined();
  expect(await deps.categories.get(next.id, { consistent: true })).toMatchObject({ content_count: 4 });
  expect(await namesOf(ids)).toEqual(new Set(['Next']));
});

it('K6: what goes to a category that goes too, goes where that one gives its own', async () => {
  const [first, second, third] = [await newCategory('First'), await newCategory('Second'), await newCategory('Third')];
  const ids = [...(await filed(first, 2)), ...(await filed(second, 2))];
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

it('R6 to R8: a creator is added, renamed on its contents, and removed only without them', async () => {
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

it('M1 to M4: a run over very many contents that was stopped is gone on with, and writes nothing twice', async () => {
  const creator = { id: `crt_${ulid()}`, name: 'New name', plan: 'creator' as const, storage_used: 0 };
  await deps.creators.create(creator, audit('creator.created', creator.id));
  const contents = Array.from({ length: 230 }, () => someDraft({ creator_id: creator.id, creator_name: 'Old name' }));
  for (const content of contents) await db.table.put(contentItem(content));
  let left = 120;
  const stopped = {
    ...deps.names,
    showName: (...args: Parameters<typeof deps.names.showName>) =>
      left-- > 0 ? deps.names.showName(...args) : Promise.reject(new Error('The function ended')),
  };
  await expect(followNames({ ...deps, names: stopped }, { creatorId: creator.id })).rejects.toThrow('ended');
  const { calls } = await db.measure(() => followNames(deps, { creatorId: creator.id }));
  // All of the first page at least were done, and are left alone.
  expect(calls.filter((name) => name === 'UpdateItem').length).toBeLessThanOrEqual(130);
  expect(
    await Promise.all(contents.map(async ({ id }) => (await deps.content.get(id, { consistent: true }))?.creator_name)),
  ).toEqual(contents.map(() => 'New name'));
  expect(
    (await db.measure(() => followNames(deps, { creatorId: creator.id }))).calls.filter(
      (name) => name === 'UpdateItem',
    ),
  ).toEqual([]);
});

describe('somebody whose list is old', () => {
  const entriesOf = async (id: string): Promise<number> =>
    (await db.table.query({ index: 'gsi2', partition: `AUDIT_TARGET#${id}`, limit: 100 })).items.length;
  const send = async (
    routeKey: string,
    id: string,
    { query, ...body }: Record<string, unknown> & { readonly query?: Readonly<Record<string, string>> },
  ) => {
    const told = { publish: async () => {} };
    const routes = catalogRoutes({
      ...deps,
      events: told,
      isPerson: async () => true,
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

  it('is refused a name for what has another by now, and may repeat their own', async () => {
    const { id } = await newCategory('Shows');
    const rename = (name: string, was?: string) =>
      send('PATCH /api/categories/{id}', id, { name, ...(was === undefined ? {} : { was }) });
    expect(await rename('Series', 'Shows')).toBe(200);
    expect(await rename('Seasons', 'Shows')).toBe('409 version_conflict');
    expect((await deps.categories.get(id, { consistent: true }))?.name).toBe('Series');
    expect(await rename('Series', 'Shows')).toBe(200);
    expect(await rename('Seasons', 'Series')).toBe(200);
    // Without it the last one wins.
    expect(await rename('Plays')).toBe(200);
  });

  it('is refused an edit of a creator whose name, plan or owner changed', async () => {
    const was = { name: 'A house', plan: 'creator' as const, user_id: null };
    const { id } = { id: `crt_${ulid()}` };
    await deps.creators.create({ id, name: was.name, plan: was.plan, storage_used: 0 }, audit('creator.created', id));
    const edit = (body: Record<string, unknown>) => send('PATCH /api/creators/{id}', id, body);
    const owner = '22222222-2222-4333-8444-555555555555';
    expect(await edit({ user_id: owner, was })).toBe(200);
    expect(await edit({ name: 'Another house', was })).toBe('409 version_conflict');
    const noted = await entriesOf(id);
    expect(await edit({ user_id: owner, was })).toBe(200);
    // Asked again for what is done, nothing more is noted.
    expect(await entriesOf(id)).toBe(noted);
    expect(await edit({ name: 'Another house', was: { ...was, user_id: owner } })).toBe(200);
    expect(await deps.creators.get(id, { consistent: true })).toMatchObject({
      name: 'Another house',
      plan: 'creator',
      user_id: owner,
    });
  });

  it('may ask again for a removal whose answer was lost, which is noted once', async () => {
    const [old, next, other] = [await newCategory('Going'), await newCategory('Staying'), await newCategory('Waiting')];
    await filed(old, 1);
    const remove = (replacement: string) => send('DELETE /api/categories/{id}', old.id, { query: { replacement } });
    expect([await remove(next.id), await remove(next.id)]).toEqual([202, 202]);
    expect(await entriesOf(old.id)).toBe(1);
    expect(await remove(other.id)).toBe(202);
    expect(await entriesOf(old.id)).toBe(2);
  });

  it('cannot write over an owner that was set between reading and writing', async () => {
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
