import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { requestOf } from '../../../lambdas/domain/pipeline/start-steps.ts';
import { newStepRun, type StepRun } from '../../../lambdas/domain/pipeline/step-run.ts';
import { sweepStep } from '../../../lambdas/workers/sweeper/sweep-step.ts';

const START = Date.UTC(2026, 0, 1);
const LIMIT_MS = 60_000;
const due = newStepRun(
  { content_id: 'cnt_1', version_id: 'v1', attempt: 1 },
  { name: 'frames', timeLimitMs: LIMIT_MS, cost: 0 },
  1,
  START,
);

/** Sweeps the run at its deadline and returns what happened, in order. `isCurrent`: whether it is still running. */
const sweepOverdue = async (isCurrent: boolean): Promise<readonly unknown[]> => {
  const happened: unknown[] = [];
  await sweepStep(
    {
      steps: {
        save: async (_before: StepRun, after: StepRun) => {
          if (!isCurrent) return undefined;
          happened.push(after.state);
          return after;
        },
      },
      events: { publish: async (type, detail) => void happened.push([type, detail]) },
      logger: silentLogger,
      now: () => START + LIMIT_MS,
    },
    due,
  );
  return happened;
};

it('fails an overdue run, and then lets its worker start the steps that also start after failures', async () => {
  expect(await sweepOverdue(true)).toEqual(['failed', ['StepRequested.v1', requestOf(due)]]);
});

it('requests nothing for a run that ended meanwhile', async () => {
  expect(await sweepOverdue(false)).toEqual([]);
});
