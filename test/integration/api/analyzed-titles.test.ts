import { ulid } from 'ulid';
import { createFindings } from '../../../lambdas/api/catalog/read-findings.ts';
import { createAnalysisResultRepository } from '../../../lambdas/data/analysis/result-repository.ts';
import { createTranscriptRepository } from '../../../lambdas/data/transcripts/transcript-repository.ts';
import { createCorrectionRepository } from '../../../lambdas/data/analysis/correction-repository.ts';
import {
  createAnalyzedTitleLists,
  createTitleIndexRepository,
} from '../../../lambdas/data/analysis/title-index-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { TitleFilter, TitleFindings } from '../../../lambdas/domain/analysis/title-index.ts';
import { correct } from '../../../lambdas/domain/analysis/corrections.ts';
import { fullAnalysis } from '../../../lambdas/domain/pipeline/stage.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { listTitle, type ListTitleDeps } from '../../../lambdas/workers/analyzed-titles/list-title.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { someContent } from '../../support/content.ts';
import { someFindings } from '../../support/rows/analysis-rows.ts';
import { someResults } from '../../support/rows/safety-rows.ts';
import { someTranscript } from '../../support/transcripts.ts';
import { createRandom } from '../../support/random.ts';

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const ignore = () => undefined;
const open = () => ({
  titles: createTitleIndexRepository(db.table),
  lists: createAnalyzedTitleLists(db.table, {
    cursors: createCursors(async () => Buffer.alloc(32, 1).toString('base64')),
    logger,
  }),
});

/** All ids of a list, read in pages of two. */
const idsOf = async (filter: TitleFilter): Promise<readonly string[]> => {
  const { lists } = open();
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await lists.list(filter, { cursor, limit: 2 });
    ids.push(...page.items.map(({ content_id: id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
};

const store = async (findings: TitleFindings): Promise<void> => {
  const { titles } = open();
  expect(await titles.replace(await titles.read(findings.content_id, ignore), findings)).toBe(true);
};

it('pages through titles by each property and by several, the one that changed last first', async () => {
  const ids = Array.from({ length: 5 }, () => `cnt_${ulid()}`);
  for (const [index, id] of ids.entries())
    await store(
      someFindings(id, {
        topics: index % 2 === 0 ? ['nature', 'music'] : ['food'],
        sentiment: index < 3 ? 'POSITIVE' : 'MIXED',
        language: index === 4 ? 'de' : 'en',
        verdict: index === 0 ? 'review' : 'clear',
        changed_at: `2026-11-20T10:00:0${index}.000Z`,
      }),
    );
  const [a = '', b = '', c = '', d = '', e = ''] = ids;
  expect(await idsOf({})).toEqual([e, d, c, b, a]);
  expect(await idsOf({ topic: 'music' })).toEqual([e, c, a]);
  expect(await idsOf({ sentiment: 'POSITIVE' })).toEqual([c, b, a]);
  expect(await idsOf({ language: 'de' })).toEqual([e]);
  expect(await idsOf({ verdict: 'review' })).toEqual([a]);
  expect(await idsOf({ verdict: 'clear', topic: 'nature', sentiment: 'POSITIVE' })).toEqual([c]);
  const { lists } = open();
  const { next_cursor: cursor } = await lists.list({}, { cursor: undefined, limit: 2 });
  await expect(lists.list({ topic: 'food' }, { cursor: cursor ?? '', limit: 2 })).rejects.toThrow();
});

it('leaves the lists that a title is no longer in, and all of them when it is deleted', async () => {
  const { titles } = open();
  const id = `cnt_${ulid()}`;
  await store(someFindings(id, { topics: ['travel'], language: 'fr' }));
  await store(someFindings(id, { topics: ['science'], language: null }));
  expect([await idsOf({ topic: 'travel' }), await idsOf({ language: 'fr' })]).toEqual([[], []]);
  expect(await idsOf({ topic: 'science' })).toEqual([id]);
  expect(await titles.replace(await titles.read(id, ignore), undefined)).toBe(true);
  expect(await titles.read(id, ignore)).toEqual([]);
  expect(await idsOf({ topic: 'science' })).toEqual([]);
  await store(someFindings(id, { topics: ['science'] }));
  await titles.removeAll(id);
  expect(await titles.read(id, ignore)).toEqual([]);
});

/** A title whose state a test changes, and the worker's dependencies for it. */
const changingTitle = () => {
  const content = someContent();
  const state = { deleted: false, verdict: 'clear' };
  const deps: ListTitleDeps = {
    conversions: {
      readHistory: async () =>
        ({
          upload: { state: 'completed', created_at: content.created_at },
          own: undefined,
          attempts: [],
          runs: [],
          content: {
            ...content,
            safety: { version_id: content.source_version_id, verdict: state.verdict },
            ...(state.deleted ? { deleted_at: content.created_at } : {}),
          },
        }) as never,
    },
    results: { list: async () => [] },
    corrections: createCorrectionRepository(db.table),
    titles: open().titles,
    stage: fullAnalysis,
    logger,
    now: Date.now,
  };
  return { id: content.id, state, deps };
};

it('ends in the stored state after concurrent, repeated and late events', async () => {
  const { titles } = open();
  const random = createRandom(7);
  const { id, state, deps } = changingTitle();
  for (let round = 0; round < 10; round += 1) {
    const events = Array.from({ length: 5 }, async () => {
      state.verdict = random() < 0.5 ? 'clear' : 'review';
      await listTitle(deps, id);
    });
    await Promise.all(events);
    const stored = await titles.read(id, ignore);
    expect(stored.map(({ value }) => value).toSorted()).toEqual(['all', state.verdict]);
  }
  state.deleted = true;
  await Promise.all([listTitle(deps, id), listTitle(deps, id)]);
  expect(await titles.read(id, ignore)).toEqual([]);
});

it('follows a title that came back while a worker took it out of the lists', async () => {
  const { titles } = open();
  const { id, state, deps } = changingTitle();
  await listTitle(deps, id);
  const stored = await titles.read(id, ignore);
  state.deleted = true;
  const late: ListTitleDeps = {
    ...deps,
    titles: {
      ...titles,
      async replace(before, after) {
        // The title is restored, and the worker of that event finds the lists right.
        if (state.deleted) {
          state.deleted = false;
          await listTitle(deps, id);
        }
        return titles.replace(before, after);
      },
    },
  };
  await listTitle(late, id);
  const values = (all: typeof stored) => all.map(({ value }) => value);
  expect(values(await titles.read(id, ignore))).toEqual(values(stored));
});

it('keeps corrections with their audit entry, one writer at a time, until the item is deleted', async () => {
  const repository = createCorrectionRepository(db.table);
  const id = `cnt_${ulid()}`;
  const at = '2026-11-20T10:00:00.000Z';
  const by = '11111111-2222-4333-8444-555555555555';
  const act = {
    actor: { userId: by, role: 'admin' as const },
    requestId: 'r',
    action: 'content.analysis-corrected' as const,
    targetId: id,
    before: {},
    after: {},
  };
  const before = await repository.read(id, 'v1');
  const after = correct(before, { kind: 'topic', name: 'food', change: 'added', by, at });
  expect(await repository.save(before, after, act, at)).toBe(true);
  expect(await repository.save(before, after, act, at)).toBe(false);
  expect(await repository.read(id, 'v1')).toEqual(after);
  expect((await repository.read(id, 'v2')).corrections).toEqual([]);
  await repository.removeAll(id);
  expect(await repository.read(id, 'v1')).toEqual(before);
});

it('returns what was found in the current file in the shapes of the specification', async () => {
  const { table } = db;
  const results = createAnalysisResultRepository(table);
  const content = someContent();
  const version = content.source_version_id ?? '';
  for (const result of someResults(content)) await results.put(result);
  for (const item of someTranscript(content.id, version, ['In the', 'meadow'])) await table.put(item);
  const read = createFindings({
    results,
    corrections: createCorrectionRepository(table),
    transcripts: createTranscriptRepository(table, ignore),
    logger,
  });
  expect(await read(content)).toMatchObject({
    transcription: 'In the meadow',
    video_analysis: { labels: [] },
    content_analysis: { sensitive: expect.arrayContaining([{ category: 'adult', confidence: 0.67 }]) },
  });
  const nothing = { transcription: null, video_analysis: null, sentiment_analysis: null, content_analysis: null };
  expect(await read({ ...content, source_version_id: 'another' })).toMatchObject(nothing);
  expect(await read({ ...content, source_version_id: null })).toMatchObject(nothing);
});
