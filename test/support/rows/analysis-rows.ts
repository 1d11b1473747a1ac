import { ulid } from 'ulid';
import type { AnalyzedTitle } from '../../../lambdas/contract/content/analyzed-titles.ts';
import { monthBudgetEntity, titleBudgetEntity } from '../../../lambdas/data/analysis/budget-repository.ts';
import { analysisResultEntity } from '../../../lambdas/data/analysis/result-repository.ts';
import { analyzedTitleEntity } from '../../../lambdas/data/analysis/title-index-repository.ts';
import { attemptEntity } from '../../../lambdas/data/conversion/attempt-repository.ts';
import { stepEntity } from '../../../lambdas/data/pipeline/step-repository.ts';
import { facetsOf, type TitleFindings } from '../../../lambdas/domain/analysis/title-index.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { endStepRun, newStepRun } from '../../../lambdas/domain/pipeline/step-run.ts';
import { someContent } from '../content.ts';
import { finishedAttempt } from './conversion-records.ts';
import { recently } from '../recent.ts';

const AT = '2026-11-20T10:00:00.000Z';

/** What two titles used of the analysis budget in a month, so that its list has a second page. */
export const budgetItems = () => {
  const common = { month: '2026-11', used: 30_000, spent: 20_000, updated_at: recently() };
  const titles = ['text', 'frames'] as const;
  return [
    monthBudgetEntity.toItem({ ...common, skips: 2 }),
    ...titles.map((step) =>
      titleBudgetEntity.toItem({
        ...common,
        content_id: `cnt_${ulid()}`,
        reserved: { [step]: { micros: 10_000, done: 0 } },
        skipped: [{ step, limit: 'month', usd: 0.2, at: common.updated_at }],
        rev: 1,
      }),
    ),
  ];
};

/** A title as the lists of analyzed titles store it. */
export const someFindings = (contentId: string, parts: Partial<TitleFindings> = {}): TitleFindings => ({
  content_id: contentId,
  verdict: 'clear',
  decision: null,
  topics: ['nature'],
  sentiment: 'POSITIVE',
  language: 'en',
  steps: [{ step: 'frames', title: 'Picture analysis', state: 'completed', reason: null }],
  next_run: { steps: ['frames'], usd: 0.02 },
  cost_usd: 0.02,
  changed_at: AT,
  ...parts,
});

/** The stored items of a title in all its lists. */
export const listedItems = (findings: TitleFindings) =>
  facetsOf(findings).map((facet) => analyzedTitleEntity.toItem({ ...findings, ...facet, rev: 1 }));

/** A title in the list of the API. */
export const someAnalyzedTitle = (contentId: string, parts: Partial<AnalyzedTitle> = {}): AnalyzedTitle => ({
  ...someFindings(contentId),
  title: 'Lotus',
  artist: 'Mira',
  content_type: 'video',
  status: 'published',
  ...parts,
});

/** The completed run that lets the analysis of a title start. */
const readyRun = (content: Content) => {
  const terms = { name: 'ready', timeLimitMs: 60_000, cost: 0 };
  const run = newStepRun(finishedAttempt(content), terms, 1, Date.parse(AT));
  return stepEntity.toItem(endStepRun(run, { state: 'completed' }, Date.parse(AT)));
};

/** The topics of a title, which can be corrected. */
const topicsResult = ({ id, source_version_id: version }: Content) =>
  analysisResultEntity.toItem({
    content_id: id,
    version_id: version ?? '',
    step: 'topics',
    attempt: 1,
    run: 1,
    input_hash: 'a'.repeat(64),
    provenance: { provider: 'lexicon', model: 'lexicon', version: '1', calibrated: false, covers: [] },
    units: 0,
    cost_usd: 0,
    raw_key: null,
    created_at: AT,
    summary: { step: 'topics', topics: [{ topic: 'nature', score: 0.8 }] },
  });

/** Calls of the analysis, and the items that they need: two titles in the lists, one of which can run. */
export const analysisRows = (owned: Partial<Content>) => {
  const analyzed = someContent({ ...owned, current_attempt: 'version-1/1' });
  const corrected = someContent({ ...owned, current_attempt: 'version-1/1' });
  const params = { id: analyzed.id };
  return {
    contents: [analyzed, corrected],
    stored: [
      ...budgetItems(),
      attemptEntity.toItem(finishedAttempt(analyzed)),
      readyRun(analyzed),
      topicsResult(corrected),
      attemptEntity.toItem(finishedAttempt(corrected)),
      ...[analyzed, corrected].flatMap(({ id }) => listedItems(someFindings(id))),
    ],
    calls: {
      'analysis.get-analysis': [{ input: { params }, success: 200 }],
      'analysis.get-budget': [{ input: { query: { month: '2026-11', limit: '5' } }, success: 200 }],
      'analysis.get-estimate': [{ input: { query: { content_type: 'video', seconds: '600' } }, success: 200 }],
      'analysis.list-titles': [
        { input: { query: { limit: '1' } }, success: 200 },
        { variant: 'with filters', input: { query: { topic: 'nature', language: 'en' } }, success: 200 },
      ],
      'analysis.get-overview': [{ input: {}, success: 200 }],
      'analysis.correct-analysis': [
        {
          input: { params: { id: corrected.id }, body: { kind: 'topic', name: 'food', change: 'added' } },
          success: 200,
        },
      ],
      'analysis.run-analysis': [{ input: { params }, success: 202 }],
    },
  } as const;
};
