import { ulid } from 'ulid';
import { contentEntity } from '../../../lambdas/data/content/content-entity.ts';
import { editOf } from '../../../lambdas/domain/content/audited.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { holdAct, withHold } from '../../../lambdas/domain/content/legal-hold.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { applyPatch } from '../../../lambdas/domain/content/edit.ts';
import { startBulkWorld, type BulkWorld } from '../../support/worlds/bulk-world.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';

let bulk: BulkWorld;
beforeAll(async () => void (bulk = await startBulkWorld()));
afterAll(() => bulk.db.stop());
afterEach(() => jest.restoreAllMocks());

const MINUTE = 60_000;
const by = { actor: { userId: '11111111-2222-4333-8444-555555555555', role: 'admin' as const }, requestId: 'r1' };
const inMinutes = (minutes: number): string => new Date(bulk.world.now + minutes * MINUTE).toISOString();
const read = async (id: string) => (await bulk.content.get(id, { consistent: true })) as Content;
const store = async (...contentItems: readonly Content[]): Promise<readonly string[]> => {
  for (const content of contentItems) await bulk.db.table.put(contentItem(content));
  return contentItems.map(({ id }) => id);
};
const edit = async (id: string, patch: Omit<Parameters<typeof applyPatch>[1], 'revision'>): Promise<void> => {
  const before = await read(id);
  const after = applyPatch(
    before,
    { revision: before.revision, ...patch },
    undefined,
    inMinutes(0),
    initialSettings,
  ) as Content;
  await bulk.content.saveEdit(before, after, editOf(by, before, after));
};
/** Runs `happens` before each of the next `times` edits is written. */
const beforeEachSave = (happens: (id: string) => Promise<unknown>, times: number): void => {
  const save = bulk.content.saveEdit.bind(bulk.content);
  let remaining = times;
  jest.spyOn(bulk.content, 'saveEdit').mockImplementation(async (before, ...rest) => {
    if (remaining-- > 0) await happens(before.id);
    return save(before, ...rest);
  });
};
const itemsOf = async (id: string) =>
  (
    (await bulk.request('GET /api/admin/bulk/jobs/{id}/items', { params: { id } })).body as {
      items: readonly { outcome: string | null; reason: string | null }[];
    }
  ).items;

describe('the schedule', () => {
  it('publishes an item whose conversion finished while it was marked to wait for it', async () => {
    const [id = ''] = await store(someDraft({ media_version: null, conversion_status: 'processing' }));
    await edit(id, { publish_at: inMinutes(1) });
    beforeEachSave(async () => {
      const done = { media_version: 'v1', conversion_status: 'completed' } as const;
      await bulk.db.table.update(contentEntity.key({ id }), {
        set: { ...done, ...contentEntity.indexAttributes({ ...(await read(id)), ...done }) },
      });
    }, 1);
    bulk.world.now += 2 * MINUTE;
    await bulk.tick();
    expect(await read(id)).toMatchObject({ status: 'published' });
    expect((await read(id)).publish_when_ready).toBeUndefined();
  });

  it('alone publishes an item that is planned while it converts', async () => {
    const [id = ''] = await store(
      someDraft({ status: 'pending', media_version: null, conversion_status: 'processing', publish_when_ready: true }),
    );
    await edit(id, { unpublish_at: inMinutes(90) });
    expect((await read(id)).publish_when_ready).toBe(true);
    await edit(id, { publish_at: inMinutes(60) });
    expect((await read(id)).publish_when_ready).toBeUndefined();
  });

  it('ignores a plan that an undo restored after its time had passed', async () => {
    const [id = ''] = await store(someDraft());
    await edit(id, { publish_at: inMinutes(10) });
    const job = await bulk.create({ kind: 'publish' }, [id]);
    await bulk.runJob(job.id);
    bulk.world.now += 20 * MINUTE;
    const undo = await bulk.undo(job.id);
    await bulk.runJob(undo.id);
    await bulk.tick();
    expect(await bulk.read(undo.id)).toMatchObject({ changed: 1 });
    expect((await read(id)).status).toBe('draft');
  });
});

describe('one item of a job', () => {
  it('that cannot be read fails without affecting the others', async () => {
    const ids = await store(someDraft(), someDraft(), someDraft());
    await bulk.db.table.update(contentEntity.key({ id: ids[1] ?? '' }), { set: { title: 7 } });
    const { id } = await bulk.create({ kind: 'publish' }, ids);
    await bulk.runJob(id);
    expect(await bulk.read(id)).toMatchObject({ state: 'done', changed: 2, failed: 1 });
    expect((await itemsOf(id)).map(({ reason }) => reason)).toEqual([
      null,
      expect.stringContaining('cannot be read'),
      null,
    ]);
  });

  it('that is edited before every attempt fails in the end', async () => {
    const [id = ''] = await store(someDraft());
    const job = await bulk.create({ kind: 'tag', add: ['new'], remove: [] }, [id]);
    beforeEachSave(() => bulk.db.table.update(contentEntity.key({ id }), { add: { revision: 1 } }), 20);
    await bulk.runJob(job.id);
    expect(await bulk.read(job.id)).toMatchObject({ state: 'done', changed: 0, failed: 1 });
    expect((await itemsOf(job.id))[0]?.reason).toContain('changed too often');
  });

  it('that a legal hold keeps is not deleted, also when the hold is set while the job runs', async () => {
    const [kept = '', taken = '', deleted = ''] = await store(someDraft(), someDraft(), someDraft());
    const hold = async (id: string): Promise<void> => {
      const before = await read(id);
      await bulk.content.saveEdit(before, withHold(before, true, inMinutes(0)), holdAct(by, before, true));
    };
    await hold(kept);
    const job = await bulk.create({ kind: 'delete' }, [kept, taken, deleted]);
    beforeEachSave(() => hold(taken), 1);
    await bulk.runJob(job.id);
    const reason = 'A legal hold keeps this item. Release the hold before you delete the item.';
    expect((await itemsOf(job.id)).map(({ outcome, reason: why }) => [outcome, why])).toEqual([
      ['failed', reason],
      ['failed', reason],
      ['changed', null],
    ]);
    expect((await Promise.all([kept, taken, deleted].map(read))).map(({ deleted_at: at }) => at !== undefined)).toEqual(
      [false, false, true],
    );
  });

  it('whose stills cannot be copied does not block the others, and is completed in the next run', async () => {
    const ids = await store(someDraft(), someDraft({ has_video: false }), someContent());
    const { id } = await bulk.create({ kind: 'publish' }, ids);
    const stills = jest.spyOn(bulk.stills, 'copy').mockRejectedValue(new Error('Access Denied'));
    await expect(bulk.runJob(id)).rejects.toThrow('1 of 3');
    expect(await bulk.read(id)).toMatchObject({ state: 'running', changed: 2, same: 1 });
    expect((await read(ids[1] ?? '')).status).toBe('published');
    stills.mockRestore();
    bulk.expireLease();
    await bulk.runJob(id);
    expect(await bulk.read(id)).toMatchObject({ state: 'done', changed: 2, same: 1, failed: 0 });
    expect(await read(ids[0] ?? '')).toMatchObject({ poster_url: expect.any(String) });
  });
});

it('a job stops when its creator is no longer an administrator, and does not resume', async () => {
  const ids = await store(...Array.from({ length: 3 }, () => someDraft({ has_video: false })));
  const { id } = await bulk.create({ kind: 'publish' }, ids);
  let saves = 0;
  const save = bulk.content.saveEdit.bind(bulk.content);
  jest.spyOn(bulk.content, 'saveEdit').mockImplementation(async (...args) => {
    const saved = await save(...args);
    // The creator's rights are checked again every third of a lease.
    if ((saves += 1) === 1) [bulk.world.role, bulk.world.now] = ['user', bulk.world.now + 30_000];
    return saved;
  });
  await bulk.runJob(id);
  bulk.world.role = 'admin';
  await bulk.runJob(id);
  expect(await bulk.read(id)).toMatchObject({ state: 'done', changed: 1, same: 0, failed: 2 });
  expect((await itemsOf(id)).map(({ reason }) => reason)).toEqual([
    null,
    ...Array.from({ length: 2 }, () => expect.stringContaining('no longer an administrator')),
  ]);
});

describe('a category', () => {
  it('that is renamed while an item moves into it is stored on the item with its new name', async () => {
    const category = { id: `cat_${ulid()}`, name: 'Jazz', slug: `jazz-${ulid().toLowerCase()}` };
    await bulk.categories.create(category);
    const [id = ''] = await store(someDraft());
    const job = await bulk.create({ kind: 'move', category_id: category.id }, [id]);
    const audit = {
      act: { ...by, action: 'category.renamed', targetId: category.id, before: null, after: null },
      now: inMinutes(0),
    } as const;
    beforeEachSave(() => bulk.categories.rename(category, 'Blues', `blues-${ulid().toLowerCase()}`, audit), 1);
    await bulk.runJob(job.id);
    expect(await bulk.read(job.id)).toMatchObject({ state: 'done', changed: 1 });
    expect(await read(id)).toMatchObject({ category_id: category.id, category_name: 'Blues' });
  });

  it('that is renamed while it is removed leaves its name free', async () => {
    const category = { id: `cat_${ulid()}`, name: 'Rock', slug: `rock-${ulid().toLowerCase()}` };
    await bulk.categories.create(category);
    const slug = `stone-${ulid().toLowerCase()}`;
    await bulk.categories.rename(category, 'Stone', slug, {
      act: { ...by, action: 'category.renamed', targetId: category.id, before: null, after: null },
      now: inMinutes(0),
    });
    await expect(bulk.categories.remove(category)).rejects.toMatchObject({ code: 'version_conflict' });
    const remaining = await bulk.categories.get(category.id, { consistent: true });
    expect(await bulk.categories.remove({ id: category.id, slug: remaining?.slug ?? '' })).toBe(true);
    await bulk.categories.create({ id: `cat_${ulid()}`, name: 'Stone', slug });
  });
});
