import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { SafetyChange, SafetyNotice } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import {
  analysisResultEntity,
  createAnalysisResultRepository,
} from '../../../../lambdas/data/analysis/result-repository.ts';
import type { Content } from '../../../../lambdas/domain/content/content.ts';
import { analysisFrameKey } from '../../../../lambdas/domain/media/layout.ts';
import { initialPolicy } from '../../../../lambdas/domain/safety/policy.ts';
import { applyPolicy } from '../../../../lambdas/workers/safety-worker/apply-policy.ts';
import { evaluateTitle } from '../../../../lambdas/workers/safety-worker/evaluate-title.ts';
import { contentItem } from '../../../support/content.ts';
import { startTestTable, type TestTable } from '../../../support/dynamo.ts';
import { someFlagged, someResults } from '../../../support/rows/safety-rows.ts';
import { editedTranscript } from '../../../support/rows/transcript-rows.ts';
import { createSafetyWorld, REASON, revOf } from '../../../support/worlds/safety-world.ts';

const OWNER = randomUUID();
const CREATOR = `crt_${ulid()}`;
const AT = '2026-01-01T00:00:00.000Z';

let db: TestTable;
let world: ReturnType<typeof createSafetyWorld>;

const store = (fields?: Partial<Content>) => world.store(fields);
const review = (id: string) => world.review(id);
const decide = (...args: Parameters<typeof world.decide>) => world.decide(...args);
const queued = (filter?: string) => world.queued(filter);
const entries = async (id: string) => {
  const keys = await db.table.queryAll({ index: 'gsi2', partition: `AUDIT_TARGET#${id}`, limit: 100 });
  return db.table.getMany(keys.map(({ pk, sk }) => ({ pk, sk })));
};
const actions = async (id: string) => (await entries(id)).map((entry) => [entry['action'], entry['reason']]);

beforeAll(async () => {
  db = await startTestTable();
});
beforeEach(() => {
  world = createSafetyWorld(db.table, { owner: OWNER, creator: CREATOR });
});
afterAll(() => db.stop());

describe('a review', () => {
  it('shows the evidence that counts, and what no model checked', async () => {
    const { content } = await store();
    const found = await review(content.id);
    expect(found).toMatchObject({ verdict: 'review', decision: null, rev: revOf(1), status: 'pending' });
    expect(found.raised.map(({ category }) => category)).toEqual(['adult', 'profanity']);
    // The finding in the text is as of an earlier version, which stored no risk.
    expect(found.evidence.map(({ id, counts, risk }) => [id, counts, risk])).toEqual([
      ['frame-0', true, 'high'],
      ['frame-1', true, 'high'],
      ['text-0', true, null],
    ]);
    expect(found.not_covered).toContain('terrorism');
    expect(found.evidence[0]).not.toHaveProperty('frame_key');
    expect(await queued()).toContain(content.id);
    expect(await queued('blocked')).not.toContain(content.id);
  });

  it('says when findings are about an earlier transcript', async () => {
    const { content } = await store();
    for (const item of editedTranscript(content.id)) await db.table.put(item as never);
    const isStale = async (revision: number) => {
      const transcript = { set: 'a'.repeat(20), revision };
      for (const result of someResults(content))
        await db.table.put(analysisResultEntity.toItem(result.step === 'text' ? { ...result, transcript } : result));
      return (await review(content.id)).stale;
    };
    expect([await isStale(1), await isStale(0)]).toEqual([false, true]);
  });

  it('returns a frame of its own title only', async () => {
    const { content } = await store();
    const path = 'GET /api/admin/safety/reviews/{id}/frames/{evidenceId}';
    const frame = (evidenceId: string) => world.request(path, { params: { id: content.id, evidenceId } });
    world.frames.set(analysisFrameKey(content.id, 'v1', 0), new Uint8Array([0xff, 0xd8]));
    expect((await frame('frame-0')).body).toEqual({ jpeg: '/9g=' });
    expect((await frame('frame-1')).problem?.code).toBe('media_not_available');
    expect((await frame('text-0')).problem?.code).toBe('media_not_available');
    expect((await frame('unknown')).problem?.code).toBe('media_not_available');
  });

  it('of a draft does not exist for moderators, and none for users', async () => {
    const { content } = await store({ status: 'draft' });
    world.caller.role = 'moderator';
    expect((await world.request('GET /api/admin/safety/reviews/{id}', { params: { id: content.id } })).status).toBe(
      404,
    );
    expect(await queued()).not.toContain(content.id);
    world.caller.role = 'user';
    expect((await decide(content.id, { rev: 1, outcome: 'approved' })).status).toBe(403);
  });
});

describe('a decision', () => {
  it('requires that evidence of each category was opened', async () => {
    const { content } = await store();
    const tries = await Promise.all(
      [[], ['frame-0'], ['text-0']].map((some) => decide(content.id, { rev: 1, outcome: 'approved', opened: some })),
    );
    expect(tries.map(({ problem }) => problem?.code)).toEqual(Array(3).fill('evidence_not_opened'));
    const invented = await decide(content.id, {
      rev: 1,
      outcome: 'approved',
      opened: ['frame-0', 'text-0', 'frame-9'],
    });
    expect(invented.problem?.code).toBe('validation_failed');
  });

  it('approves and publishes in one step, with everything in the audit log', async () => {
    const { content, verdict } = await store();
    const response = await decide(content.id, { rev: 1, outcome: 'approved', publish: true });
    expect(response.body).toMatchObject({ decision: 'approved', status: 'published', waiting_since: null });
    expect(await world.read(content.id)).toMatchObject({
      status: 'published',
      safety: { decision: { outcome: 'approved' } },
    });
    expect(await actions(content.id)).toEqual([['content.safety-approved', REASON]]);
    const [entry] = await entries(content.id);
    expect(entry?.['after']).toMatchObject({ policy_version: 0, models: verdict.models, decision: 'approved' });
    expect(verdict.models).toHaveLength(2);
    expect(await queued()).not.toContain(content.id);
    const { decisions } = await review(content.id);
    expect(decisions).toMatchObject([
      { outcome: 'approved', policy_version: 0, reason: REASON, models: verdict.models },
    ]);
  });

  it('can be repeated after a lost response, and is denied when the verdict changed', async () => {
    const { content } = await store();
    const first = await decide(content.id, { rev: 1, outcome: 'approved' });
    expect((await decide(content.id, { rev: 1, outcome: 'approved' })).status).toBe(first.status);
    expect(await actions(content.id)).toHaveLength(1);
    expect((await decide(content.id, { rev: 1, outcome: 'rejected' })).problem?.code).toBe('version_conflict');
  });

  it('made twice at the same time is made once', async () => {
    const { content } = await store();
    const both = await Promise.all(['approved', 'rejected'].map((outcome) => decide(content.id, { rev: 1, outcome })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await actions(content.id)).toHaveLength(1);
  });

  it('that rejects unpublishes the title', async () => {
    const { content } = await store({ status: 'published', published_at: '2026-01-01T00:00:00.000Z' });
    expect((await decide(content.id, { rev: 1, outcome: 'rejected' })).body).toMatchObject({ status: 'draft' });
    expect(await actions(content.id)).toEqual([['content.safety-rejected', REASON]]);
  });

  it('about a title that was never analyzed needs a reason only', async () => {
    const { content } = someFlagged({ creator_id: CREATOR });
    await db.table.put(contentItem({ ...content, safety: undefined }));
    expect(await review(content.id)).toMatchObject({ verdict: 'unknown', rev: revOf(0), policy_version: null });
    const approved = await decide(content.id, { rev: 0, outcome: 'approved', opened: [], publish: true });
    expect(approved.body).toMatchObject({ status: 'published', decision: 'approved' });
  });

  it('ends when a new evaluation finds other evidence', async () => {
    const { content, verdict } = await store();
    await decide(content.id, { rev: 1, outcome: 'approved' });
    const results = await world.worker.results.list(content.id, verdict.version_id, () => undefined);
    const frames = results.find(({ step }) => step === 'frames');
    const { summary } = frames ?? {};
    if (!frames || summary?.step !== 'frames') throw new Error('No frames');
    const evidence = summary.evidence.map((one) => ({ ...one, confidence: 0.99 }));
    await createAnalysisResultRepository(db.table).put({ ...frames, summary: { ...summary, evidence } });
    await evaluateTitle(world.worker, verdict, 'analysis', async () => []);
    expect(await review(content.id)).toMatchObject({ decision: null, verdict: 'review', rev: revOf(3) });
    expect(await queued()).toContain(content.id);
  });
});

describe('an appeal', () => {
  const notice = async (id: string) =>
    (await world.request('GET /api/content/{id}/safety', { params: { id } })).body as SafetyNotice;
  const appeal = async (id: string, text = 'Please look again.', rev?: string) =>
    world.request('POST /api/content/{id}/safety/appeal', {
      params: { id },
      body: { text, rev: rev ?? (await notice(id)).rev },
    });

  it('puts a rejected title back into the list, once', async () => {
    const { content } = await store();
    await decide(content.id, { rev: 1, outcome: 'rejected' });
    expect(await queued()).not.toContain(content.id);
    Object.assign(world.caller, { role: 'user', userId: OWNER });
    expect(await notice(content.id)).toMatchObject({ decision: 'rejected', reason: REASON, can_appeal: true });
    expect((await appeal(content.id)).body).toMatchObject({
      can_appeal: false,
      appeals: [{ text: 'Please look again.', state: 'waiting', outcome: null }],
    });
    expect((await appeal(content.id)).status).toBe(200);
    expect((await appeal(content.id, 'And again.')).problem?.code).toBe('already_exists');
    world.caller.role = 'admin';
    expect(await queued('appealed')).toContain(content.id);
    const { rev, appeal: read } = await review(content.id);
    expect(read?.text).toBe('Please look again.');
    expect((await decide(content.id, { rev, outcome: 'approved' })).body).toMatchObject({
      decision: 'approved',
      decisions: [{ on_appeal: true }, { on_appeal: false }],
    });
    Object.assign(world.caller, { role: 'user', userId: OWNER });
    expect((await notice(content.id)).appeals).toMatchObject([
      { text: 'Please look again.', state: 'answered', outcome: 'approved', reason: REASON },
    ]);
    expect((await actions(content.id)).map(([action]) => action).sort()).toEqual([
      'content.safety-appealed',
      'content.safety-approved',
      'content.safety-rejected',
    ]);
  });

  it('is for the owner only, and only while something keeps the title from being published', async () => {
    const { content } = await store();
    world.caller.role = 'moderator';
    expect((await appeal(content.id, 'Mine?', revOf(1))).problem?.code).toBe('content_not_found');
    world.caller.role = 'admin';
    await decide(content.id, { rev: 1, outcome: 'approved' });
    expect((await appeal(content.id)).problem?.code).toBe('invalid_state');
  });
});

describe('the owner of a title', () => {
  const FRAME = 'GET /api/content/{id}/safety/frames/{evidenceId}';
  const asOwner = () => Object.assign(world.caller, { role: 'user', userId: OWNER });
  const own = async (query: Record<string, string> = {}) =>
    (await world.request('GET /api/own-titles', { query })).body as {
      items: { content_id: string; verdict: string; decision: string | null }[];
      next_cursor: string | null;
    };

  it('sees the rule, the policy, the models and what counts, but no name of staff', async () => {
    const { content, verdict } = await store();
    await decide(content.id, { rev: 1, outcome: 'rejected' });
    asOwner();
    const notice = (await world.request('GET /api/content/{id}/safety', { params: { id: content.id } })).body;
    expect(notice).toMatchObject({
      raised: [
        { category: 'adult', level: 'review', rule: initialPolicy.rules.adult },
        { category: 'profanity', level: 'review', rule: initialPolicy.rules.profanity },
      ],
      policy_version: 0,
      models: verdict.models,
      evidence: [
        { id: 'frame-0', kind: 'frame', from_ms: 4000, version: 'local-nsfwjs-4.4.0' },
        { id: 'frame-1', kind: 'frame' },
        { id: 'text-0', kind: 'text', quote: 'That damned lotus again.' },
      ],
    });
    expect(JSON.stringify(notice)).not.toContain('decided_by');
    expect(JSON.stringify(notice)).not.toContain('frame_key');
  });

  it('sees the frames that count in their own titles only', async () => {
    const { content } = await store();
    world.frames.set(analysisFrameKey(content.id, 'v1', 0), new Uint8Array([0xff, 0xd8]));
    const frame = (evidenceId: string) => world.request(FRAME, { params: { id: content.id, evidenceId } });
    asOwner();
    expect((await frame('frame-0')).body).toEqual({ jpeg: '/9g=' });
    expect((await frame('frame-1')).problem?.code).toBe('media_not_available');
    expect((await frame('frame-9')).problem?.code).toBe('media_not_available');
    for (const role of ['user', 'moderator'] as const) {
      Object.assign(world.caller, { role, userId: randomUUID() });
      expect((await frame('frame-0')).problem?.code).toBe('content_not_found');
    }
  });

  it('pages through the titles of their creators only, newest first, without deleted ones', async () => {
    const user = randomUUID();
    const [creator, second] = [`crt_${ulid()}`, `crt_${ulid()}`] as const;
    const other = createSafetyWorld(db.table, { owner: user, creator, second });
    const stored: string[] = [];
    for (const [index, creator_id] of [creator, second, creator, second].entries()) {
      const { content } = await other.store({ creator_id, created_at: `2026-01-0${index + 1}T00:00:00.000Z` });
      stored.push(content.id);
    }
    await store();
    await db.table.put(contentItem({ ...someFlagged({ creator_id: creator }).content, deleted_at: AT }));
    Object.assign(other.caller, { role: 'user', userId: user });
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query: Record<string, string> = { limit: '3', ...(cursor ? { cursor } : {}) };
      const { body } = await other.request('GET /api/own-titles', { query });
      const page = body as Awaited<ReturnType<typeof own>>;
      ids.push(...page.items.map(({ content_id: id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(ids).toEqual(stored.toReversed());
    // An administrator has the titles of all creators elsewhere.
    expect(await own()).toEqual({ items: [], next_cursor: null });
  });
});

describe('a new policy', () => {
  const lax = {
    ...initialPolicy.rules,
    adult: { ...initialPolicy.rules.adult, review_at: 0.9 },
    profanity: { ...initialPolicy.rules.profanity, review_at: 0.9 },
  };
  const put = (version: number, rules: object) =>
    world.request('PUT /api/admin/safety/policy', { body: { version, rules } });

  it('is previewed, then evaluates the whole catalog from stored results and publishes what waited', async () => {
    const waiting = await Promise.all(Array.from({ length: 30 }, () => store({ publish_when_ready: true })));
    for (const { content } of waiting) await world.copy(content.id);
    const preview = (version: number) =>
      world.request('POST /api/admin/safety/policy/preview', { body: { rules: lax, version } });
    const [change, ...others] = ((await preview(0)).body as { changes: SafetyChange[] }).changes;
    expect(others).toEqual([]);
    expect(change).toMatchObject({ from: 'review', to: 'clear' });
    expect(change?.count).toBe(30);
    expect(change?.samples[0]).toEqual({ id: expect.stringMatching(/^cnt_/), title: waiting[0]?.content.title });
    // Someone else saved a policy in the meantime.
    expect((await preview(1)).problem?.code).toBe('version_conflict');
    expect((await put(0, lax)).body).toMatchObject({ policy: { version: 1 }, evaluation: { state: 'running' } });
    for (let event = world.events.shift(); event; event = world.events.shift()) {
      await applyPolicy(world.worker, event);
      // Delivered twice.
      await applyPolicy(world.worker, event);
    }
    const { body } = await world.request('GET /api/admin/safety/policy');
    const { evaluation } = body as { evaluation: { state: string; changed: number } };
    expect(evaluation.state).toBe('done');
    expect(evaluation.changed).toBeGreaterThanOrEqual(30);
    for (const { content } of waiting)
      expect(await world.read(content.id)).toMatchObject({ status: 'published', safety: { verdict: 'clear' } });
    expect((await put(0, initialPolicy.rules)).problem?.code).toBe('version_conflict');
    expect((await put(1, initialPolicy.rules)).body).toMatchObject({ policy: { version: 2 } });
    const versions = await world.request('GET /api/admin/safety/policy/versions');
    expect((versions.body as { items: { version: number }[] }).items.map(({ version }) => version)).toEqual([2, 1, 0]);
  });

  it('with contradictions is rejected with the field', async () => {
    const rules = { ...lax, adult: { ...lax.adult, block_at: 0.1 } };
    expect((await put(2, rules)).problem?.issues?.map(({ path }) => path)).toEqual(['rules.adult.block_at']);
  });
});
