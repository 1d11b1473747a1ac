import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { applyPatch } from '../../../lambdas/domain/content/edit.ts';
import { editOf } from '../../../lambdas/domain/content/audited.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { startBulkWorld, type BulkWorld } from '../../support/worlds/bulk-world.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';

let bulk: BulkWorld;
beforeAll(async () => void (bulk = await startBulkWorld()));
afterAll(() => bulk.db.stop());

const MINUTE = 60_000;
const inMinutes = (minutes: number): string => new Date(bulk.world.now + minutes * MINUTE).toISOString();
const by = { actor: { userId: '11111111-2222-4333-8444-555555555555', role: 'admin' as const }, requestId: 'r1' };
const read = async (id: string) => (await bulk.content.get(id, { consistent: true })) as Content;

/** Stores an item and plans for it as the API does. Returns its ID. */
const planned = async (
  content: Content,
  times: { readonly publish_at?: string | null; readonly unpublish_at?: string | null },
): Promise<string> => {
  await bulk.db.table.put(contentItem(content));
  await plan(content.id, times);
  return content.id;
};
const plan = async (
  id: string,
  times: { readonly publish_at?: string | null; readonly unpublish_at?: string | null },
): Promise<void> => {
  const before = await read(id);
  const after = applyPatch(
    before,
    { revision: before.revision, ...times },
    undefined,
    new Date(bulk.world.now).toISOString(),
    initialSettings,
  );
  if (!after) throw new Error('Nothing changed');
  await bulk.content.saveEdit(before, after, editOf(by, before, after));
};
const advance = async (minutes: number): Promise<void> => {
  bulk.world.now += minutes * MINUTE;
  await bulk.tick();
};
const scheduleOf = (id: string) => bulk.db.table.get({ pk: `CONTENT#${id}`, sk: 'SCHEDULE' }, { consistent: true });

describe('a planned publication', () => {
  it('runs at its time and ends at its time, once each, in the name of the user who planned it', async () => {
    const id = await planned(someDraft(), { publish_at: inMinutes(10), unpublish_at: inMinutes(30) });
    await advance(9);
    expect((await read(id)).status).toBe('draft');
    await advance(1);
    expect(await read(id)).toMatchObject({ status: 'published', poster_url: `/posters/${id}/v1/poster.jpg` });
    expect((await read(id)).publish_at).toBeUndefined();
    await advance(0);
    await advance(20);
    expect(await read(id)).toMatchObject({ status: 'draft', poster_url: null });
    expect(await bulk.entries(id)).toEqual(['content.edited', 'content.published', 'content.unpublished']);
    expect(await scheduleOf(id)).toBeUndefined();
  });

  it('runs late when it was missed, once; an item with both times missed stays unpublished', async () => {
    const late = await planned(someDraft(), { publish_at: inMinutes(1) });
    const both = await planned(someDraft(), { publish_at: inMinutes(1), unpublish_at: inMinutes(2) });
    await advance(3 * 24 * 60);
    await advance(1);
    expect([await read(late), await read(both)].map(({ status, revision }) => [status, revision])).toEqual([
      ['published', 3],
      ['draft', 3],
    ]);
  });

  it('follows its last edit, and is dropped when the plan is cleared or the item is deleted', async () => {
    const moved = await planned(someDraft(), { publish_at: inMinutes(5) });
    await plan(moved, { publish_at: inMinutes(50) });
    const dropped = await planned(someDraft(), { publish_at: inMinutes(5) });
    await plan(dropped, { publish_at: null });
    const deleted = await planned(someDraft(), { publish_at: inMinutes(5) });
    await bulk.content.markDeleted(deleted, inMinutes(0), (found) => editOf(by, found, found));
    await advance(6);
    expect([await read(moved), await read(dropped)].map(({ status }) => status)).toEqual(['draft', 'draft']);
    expect(await read(deleted)).toMatchObject({ status: 'draft' });
    await advance(45);
    expect((await read(moved)).status).toBe('published');
  });

  it('of an item that is still converting waits for its conversion', async () => {
    const id = await planned(someDraft({ media_version: null, conversion_status: 'processing', status: 'draft' }), {
      publish_at: inMinutes(1),
    });
    await advance(2);
    expect(await read(id)).toMatchObject({ status: 'pending', publish_when_ready: true });
    expect((await read(id)).publish_at).toBeUndefined();
  });

  it('rejects invalid times', async () => {
    const content = someContent();
    const patch = (times: object) => () =>
      applyPatch(content, { revision: 1, ...times }, undefined, inMinutes(0), initialSettings);
    expect(patch({ publish_at: inMinutes(1) })).toThrow('It is already published.');
    expect(patch({ status: 'draft', publish_at: inMinutes(2), unpublish_at: inMinutes(1) })).toThrow(
      'The unpublish time must be after the publish time.',
    );
  });

  it('runs once although the worker crashes before or after any call', async () => {
    let crashes = 0;
    for (const when of ['before', 'after'] as const) {
      for (let call = 1; ; call += 1) {
        const id = await planned(someDraft(), { publish_at: inMinutes(1) });
        bulk.world.now += 2 * MINUTE;
        const run = await bulk.crashes.run(when, call, bulk.tick);
        if (run.crashed) crashes += 1;
        await bulk.tick();
        expect(await read(id)).toMatchObject({
          status: 'published',
          revision: 3,
          thumbnail_url: `/posters/${id}/v1/thumbnail.jpg`,
        });
        expect(await scheduleOf(id)).toBeUndefined();
        expect(await bulk.entries(id)).toEqual(['content.edited', 'content.published']);
        if (!run.crashed) break;
      }
    }
    console.log(`crashed ${crashes} times`);
    expect(crashes).toBeGreaterThan(10);
  });
});
