import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { saveContent } from '../../../../lambdas/data/content/content-writes.ts';
import type { Content } from '../../../../lambdas/domain/content/content.ts';
import { reviewsIn } from '../../../../lambdas/data/safety/safety-entities.ts';
import { evaluateTitle } from '../../../../lambdas/workers/safety-worker/evaluate-title.ts';
import { publishWaiting } from '../../../../lambdas/workers/safety-worker/publish-waiting.ts';
import { contentItem } from '../../../support/content.ts';
import { startTestTable, type TestTable } from '../../../support/dynamo.ts';
import { someFlagged, someResults } from '../../../support/rows/safety-rows.ts';
import { createSafetyWorld, revOf } from '../../../support/worlds/safety-world.ts';

const OWNER = randomUUID();
const CREATOR = `crt_${ulid()}`;

let db: TestTable;
let world: ReturnType<typeof createSafetyWorld>;

const store = (fields?: Partial<Content>) => world.store(fields);
const review = (id: string) => world.review(id);
const decide = (...args: Parameters<typeof world.decide>) => world.decide(...args);
const queued = (filter?: string) => world.queued(filter);
beforeAll(async () => {
  db = await startTestTable();
});
beforeEach(() => {
  world = createSafetyWorld(db.table, { owner: OWNER, creator: CREATOR });
});
afterAll(() => db.stop());

describe('a verdict', () => {
  it('is not stored on an item whose file was replaced', async () => {
    const { content, verdict } = await store();
    const replaced = { ...content, source_version_id: 'version-2', safety: undefined };
    await db.table.put(contentItem(replaced));
    await evaluateTitle(world.worker, verdict, 'analysis', async () => []);
    expect((await world.read(content.id)).safety).toBeUndefined();
    expect(await queued()).not.toContain(content.id);
  });

  /** A title that was published before its analysis ended, which then found something. */
  const storePublished = async (fields: Partial<Content> = {}) => {
    const { content, verdict, stored } = someFlagged({
      creator_id: CREATOR,
      status: 'published',
      published_at: '2026-01-01T00:00:00.000Z',
      ...fields,
    });
    await db.table.put(contentItem({ ...content, safety: undefined }));
    for (const item of stored.slice(1)) await db.table.put(item as never);
    return { content, verdict };
  };

  it('unpublishes a title that is public already, and the approval of a moderator publishes it again', async () => {
    const { content, verdict } = await storePublished();
    await evaluateTitle(world.worker, verdict, 'analysis', async () => []);
    expect(await world.read(content.id)).toMatchObject({
      status: 'pending',
      publish_when_ready: true,
      published_at: null,
      poster_url: null,
      safety: { verdict: 'review' },
    });
    world.caller.role = 'moderator';
    expect(await queued()).toContain(content.id);
    const { rev, evidence } = await review(content.id);
    expect(evidence.map(({ id }) => id)).toEqual(['frame-0', 'frame-1', 'text-0']);
    expect((await decide(content.id, { rev, outcome: 'approved' })).body).toMatchObject({ status: 'published' });
    // A person has decided about this file: what is found later is listed, and the title stays.
    const [frames] = someResults(content);
    if (frames?.summary.step !== 'frames') throw new Error('No frames');
    const worse = frames.summary.evidence.map((one) => ({ ...one, confidence: 0.99 }));
    await world.putResult({ ...frames, summary: { ...frames.summary, evidence: worse } });
    await evaluateTitle(world.worker, verdict, 'analysis', async () => []);
    world.caller.role = 'admin';
    expect(await review(content.id)).toMatchObject({ status: 'published', decision: null });
    expect(await queued()).toContain(content.id);
  });

  it('is only listed when a new policy makes it more severe', async () => {
    const { content, verdict } = await storePublished();
    await evaluateTitle(world.worker, verdict, 'policy', async () => []);
    expect(await review(content.id)).toMatchObject({ status: 'published', verdict: 'review' });
    expect(await queued()).toContain(content.id);
  });

  it('does not overtake an edit that was made while it was evaluated', async () => {
    const { content, verdict } = await storePublished();
    const draft = { ...content, status: 'draft' as const, revision: content.revision + 1 };
    await evaluateTitle(world.worker, verdict, 'analysis', async (before) => {
      // Only the first try meets the edit.
      if (!before && (await world.read(content.id)).status === 'published')
        await saveContent(db.table, { ...content, safety: undefined }, { ...draft, safety: undefined }, { more: [] });
      return [];
    });
    expect(await world.read(content.id)).toMatchObject({ status: 'draft', safety: { verdict: 'review' } });
  });

  it('publishes nothing while the gate is closed, and never overtakes an edit', async () => {
    const { content } = await store({ publish_when_ready: true });
    await publishWaiting(world.worker, content.id);
    expect((await world.read(content.id)).status).toBe('pending');
    const published = { ...content, status: 'published' as const, published_at: content.created_at, revision: 2 };
    const { verdict } = await store({ id: content.id, publish_when_ready: true });
    await evaluateTitle(world.worker, verdict, 'analysis', async () => []);
    await expect(saveContent(db.table, content, published, { more: [] })).rejects.toThrow('A condition failed');
  });
});

describe('a file that is replaced while someone reads its verdict', () => {
  const path = 'POST /api/content/{id}/safety/appeal';

  it('is not what an appeal or a decision is about', async () => {
    const { content } = await store();
    const { rev } = await review(content.id);
    // The verdict about the new file has the same number and evidence with the same ids.
    await store({ id: content.id, source_version_id: 'version-2' });
    expect((await decide(content.id, { rev, outcome: 'approved' })).problem?.code).toBe('version_conflict');
    Object.assign(world.caller, { role: 'user', userId: OWNER });
    const late = await world.request(path, { params: { id: content.id }, body: { text: 'Look again.', rev } });
    expect(late.problem).toMatchObject({
      code: 'version_conflict',
      detail: 'The verdict or the file has changed since you read it. Read what was found now, then appeal.',
    });
    const body = { text: 'Look again.', rev: revOf(1, 'version-2') };
    expect((await world.request(path, { params: { id: content.id }, body })).status).toBe(200);
  });

  it('is not what an edit publishes', async () => {
    const { content } = await store({ status: 'draft' });
    const safety = content.safety && { ...content.safety, verdict: 'clear' as const, categories: [] };
    const clear = { ...content, safety };
    await db.table.put(contentItem(clear));
    const published = { ...clear, status: 'published' as const, published_at: content.created_at, revision: 2 };
    await store({ id: content.id, source_version_id: 'version-2', status: 'draft' });
    await expect(saveContent(db.table, clear, published, { more: [] })).rejects.toThrow('A condition failed');
    expect((await world.read(content.id)).status).toBe('draft');
  });

  it('no longer waits for a decision once the new one is evaluated', async () => {
    const { content, verdict } = await store();
    const listed = async () =>
      (await db.table.queryAll({ index: 'gsi1', partition: reviewsIn('flagged'), limit: 100 }))
        .filter(({ content_id: id }) => id === content.id)
        .map(({ version_id: version }) => version);
    expect(await listed()).toEqual(['version-1']);
    const next = someFlagged({ ...content, source_version_id: 'version-2', safety: undefined });
    await db.table.put(contentItem({ ...next.content, safety: undefined }));
    for (const result of someResults(next.content)) await world.putResult(result);
    await evaluateTitle(world.worker, next.verdict, 'analysis', async () => []);
    expect(await listed()).toEqual(['version-2']);
    // A late evaluation of the file that was replaced lists it no more.
    await evaluateTitle(world.worker, verdict, 'policy', async () => []);
    expect(await listed()).toEqual(['version-2']);
    const versions = await world.worker.verdicts.listVerdicts(content.id);
    const revs = Object.fromEntries(versions.map(({ version_id, rev }) => [version_id, rev]));
    expect(revs).toEqual({ 'version-1': 3, 'version-2': 1 });
  });
});
