import { fail, withJob, type Attempt } from '../../../../lambdas/domain/conversion/attempt.ts';
import { reduceJobEvent } from '../../../../lambdas/domain/conversion/job-events.ts';
import { endedSteps } from '../../../../lambdas/domain/conversion/step-runs.ts';
import { NO_PICTURE_REASON, OFF_REASON } from '../../../../lambdas/domain/analysis/reasons.ts';
import { conversionSteps, stepNamed } from '../../../../lambdas/domain/pipeline/definition.ts';
import type { StepSources } from '../../../../lambdas/domain/pipeline/sources.ts';
import { fullAnalysis } from '../../../../lambdas/domain/pipeline/stage.ts';
import { endStepRun, newStepRun, type StepRun } from '../../../../lambdas/domain/pipeline/step-run.ts';
import { planSteps, stepsOf } from '../../../../lambdas/domain/pipeline/steps.ts';
import { at, claimed, filmed, music, NOW } from './attempts.ts';

const film: Attempt = { ...claimed, probed_at: at(2), ladder: filmed, duration: 90, price: 0.25 };
const submitted = withJob(film, 'job-1', NOW + 3000);
const halfway = reduceJobEvent(submitted, { jobId: 'job-1', status: 'STATUS_UPDATE', progress: 25, at: at(13) });
const completed = reduceJobEvent(halfway, { jobId: 'job-1', status: 'COMPLETE', at: at(60) });
const done: Attempt = { ...completed, storyboard: { sheets: 1 } };
const broken = reduceJobEvent(halfway, { jobId: 'job-1', status: 'ERROR', reason: 'Broken.', at: at(30) });
const later = (attempt: Attempt, reason: string): Attempt => ({ ...attempt, storyboard: { sheets: 0, reason } });
const endedRun = (step: string): StepRun =>
  endStepRun(
    newStepRun(completed, { name: step, timeLimitMs: 900_000, cost: 0 }, 1, NOW + 60_000),
    { state: 'completed' },
    NOW + 61_000,
  );
const firstReady = endedRun('ready');

const sources = (attempt: Attempt, parts: Partial<StepSources> = {}): StepSources => ({
  upload: { state: 'claimed', created_at: at(-60) },
  attempts: [attempt],
  current: 'v1/1',
  restartable: true,
  now: NOW + 45_000,
  runs: [firstReady],
  ...parts,
});

describe('the runs of the steps of a conversion', () => {
  const outcomes = (before: Attempt, after: Attempt) =>
    endedSteps(before, after).map(({ step, state, reason = null }) => [step, state, reason]);

  it('end with the change of the attempt that ends them, with their times and their cost', () => {
    expect(endedSteps(claimed, film)).toMatchObject([
      { step: 'probe', run: 1, state: 'completed', started_at: at(0), finished_at: at(2), cost_estimated: 0 },
    ]);
    expect(endedSteps(submitted, halfway)).toEqual([]);
    expect(outcomes(submitted, done)).toEqual([
      ['convert', 'completed', null],
      ['poster', 'completed', null],
      ['storyboard', 'completed', null],
    ]);
    expect(endedSteps(submitted, done)[0]).toMatchObject({
      started_at: at(3),
      finished_at: at(60),
      provider: 'mediaconvert',
      units: 1.5,
      cost_estimated: stepNamed('convert').cost(film, fullAnalysis),
      cost_actual: 0.25,
    });
    expect(outcomes(submitted, { ...completed, ladder: music }).map(([step]) => step)).toEqual(['convert']);
    expect(outcomes({ ...done, state: 'submitted' }, { ...done, state: 'superseded' })).toEqual([]);
  });

  it('say what failed, and follow a result that arrives later', () => {
    expect(outcomes(claimed, fail(claimed, 'rejected', 'Too long.', NOW))).toEqual([['probe', 'failed', 'Too long.']]);
    const canceled = reduceJobEvent(halfway, { jobId: 'job-1', status: 'CANCELED', reason: 'Canceled.', at: at(20) });
    expect(outcomes(halfway, canceled)).toEqual([['convert', 'failed', 'Canceled.']]);
    expect(outcomes(canceled, broken)).toEqual([['convert', 'failed', 'Broken.']]);
    expect(outcomes(broken, { ...broken, removed_at: at(99) })).toEqual([]);
    expect(outcomes(broken, completed)[0]).toEqual(['convert', 'completed', null]);
    expect(outcomes(done, later(done, 'A sheet is missing.'))).toEqual([
      ['storyboard', 'failed', 'A sheet is missing.'],
    ]);
    expect(outcomes(later(done, 'A sheet is missing.'), done)).toEqual([['storyboard', 'completed', null]]);
  });

  it('show the same as the attempt, from which the states of earlier conversions are derived', () => {
    const changes = [claimed, film, submitted, done, later(done, 'A sheet is missing.')];
    let runs: readonly StepRun[] = [firstReady];
    let stored = 0;
    for (const [index, after] of changes.entries()) {
      const ended = endedSteps(changes[index - 1] ?? after, after);
      runs = [...runs.filter(({ step }) => !ended.some((one) => one.step === step)), ...ended];
      stored += ended.length;
      const shown = (known: readonly StepRun[]) =>
        stepsOf(sources(after, { runs: known }), conversionSteps).map(({ cost: _cost, ...step }) => step);
      expect(shown(runs)).toEqual(shown([firstReady]));
    }
    expect(stored).toBe(5);
  });

  it('decide what is shown', () => {
    const [convert] = endedSteps(halfway, broken);
    const from = sources(completed, { runs: [firstReady, { ...convert!, cost_actual: 0.5 }] });
    expect(stepsOf(from).find(({ step }) => step === 'convert')).toMatchObject({
      state: 'failed',
      cost: { actual_usd: 0.5 },
    });
  });
});

describe('steps that are limited to files or stages', () => {
  const audio = { ...completed, ladder: music };
  const off = { ...fullAnalysis, text: false };
  const view = (from: StepSources, name: string) => stepsOf(from).find(({ step }) => step === name);
  const ended = (...names: readonly string[]): readonly StepRun[] => [firstReady, ...names.map(endedRun)];

  it('are skipped with their reason, and have no run', () => {
    const frames = planSteps(sources(audio)).find(({ definition }) => definition.name === 'frames');
    expect(frames).toMatchObject({
      status: { state: 'skipped', reason: NO_PICTURE_REASON, can_run: false },
      canStart: false,
      nothingToCheck: true,
      cost: null,
    });
    expect(view(sources(completed), 'frames')).toMatchObject({ state: 'waiting', can_run: true });
    expect(view(sources(completed, { stage: off }), 'text')).toMatchObject({ state: 'skipped', reason: OFF_REASON });
    expect(
      planSteps(sources(completed, { stage: off })).find(({ definition }) => definition.name === 'text'),
    ).toMatchObject({ nothingToCheck: false });
  });

  it('hold up the steps after them until the steps before them are done', () => {
    const topics = (runs: readonly StepRun[]) => view(sources(completed, { stage: off, runs }), 'topics');
    expect(topics(ended())).toMatchObject({ state: 'waiting', can_run: false });
    expect(topics(ended('speech', 'captions'))).toMatchObject({ state: 'waiting', can_run: true });
  });

  it('show the result from before the stage was changed, and cannot run again', () => {
    const from = sources(completed, { stage: off, runs: ended('speech', 'captions', 'text') });
    expect(view(from, 'text')).toMatchObject({ state: 'completed', can_run: false });
  });
});
