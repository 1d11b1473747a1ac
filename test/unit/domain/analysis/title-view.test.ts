import { topicsModelOf, type LanguageModel } from '../../../../lambdas/contract/content/language-models.ts';
import { ANALYSIS_PRICES, transcriptPrice } from '../../../../lambdas/domain/analysis/prices.ts';
import type { StepResult, StepSummary } from '../../../../lambdas/domain/analysis/results.ts';
import {
  analysisView,
  specificationMetadata,
  type TitleAnalysis,
} from '../../../../lambdas/domain/analysis/title-view.ts';
import { DELIVERY_GIGABYTE } from '../../../../lambdas/domain/media/prices.ts';
import type { Attempt } from '../../../../lambdas/domain/conversion/attempt.ts';
import { fullAnalysis } from '../../../../lambdas/domain/pipeline/stage.ts';
import { newStepRun, type StepRun } from '../../../../lambdas/domain/pipeline/step-run.ts';
import { attemptOf } from '../../workers/analyze/world.ts';

const summaries = {
  text: { step: 'text', language: null, sentiment: null, sentiments: [], entities: [], evidence: [] },
  topics: { step: 'topics', topics: [] },
  frames: { step: 'frames', frames: 1, skipped: 0, labels: [], evidence: [] },
} as const satisfies Record<string, StepSummary>;

const resultOf = (step: 'text' | 'topics' | 'frames', transcript?: StepResult['transcript']): StepResult => ({
  content_id: 'cnt_1',
  version_id: 'v1',
  step,
  attempt: 1,
  run: 1,
  input_hash: 'a'.repeat(64),
  provenance: { provider: 'comprehend', model: 'Comprehend', version: '1', calibrated: false, covers: [] },
  ...(transcript ? { transcript } : {}),
  units: 1,
  cost_usd: 0.01,
  raw_key: null,
  created_at: '2026-11-20T10:00:00.000Z',
  summary: summaries[step],
});
const segments = [{ id: 's00001', start_ms: 0, end_ms: 2000, text: 'x'.repeat(10_000) }];

describe('the analysis of a title', () => {
  const run = (step: string, number: number, cost?: number, version = 'v1'): StepRun => ({
    ...newStepRun({ ...attemptOf(600), version_id: version }, { name: step, timeLimitMs: 1, cost: 9 }, number, 0),
    ...(cost === undefined ? {} : { cost_actual: cost }),
  });
  const runs = [
    run('speech', 1, 0.06),
    { ...run('speech', 2, 0.06), state: 'failed' as const },
    run('text', 1, 0.02),
    run('text', 2, 0.03),
    run('frames', 1),
    run('frames', 1, 0.2, 'v0'),
    run('ready', 1, 5),
  ];
  const made = { set: 'a', revision: 3 };
  const view = (
    spoken: TitleAnalysis['spoken'],
    topicsModel?: LanguageModel,
    { attempt, views }: { attempt: Attempt | undefined; views: number } = { attempt: attemptOf(600), views: 0 },
  ) =>
    analysisView({
      content: { id: 'cnt_1', title: 'A speech', view_count: views },
      attempt,
      results: [resultOf('text', made), resultOf('topics', made), resultOf('frames')],
      runs,
      spoken,
      stage: { ...fullAnalysis, topicsModel },
    });
  const stale = (spoken: TitleAnalysis['spoken']) =>
    view(spoken).results.flatMap(({ step, stale: isStale }) => (isStale ? [step] : []));

  it('names the results that were made from an earlier transcript', () => {
    expect(stale({ transcript: made, segments })).toEqual([]);
    expect(stale({ transcript: { set: 'a', revision: 4 }, segments })).toEqual(['text', 'topics']);
    expect(stale({ transcript: { set: 'b', revision: 3 }, segments })).toEqual(['text', 'topics']);
    expect(stale(undefined)).toEqual(['text', 'topics']);
  });

  it('has the cost of every run: also failed and repeated ones, and those for an earlier file', () => {
    expect(view(undefined).costs.analysis_usd).toBe(0.37);
  });

  it('estimates the delivery so far: each view as the whole title in its highest rendition', () => {
    const ladder = {
      ...attemptOf(600).ladder,
      video: [{ maxBitrate: 1_000_000 }, { maxBitrate: 5_000_000 }],
      audio: [{ bitrate: 128_000 }],
    } as unknown as Attempt['ladder'];
    const costsOf = (views: number, attempt: Attempt | undefined) =>
      view(undefined, undefined, { attempt, views }).costs;
    const attempt: Attempt = { ...attemptOf(600), ladder };
    // Bytes of ten minutes: films use 0.6 of the highest rendition's maximum.
    const bytes = ((0.6 * 5_000_000 + 128_000) / 8) * 600;
    const { views, delivered_usd: delivered, delivery_hour_usd: hour } = costsOf(7, attempt);
    expect([views, delivered]).toEqual([7, Number((((7 * bytes) / 1024 ** 3) * DELIVERY_GIGABYTE).toFixed(6))]);
    expect(delivered).toBeCloseTo((7 / 6) * (hour ?? 0), 4);
    expect([costsOf(0, attempt).delivered_usd, costsOf(0, undefined).delivered_usd]).toEqual([0, 0]);
    expect(costsOf(3, undefined)).toMatchObject({ views: 3, delivered_usd: null });
  });

  it('estimates the price of topics by a language model, which are free without one', () => {
    expect(view(undefined).estimates['topics']).toBe(0);
    expect(view({ transcript: made, segments }).estimates['topics']).toBe(0);
    const haiku = topicsModelOf('bedrock', 'us.anthropic.claude-haiku-5-5');
    expect(topicsModelOf('lexicon', 'us.anthropic.claude-haiku-5-5')).toBeUndefined();
    expect(view({ transcript: made, segments }, haiku).estimates['topics']).toBeCloseTo(0.00099, 6);
    expect(view(undefined, haiku).estimates['topics']).toBeCloseTo(0.000935, 6);
  });

  it('estimates the price of the text by its length, and by that of the title before there is a transcript', () => {
    expect(view({ transcript: made, segments }).estimates['text']).toBeCloseTo(303 * ANALYSIS_PRICES.textUnit, 6);
    expect(transcriptPrice([])).toBeCloseTo(3 * ANALYSIS_PRICES.textUnit, 6);
    expect(view(undefined).estimates['text']).toBeCloseTo(273 * ANALYSIS_PRICES.textUnit, 6);
  });
});

it('marks the level of the analysis with what it was made of', () => {
  const markerOf = (...results: readonly StepResult[]) => {
    const {
      basic_analysis: basic,
      advanced_analysis: advanced,
      enterprise_analysis: enterprise,
    } = specificationMetadata(results, null);
    return { basic, advanced, enterprise };
  };
  const topics = resultOf('topics');
  const byModel = { ...topics, provenance: { ...topics.provenance, provider: 'bedrock' as const } };
  const text = { step: 'text', provider: 'comprehend', version: '1' };
  expect(markerOf()).toEqual({});
  expect(markerOf(resultOf('text'))).toEqual({ basic: { steps: [text] } });
  expect(markerOf(resultOf('text'), resultOf('frames'))).toEqual({
    advanced: { steps: [text, { ...text, step: 'frames' }] },
  });
  expect(markerOf(resultOf('text'), byModel)).toEqual({
    enterprise: { steps: [text, { step: 'topics', provider: 'bedrock', version: '1' }] },
  });
});
