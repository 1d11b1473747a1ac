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

interface Sweep {
  /** Whether the run is still running. */
  readonly isCurrent: boolean;
  /** Whether the event bus accepts events. */
  readonly accepts?: boolean;
}

/** Sweeps the run at its deadline. Returns what happened, in order. */
const sweepOverdue = async ({ isCurrent, accepts = true }: Sweep): Promise<readonly unknown[]> => {
  const happened: unknown[] = [];
  const swept = sweepStep(
    {
      steps: {
        save: async (_before: StepRun, after: StepRun) => {
          if (!isCurrent) return undefined;
          happened.push(after.state);
          return after;
        },
      },
      events: {
        async publish(type, detail) {
          if (!accepts) throw new Error('unavailable');
          happened.push([type, detail]);
        },
      },
      logger: silentLogger,
      now: () => START + LIMIT_MS,
    },
    due,
  );
  await swept.catch(({ message }: Error) => happened.push(message));
  return happened;
};

it('fails an overdue run, and then lets its worker start the steps that also start after failures', async () => {
  expect(await sweepOverdue({ isCurrent: true })).toEqual(['failed', ['StepRequested.v1', requestOf(due)]]);
});

it('requests nothing for a run that ended meanwhile', async () => {
  expect(await sweepOverdue({ isCurrent: false })).toEqual([]);
});

it('leaves the run to the next sweep when its worker cannot be reached', async () => {
  expect(await sweepOverdue({ isCurrent: true, accepts: false })).toEqual(['failed', 'running', 'unavailable']);
});
