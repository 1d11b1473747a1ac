import { ulid } from 'ulid';
import type { BulkAction } from '../../../lambdas/contract/content/bulk.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { startBulkWorld, type BulkWorld } from '../../support/worlds/bulk-world.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { selectedMoments, type CrashMoment } from '../../support/worlds/crash-injector.ts';

let bulk: BulkWorld;
beforeAll(async () => void (bulk = await startBulkWorld()));
afterAll(() => bulk.db.stop());

const store = async (contentItems: readonly Content[]): Promise<readonly string[]> => {
  for (const content of contentItems) await bulk.db.table.put(contentItem(content));
  return contentItems.map(({ id }) => id);
};
const read = async (id: string) => bulk.content.get(id, { consistent: true });

/** Two drafts that can be published, one published item, one that cannot be played, one that does not exist. */
const mixedItems = async (): Promise<readonly string[]> => [
  ...(await store([
    someDraft(),
    someDraft({ has_video: false }),
    someContent(),
    someDraft({ media_version: null, conversion_status: 'failed' }),
  ])),
  `cnt_${ulid()}`,
];

/**
 * Runs a job to its end as the queue and the schedule do: repeatedly, with the lease of a stopped worker expiring in
 * between.
 */
const runToEnd = async (id: string): Promise<void> => {
  for (let tries = 0; (await bulk.read(id)).state === 'running'; tries += 1) {
    if (tries > 5) throw new Error('The job does not end');
    bulk.expireLease();
    await bulk.runJob(id);
  }
};

describe('a job', () => {
  it('matches its preview, gives reasons for failures, and undoes only unchanged items', async () => {
    const [first = '', second = '', ...rest] = await mixedItems();
    const ids = [first, second, ...rest];
    const preview = (await bulk.request('POST /api/admin/bulk/preview', { body: { action: { kind: 'publish' }, ids } }))
      .body;
    expect(preview).toMatchObject({ total: 5, changed: 2, same: 1, failed: 2 });
    const { id } = await bulk.create({ kind: 'publish' }, ids);
    await bulk.runJob(id);
    expect(await bulk.read(id)).toMatchObject({
      state: 'done',
      total: 5,
      changed: 2,
      same: 1,
      failed: 2,
      can_undo: true,
    });
    const { items } = (await bulk.request('GET /api/admin/bulk/jobs/{id}/items', { params: { id } })).body as {
      items: readonly { outcome: string; reason: string | null }[];
    };
    expect(items.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'same', 'failed', 'failed']);
    expect(items.map(({ reason }) => reason)).toEqual([
      null,
      null,
      null,
      expect.stringContaining('conversion failed'),
      'It was deleted.',
    ]);
    expect(await bulk.entries(first)).toEqual(['content.published']);
    expect(await bulk.entries(id)).toEqual(['job.started']);

    const edited = (await read(second)) as Content;
    await bulk.content.saveEdit(
      edited,
      { ...edited, status: 'pending', published_at: null, revision: edited.revision + 1 },
      {
        actor: { userId: '11111111-2222-4333-8444-555555555555', role: 'admin' },
        requestId: 'r',
        action: 'content.edited',
        targetId: second,
        before: null,
        after: null,
      },
    );
    const undo = await bulk.undo(id);
    expect((await bulk.undo(id)).id).toBe(undo.id);
    await bulk.runJob(undo.id);
    expect(await bulk.read(undo.id)).toMatchObject({
      kind: 'undo',
      undo_of: id,
      changed: 1,
      same: 0,
      failed: 1,
      can_undo: false,
    });
    expect([(await read(first))?.status, (await read(second))?.status]).toEqual(['draft', 'pending']);
    expect(await bulk.read(id)).toMatchObject({ can_undo: false, undone_by: undo.id });
  });

  it('moves and tags items, and undoes both', async () => {
    const category = { id: `cat_${ulid()}`, name: 'Films', slug: `films-${ulid().toLowerCase()}` };
    await bulk.categories.create(category);
    const [id = ''] = await store([someDraft({ tags: ['old', 'kept'] })]);
    const done = async (action: BulkAction): Promise<string> => {
      const job = await bulk.create(action, [id]);
      await bulk.runJob(job.id);
      return job.id;
    };
    const move = await done({ kind: 'move', category_id: category.id });
    expect(await read(id)).toMatchObject({ category_id: category.id, category_name: 'Films' });
    const tag = await done({ kind: 'tag', add: ['new'], remove: ['old'] });
    expect((await read(id))?.tags).toEqual(['kept', 'new']);
    for (const job of [tag, move]) await bulk.runJob((await bulk.undo(job)).id);
    expect(await read(id)).toMatchObject({ tags: ['old', 'kept'], category_id: null, category_name: null });
  });

  it('deletes only after the count is confirmed, and cannot be undone', async () => {
    const ids = await store([someContent(), someDraft()]);
    const failed = await bulk.request('POST /api/admin/bulk/jobs', { body: { action: { kind: 'delete' }, ids } });
    expect(failed.status).toBe(400);
    const { id } = await bulk.create({ kind: 'delete' }, ids);
    await bulk.runJob(id);
    expect(await bulk.read(id)).toMatchObject({ changed: 2, can_undo: false });
    expect(bulk.world.events.filter(([type, of]) => type === 'ContentDeleted.v1' && ids.includes(of))).toHaveLength(2);
    expect((await bulk.request('POST /api/admin/bulk/jobs/{id}/undo', { params: { id } })).status).toBe(409);
  });

  it('is run by one worker at a time, and restarted by the schedule when its worker stopped', async () => {
    const ids = await store([someDraft()]);
    const { id } = await bulk.create({ kind: 'publish' }, ids);
    expect(await bulk.jobs.lease(id, 'another-worker', bulk.world.now)).toBe(true);
    await bulk.runJob(id);
    expect(await bulk.read(id)).toMatchObject({ state: 'running', changed: 0 });
    bulk.world.events.length = 0;
    await bulk.tick();
    expect(bulk.world.events).not.toContainEqual(['BulkJobStarted.v1', id]);
    bulk.expireLease();
    await bulk.tick();
    expect(bulk.world.events).toContainEqual(['BulkJobStarted.v1', id]);
    await bulk.runJob(id);
    expect(await bulk.read(id)).toMatchObject({ state: 'done', changed: 1 });
  });
});

describe('a worker that crashes', () => {
  const expectedOf = ({ kind }: BulkAction) => {
    if (kind === 'publish') return { changed: 2, same: 1, failed: 2 };
    return kind === 'unpublish' ? { changed: 2, same: 1, failed: 0 } : { changed: 3, same: 0, failed: 0 };
  };
  /** Runs a job whose worker crashes at a moment, and checks what it left. Returns the calls of the worker. */
  const crashedJob = async (action: BulkAction, { when, call }: CrashMoment): Promise<readonly string[]> => {
    const ids =
      action.kind === 'publish'
        ? await mixedItems()
        : await store([someContent(), someContent({ has_video: false, public_stills_versions: [] }), someDraft()]);
    const before = await Promise.all(ids.map(read));
    const { id } = await bulk.create(action, ids);
    const run = await bulk.crashes.run(when, call, () => bulk.runJob(id));
    expect([when, call, run.crashed]).toEqual([when, call, call > 0]);
    await runToEnd(id);
    const expected = expectedOf(action);
    expect(await bulk.read(id)).toMatchObject({ state: 'done', total: ids.length, ...expected });
    const after = await Promise.all(ids.map(read));
    const steps = after.map((content, index) => (content?.revision ?? 0) - (before[index]?.revision ?? 0));
    expect(steps.reduce((sum, step) => sum + step, 0)).toBe(action.kind === 'delete' ? 0 : expected.changed);
    const entries = await Promise.all(ids.map((one) => bulk.entries(one)));
    expect(entries.map(({ length }) => length).reduce((sum, one) => sum + one, 0)).toBe(expected.changed);
    for (const content of after) {
      const copies = [...bulk.world.objects].filter((key) => content && key.includes(content.id)).length;
      if (content?.has_video && content.status === 'published' && content.public_stills_versions.length === 0)
        expect(copies).toBe(2);
      if (action.kind === 'delete' && content)
        expect(bulk.world.events).toContainEqual(['ContentDeleted.v1', content.id]);
    }
    return run.calls;
  };

  it.each<BulkAction>([{ kind: 'publish' }, { kind: 'unpublish' }, { kind: 'delete' }])(
    'before or after any call of $kind leaves exact counts, and each item is processed once',
    async (action) => {
      const calls = await crashedJob(action, { when: 'after', call: 0 });
      for (const moment of selectedMoments(`a job that runs ${action.kind}`, calls)) await crashedJob(action, moment);
    },
  );

  it('ten times over many items publishes each item once', async () => {
    const count = rounds('items', { quick: 200, full: 1000 });
    const seed = newSeed();
    const random = createRandom(seed);
    const ids = await store(Array.from({ length: count }, () => someDraft({ has_video: false })));
    const { id } = await bulk.create({ kind: 'publish' }, ids);
    const reached: number[] = [];
    for (let crash = 0; crash < 10; crash += 1) {
      bulk.expireLease();
      await bulk.crashes.run(random() < 0.5 ? 'before' : 'after', 20 + Math.floor(random() * (count / 3)), () =>
        bulk.runJob(id),
      );
      reached.push((await bulk.read(id)).changed);
    }
    await runToEnd(id);
    const job = await bulk.read(id);
    const revisions = await Promise.all(ids.map(async (one) => (await read(one))?.revision));
    console.log(
      `seed ${seed}: crashed at ${reached.join(', ')} of ${count};`,
      `then changed ${job.changed}, same ${job.same}, failed ${job.failed}`,
    );
    expect(job).toMatchObject({ state: 'done', total: count, changed: count, same: 0, failed: 0 });
    expect(revisions.filter((revision) => revision === 2)).toHaveLength(count);
  });
});
