import { applyPatch } from '../../../lambdas/domain/content/edit.ts';
import { editOf } from '../../../lambdas/domain/content/audited.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { startBulkWorld, type BulkWorld } from '../../support/worlds/bulk-world.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';

jest.setTimeout(120_000);

let bulk: BulkWorld;
beforeAll(async () => void (bulk = await startBulkWorld()));
afterAll(() => bulk.db.stop());

const MINUTE = 60_000;
const inMinutes = (minutes: number): string => new Date(bulk.world.now + minutes * MINUTE).toISOString();
const by = { actor: { userId: '11111111-2222-4333-8444-555555555555', role: 'admin' as const }, requestId: 'r1' };
const read = async (id: string) => (await bulk.content.get(id, { consistent: true })) as Content;

/** Stores a content and plans for it as the API does. */
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
  );
  if (!after) throw new Error('Nothing changed');
  await bulk.content.saveEdit(before, after, editOf(by, before, after));
};
const after = async (minutes: number): Promise<void> => {
  bulk.world.now += minutes * MINUTE;
  await bulk.tick();
};
const note = (id: string) => bulk.db.table.get({ pk: `CONTENT#${id}`, sk: 'SCHEDULE' }, { consistent: true });

describe('a planned publication', () => {
  it('happens at its time and is taken back at its time, once each, in the name of who planned it', async () => {
    const id = await planned(someDraft(), { publish_at: inMinutes(10), unpublish_at: inMinutes(30) });
    await after(9);
    expect((await read(id)).status).toBe('draft');
    await after(1);
    expect(await read(id)).toMatchObject({ status: 'published', poster_url: `/posters/${id}/v1/poster.jpg` });
    expect((await read(id)).publish_at).toBeUndefined();
    await after(0);
    await after(20);
    expect(await read(id)).toMatchObject({ status: 'draft', poster_url: null });
    expect(await bulk.entries(id)).toEqual(['content.edited', 'content.published', 'content.unpublished']);
    expect(await note(id)).toBeUndefined();
  });

  it('that was missed while nothing ran is done late, once; with both times missed it stays unpublished', async () => {
    const late = await planned(someDraft(), { publish_at: inMinutes(1) });
    const both = await planned(someDraft(), { publish_at: inMinutes(1), unpublish_at: inMinutes(2) });
    await after(3 * 24 * 60);
    await after(1);
    expect([await read(late), await read(both)].map(({ status, revision }) => [status, revision])).toEqual([
      ['published', 3],
      ['draft', 3],
    ]);
  });

  it('follows its last edit, and is needless once somebody published by hand or deleted', async () => {
    const moved = await planned(someDraft(), { publish_at: inMinutes(5) });
    await plan(moved, { publish_at: inMinutes(50) });
    const dropped = await planned(someDraft(), { publish_at: inMinutes(5) });
    await plan(dropped, { publish_at: null });
    const gone = await planned(someDraft(), { publish_at: inMinutes(5) });
    await bulk.content.markDeleted(gone, inMinutes(0), (found) => editOf(by, found, found));
    await after(6);
    expect([await read(moved), await read(dropped)].map(({ status }) => status)).toEqual(['draft', 'draft']);
    expect(await read(gone)).toMatchObject({ status: 'draft' });
    await after(45);
    expect((await read(moved)).status).toBe('published');
  });

  it('of what is still converted waits for its conversion', async () => {
    const id = await planned(someDraft({ media_version: null, conversion_status: 'processing', status: 'draft' }), {
      publish_at: inMinutes(1),
    });
    await after(2);
    expect(await read(id)).toMatchObject({ status: 'pending', publish_when_ready: true });
    expect((await read(id)).publish_at).toBeUndefined();
  });

  it('refuses times that cannot be meant', async () => {
    const content = someContent();
    const patch = (times: object) => () => applyPatch(content, { revision: 1, ...times }, undefined, inMinutes(0));
    expect(patch({ publish_at: inMinutes(1) })).toThrow('It is published already.');
    expect(patch({ status: 'draft', publish_at: inMinutes(2), unpublish_at: inMinutes(1) })).toThrow(
      'It must be taken back after it is published.',
    );
  });

  it('is done once although the worker is killed before or after any call', async () => {
    let kills = 0;
    for (const when of ['before', 'after'] as const) {
      for (let call = 1; ; call += 1) {
        const id = await planned(someDraft(), { publish_at: inMinutes(1) });
        bulk.world.now += 2 * MINUTE;
        const run = await bulk.end.during(when, call, bulk.tick);
        if (run.ended) kills += 1;
        await bulk.tick();
        expect(await read(id)).toMatchObject({
          status: 'published',
          revision: 3,
          thumbnail_url: `/posters/${id}/v1/thumbnail.jpg`,
        });
        expect(await note(id)).toBeUndefined();
        expect(await bulk.entries(id)).toEqual(['content.edited', 'content.published']);
        if (!run.ended) break;
      }
    }
    console.log(`killed ${kills} times`);
    expect(kills).toBeGreaterThan(10);
  });
});
