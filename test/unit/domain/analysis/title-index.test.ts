import { topicsModelOf, type LanguageModel } from '../../../../lambdas/contract/content/language-models.ts';
import { facetsOf, findingsOfTitle, listFor } from '../../../../lambdas/domain/analysis/title-index.ts';
import { currentSafety, withDecision } from '../../../../lambdas/domain/safety/gate.ts';
import { listedChange } from '../../../../lambdas/domain/analysis/listed-change.ts';
import { domainEventsOf } from '../../../../lambdas/domain/changes/domain-events.ts';
import { overviewOf } from '../../../../lambdas/domain/analysis/overview.ts';
import { nextRunOf } from '../../../../lambdas/domain/analysis/run-again.ts';
import type { StepResult, TextSummary } from '../../../../lambdas/domain/analysis/results.ts';
import type { StepSources } from '../../../../lambdas/domain/pipeline/sources.ts';
import { fullAnalysis } from '../../../../lambdas/domain/pipeline/stage.ts';
import { endStepRun, newStepRun, type StepRunState } from '../../../../lambdas/domain/pipeline/step-run.ts';
import { someContent } from '../../../support/content.ts';
import { someAnalyzedTitle } from '../../../support/rows/analysis-rows.ts';
import { finishedAttempt } from '../../../support/rows/conversion-records.ts';

const COSTS: Readonly<Record<string, number>> = { text: 0.01, topics: 0.02 };
const START = Date.parse('2026-11-20T10:00:00.000Z');
const content = someContent({ current_attempt: 'version-1/1' });
const finished = finishedAttempt(content);
const frames = { width: 640, height: 360, interval: 3, count: 20 };
const attempt = {
  ...finished,
  duration: 60,
  ladder: finished.ladder && { ...finished.ladder, analysis: { soundChannels: 2, frames } },
};

/** The records of the title with the latest run of some steps in these states. */
const sourcesWith = (states: Readonly<Record<string, StepRunState>>, ladder = attempt.ladder): StepSources => ({
  upload: { state: 'completed', created_at: '2026-11-20T08:00:00.000Z' },
  attempts: [{ ...attempt, ladder }],
  current: 'version-1/1',
  restartable: true,
  runs: Object.entries<StepRunState>({ ready: 'completed', ...states }).map(([name, state], index) => {
    const run = newStepRun(attempt, { name, timeLimitMs: 60_000, cost: 0 }, 1, START + index);
    return state === 'running'
      ? run
      : endStepRun(run, { state, reason: 'Because.', cost: COSTS[name] }, START + 1000 + index);
  }),
  now: START + 5000,
});
const DONE = {
  speech: 'completed',
  captions: 'completed',
  text: 'completed',
  topics: 'completed',
  frames: 'completed',
  safety: 'completed',
} as const;

const resultOf = (summary: StepResult['summary']) =>
  ({ content_id: content.id, version_id: 'version-1', step: summary.step, cost_usd: 7, summary }) as StepResult;
const text: TextSummary = {
  step: 'text',
  language: { code: 'en-US', confidence: 0.9 },
  sentiment: { sentiment: 'MIXED', confidence: 0.5 },
  sentiments: [],
  entities: [{ type: 'PERSON', text: '<b>Ada</b>', confidence: null, mentions: 2, at_ms: [0] }],
  evidence: [],
};
const topics = {
  step: 'topics',
  topics: [
    { topic: 'nature', score: 0.8 },
    { topic: 'gone', score: 0.1 },
  ],
} as const;

describe('what the lists of analyzed titles store', () => {
  it('has the verdict of the current file, known topics, a language without its region, and the last change', () => {
    const found = findingsOfTitle(content, sourcesWith(DONE), [resultOf(text), resultOf(topics)]);
    expect(found).toMatchObject({
      verdict: 'unknown',
      topics: ['nature'],
      sentiment: 'MIXED',
      language: 'en',
      cost_usd: 0.03,
      changed_at: '2026-11-20T10:00:01.006Z',
    });
    expect(found.steps.map(({ step, state }) => `${step} ${state}`)).toEqual(
      Object.entries(DONE).map(([step, state]) => `${step} ${state}`),
    );
    const evaluated = { version_id: 'version-1', verdict: 'review', categories: [], evidence_digest: '', rev: 1 };
    const reviewed = { ...content, safety: { ...evaluated, policy_version: 1 } } as typeof content;
    const safetyOf = (item: typeof content) => {
      const { verdict, decision } = findingsOfTitle(item, sourcesWith(DONE), []);
      return [verdict, decision];
    };
    expect(safetyOf(reviewed)).toEqual(['review', null]);
    const approved = { ...reviewed, safety: withDecision(currentSafety(reviewed), 'approved') };
    expect(safetyOf(approved)).toEqual(['review', 'approved']);
    // The approval ends when something else is found.
    expect(safetyOf({ ...approved, safety: { ...approved.safety, verdict: 'blocked' } })).toEqual(['blocked', null]);
    expect(safetyOf({ ...approved, source_version_id: 'version-2' })).toEqual(['unknown', null]);
  });

  it('puts a title into the list of all titles and one list for each property', () => {
    const found = findingsOfTitle(content, sourcesWith(DONE), [resultOf(text), resultOf(topics)]);
    expect(facetsOf(found).map(({ facet, value }) => `${facet} ${value}`)).toEqual([
      'all all',
      'verdict unknown',
      'topic nature',
      'sentiment MIXED',
      'language en',
    ]);
    expect(facetsOf(findingsOfTitle(content, sourcesWith({}), []))).toHaveLength(2);
  });

  it('reads the list with the fewest titles, and checks the other filters in it', () => {
    expect(listFor({})).toEqual({ list: { facet: 'all', value: 'all' }, rest: {} });
    expect(listFor({ verdict: 'clear', topic: 'nature', sentiment: undefined })).toEqual({
      list: { facet: 'topic', value: 'nature' },
      rest: { verdict: 'clear', sentiment: undefined },
    });
  });
});

describe('what can run again', () => {
  const steps = (sources: StepSources, type: 'video' | 'music' = 'video') =>
    nextRunOf({ content_type: type }, sources)?.steps;

  it('is what looks at the file; the other steps follow, and count toward the price', () => {
    const next = nextRunOf({ content_type: 'video' }, sourcesWith(DONE));
    expect(next?.steps).toEqual(['speech', 'frames']);
    expect(next?.usd).toBeGreaterThan(0);
    expect(nextRunOf({ content_type: 'music' }, sourcesWith({ ...DONE, speech: 'skipped' }))?.usd).toBeLessThan(
      next?.usd ?? 0,
    );
  });

  it('costs more with a language model that finds topics', () => {
    const model = topicsModelOf('bedrock', 'us.anthropic.claude-haiku-5-5');
    const priced = (one: LanguageModel | undefined): StepSources => ({
      ...sourcesWith(DONE),
      stage: { ...fullAnalysis, topicsModel: one },
    });
    const price = (one: LanguageModel | undefined) => nextRunOf({ content_type: 'video' }, priced(one))?.usd ?? 0;
    expect(price(model) - price(undefined)).toBeGreaterThan(0.0004);
    expect(findingsOfTitle(content, priced(model), []).next_run?.usd).toBe(price(model));
  });

  it('leaves out speech in music that no one asked for, and pictures of files without any', () => {
    const audio = { ...attempt.ladder, kind: 'audio' } as typeof attempt.ladder;
    expect(steps(sourcesWith({ ...DONE, speech: 'skipped' }), 'music')).toEqual(['frames']);
    expect(steps(sourcesWith(DONE, audio), 'music')).toEqual(['speech']);
    expect(steps(sourcesWith({ ...DONE, speech: 'skipped', frames: 'skipped' }, audio), 'music')).toEqual(['safety']);
  });

  it('is nothing while steps run, and until the file is converted', () => {
    expect(steps(sourcesWith({ ...DONE, text: 'running' }))).toBeUndefined();
    expect(steps({ ...sourcesWith({}), attempts: [] })).toBeUndefined();
  });
});

describe('the changes that update the lists', () => {
  const step = { type: 'STEP', content_id: 'cnt_1', step: 'text', state: 'running' };
  const item = { type: 'CONTENT', id: 'cnt_1', title: 'A', content_type: 'video' };
  it('are those of states, results, verdicts and files, not of titles and views', () => {
    expect(listedChange(undefined, step)).toBe('cnt_1');
    expect(listedChange(step, { ...step, state: 'failed' })).toBe('cnt_1');
    expect(listedChange(step, { ...step, lease_until: 'later' })).toBeUndefined();
    expect(listedChange(undefined, { ...step, step: 'ready' })).toBeUndefined();
    expect(listedChange({ type: 'ANALYSIS_RESULT', content_id: 'cnt_1' }, undefined)).toBe('cnt_1');
    expect(listedChange(item, { ...item, title: 'B', view_count: 2 })).toBeUndefined();
    const found = { ...item, safety: { verdict: 'review', categories: ['adult'], evidence_digest: 'a', rev: 1 } };
    expect(listedChange(item, found)).toBe('cnt_1');
    expect(listedChange(found, { ...found, safety: { ...found.safety, rev: 2 } })).toBeUndefined();
    const approved = { ...found, safety: { ...found.safety, decision: { outcome: 'approved' } } };
    expect(listedChange(found, approved)).toBe('cnt_1');
    expect(listedChange(approved, { ...approved, safety: { ...approved.safety, evidence_digest: 'b' } })).toBe('cnt_1');
    expect(listedChange(item, { ...item, deleted_at: 'now' })).toBe('cnt_1');
    expect(listedChange({ type: 'LIKE', content_id: 'cnt_1' }, undefined)).toBeUndefined();
  });

  it.each(['UPLOAD', 'ATTEMPT'])('include the %s that a restore writes last, but not its progress', (type) => {
    const record = { type, content_id: 'cnt_1', rev: 1 };
    expect(listedChange(undefined, record)).toBe('cnt_1');
    expect(listedChange(record, undefined)).toBe('cnt_1');
    expect(listedChange(record, { ...record, rev: 2 })).toBeUndefined();
  });

  it('become one event of the content item with its other aspects', () => {
    const aspects = (before: object | undefined, after: object | undefined) =>
      domainEventsOf(before as never, after as never).flatMap((event) =>
        event.type === 'ContentChanged.v1' ? [event.detail.contentId, ...event.detail.aspects] : [],
      );
    expect(aspects(undefined, step)).toEqual(['cnt_1', 'analysis']);
    expect(aspects(undefined, { ...item, status: 'published' })).toEqual(
      expect.arrayContaining(['cnt_1', 'analysis', 'count']),
    );
  });
});

describe('the overview', () => {
  it('counts titles with each kind of result, and shows the first results of three', () => {
    const read = [0, 1, 2, 3].map((index) => ({
      title: someAnalyzedTitle(`cnt_${index}`, { verdict: index === 0 ? 'review' : 'clear', cost_usd: 0.1 }),
      results: [resultOf(text), ...(index === 0 ? [resultOf(topics)] : [])],
      opening: index === 1 ? 'Good evening.' : null,
    }));
    const { kinds, verdicts, titles, cost_usd: cost } = overviewOf(read);
    expect([titles, cost]).toEqual([4, 0.4]);
    expect(kinds.map(({ kind, titles: count, samples }) => [kind, count, samples.map((one) => one.text)])).toEqual([
      ['transcription', 1, ['Good evening.']],
      ['video_analysis', 0, []],
      ['sentiment_analysis', 4, ['MIXED', 'MIXED', 'MIXED']],
      ['entity_recognition', 4, ['<b>Ada</b>', '<b>Ada</b>', '<b>Ada</b>']],
      ['content_analysis', 1, ['nature']],
    ]);
    expect(verdicts).toContainEqual({ verdict: 'review', titles: 1 });
  });

  it('counts words that were flagged, but does not show them', () => {
    const flagged = { ...text, evidence: [{ quote: 'Damned evening. And more.' }] } as unknown as typeof text;
    const opening = 'Damned evening.';
    const read = [flagged, text].map((summary, index) => ({
      title: someAnalyzedTitle(`cnt_${index}`, {}),
      results: [resultOf(summary)],
      opening,
    }));
    const [spoken] = overviewOf(read).kinds;
    expect(spoken).toMatchObject({ titles: 2, samples: [{ content_id: 'cnt_1', text: opening }] });
  });
});
