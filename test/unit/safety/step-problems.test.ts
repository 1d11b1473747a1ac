import { pipeline } from '../../../lambdas/domain/pipeline/definition.ts';
import { planSteps } from '../../../lambdas/domain/pipeline/steps.ts';
import { endStepRun, newStepRun, type StepOutcome } from '../../../lambdas/domain/pipeline/step-run.ts';
import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import { stepProblems } from '../../../lambdas/domain/safety/step-problems.ts';
import { verdictOf } from '../../../lambdas/domain/safety/verdict.ts';
import { someContent } from '../../support/content.ts';
import { finishedAttempt } from '../../support/rows/conversion-records.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const attempt = finishedAttempt(someContent({ current_attempt: 'version-1/1' }));
const DONE: StepOutcome = { state: 'completed' };
const OVER: StepOutcome = { state: 'skipped', reason: 'Over the budget.' };
const EMPTY: StepOutcome = { state: 'skipped', reason: 'There is none.', nothing_to_check: true };
const allDone = { speech: DONE, captions: DONE, text: DONE, topics: DONE, frames: DONE };

/** The problems of a title whose steps ended like this. A step without an outcome did not run. */
const problemsOf = (outcomes: Readonly<Record<string, StepOutcome | undefined>>) =>
  stepProblems(
    planSteps(
      {
        upload: { state: 'completed', created_at: '2026-11-20T08:00:00.000Z' },
        attempts: [attempt],
        current: 'version-1/1',
        restartable: true,
        runs: Object.entries({ ready: DONE, ...outcomes }).flatMap(([name, outcome]) =>
          outcome
            ? [endStepRun(newStepRun(attempt, { name, timeLimitMs: 60_000, cost: 0 }, 1, START), outcome, START + 1)]
            : [],
        ),
        now: START + 5000,
      },
      pipeline,
    ),
  );
/** The verdict when nothing was found, and all categories that the policy requires are covered. */
const verdict = (outcomes: Readonly<Record<string, StepOutcome | undefined>>) =>
  verdictOf({ evidence: [], coverage: ['adult'], problems: problemsOf(outcomes) }, initialPolicy.rules).verdict;

describe('the steps that did not check a title', () => {
  it('are none when all of them completed', () => {
    expect(problemsOf(allDone)).toEqual([]);
    expect(verdict(allDone)).toBe('clear');
  });

  it.each(['speech', 'text', 'frames'])('include %s when a budget skips it, so the verdict is unknown', (step) => {
    expect(problemsOf({ ...allDone, [step]: OVER })).toEqual([{ step, state: 'skipped', reason: 'Over the budget.' }]);
    expect(verdict({ ...allDone, [step]: OVER })).toBe('unknown');
  });

  it('do not include topics, which find nothing sensitive', () => {
    expect(verdict({ ...allDone, topics: OVER })).toBe('clear');
  });

  it('leave the verdict clear when there is no speech or no picture', () => {
    const silent = { ...allDone, speech: EMPTY, captions: EMPTY, text: EMPTY, topics: EMPTY };
    expect(problemsOf(silent).map(({ step, state }) => [step, state])).toEqual([
      ['speech', 'nothing-to-check'],
      ['text', 'nothing-to-check'],
    ]);
    expect(verdict(silent)).toBe('clear');
    expect(verdict({ ...allDone, frames: EMPTY })).toBe('clear');
  });

  it('include text without a transcript, unless no speech was found or asked for', () => {
    const withoutText = { ...allDone, captions: EMPTY, text: EMPTY, topics: EMPTY };
    expect(problemsOf(withoutText)).toEqual([{ step: 'text', state: 'skipped', reason: 'There is none.' }]);
    expect(verdict(withoutText)).toBe('unknown');
    expect(verdict({ ...withoutText, speech: OVER })).toBe('unknown');
  });

  it('include steps that failed, did not run, or are unknown to the platform', () => {
    expect(problemsOf({ ...allDone, text: { state: 'failed', reason: 'Why.' }, frames: undefined })).toEqual([
      { step: 'text', state: 'failed', reason: 'Why.' },
      { step: 'frames', state: 'failed', reason: 'It did not run.' },
    ]);
    expect(stepProblems([]).map(({ step, state }) => [step, state])).toEqual([
      ['speech', 'skipped'],
      ['text', 'skipped'],
      ['frames', 'skipped'],
    ]);
  });
});
