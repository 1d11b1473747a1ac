import { attemptId, newAttempt, START_TIME_MS, type Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import { conversionSteps, type StepDefinition } from '../../../lambdas/domain/pipeline/definition.ts';
import { runStep, StepBusyError } from '../../../lambdas/domain/pipeline/run-step.ts';
import { startSteps, type StepRequest } from '../../../lambdas/domain/pipeline/start-steps.ts';
import {
  CONVERSION_PAUSE,
  endStepRun,
  isJobOverdue,
  isStepAbandoned,
  isStepOverdue,
  newStepRun,
  pauseStep,
  REVIEW_PAUSE,
  STEP_LEASE_MS,
  stepDueAt,
  type StepOutcome,
  type StepPause,
  type StepRun,
} from '../../../lambdas/domain/pipeline/step-run.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');

const stepAfter = (name: string, ...needs: string[]): StepDefinition => ({
  name,
  title: name,
  needs,
  startedBy: 'StepRequested.v1',
  timeLimitMs: () => 60_000,
  overdueReason: 'Too late.',
  rerun: { by: 'alone' },
  cost: () => 0.5,
});

const attempt: Attempt = {
  ...newAttempt(
    { contentId: 'cnt_1', uploadId: 'u1', sourceKey: 'videos/a.mp4', versionId: 'v1', attempt: 1, first: true },
    START,
    true,
    START_TIME_MS,
  ),
  state: 'completed',
};
const ready = endStepRun(
  newStepRun(attempt, { name: 'ready', timeLimitMs: 1000, cost: 0 }, 1, START),
  { state: 'completed' },
  START,
);

/** Runs in memory, with revisions as the table has them. */
const createWorld = (definitions: readonly StepDefinition[]) => {
  const runs: StepRun[] = [ready];
  const requests: StepRequest[] = [];
  const removed: string[] = [];
  const clock = { now: START };
  const records = { attempt };
  const find = ({ step, run }: Pick<StepRun, 'step' | 'run'>) =>
    runs.find((one) => one.step === step && one.run === run);
  const runner = {
    definitions: [...conversionSteps, ...definitions],
    now: () => clock.now,
    readSources: async () => ({
      upload: { state: 'claimed' as const, created_at: '2026-01-01T00:00:00.000Z' },
      attempts: [records.attempt],
      current: attemptId(attempt),
      restartable: true,
      runs: [...runs],
      now: clock.now,
    }),
    createRun: async (run: StepRun) => !find(run) && runs.push(run) > 0,
    publish: async (_type: 'StepRequested.v1', request: StepRequest) => void requests.push(request),
    removeAgain: async (contentId: string) => void removed.push(contentId),
    steps: {
      get: async (ids: Pick<StepRun, 'step' | 'run'>) => find(ids),
      async save(before: StepRun, after: StepRun) {
        const index = runs.findIndex((run) => run === find(before) && run.rev === before.rev);
        if (index < 0) return undefined;
        const saved = { ...after, rev: before.rev + 1 };
        runs[index] = saved;
        return saved;
      },
    },
  };
  const idsOf = (step: string) => ({ content_id: 'cnt_1', version_id: 'v1', attempt: 1, step, run: 1 });
  return { runs, requests, removed, clock, runner, idsOf, find, records };
};

const completed = async (): Promise<StepOutcome> => ({ state: 'completed' });

describe('starting steps', () => {
  it('starts only the steps whose needs are done', async () => {
    const { runner, requests } = createWorld([stepAfter('a', 'ready'), stepAfter('b', 'a')]);
    await startSteps(runner, 'cnt_1');
    expect(requests.map(({ step, run }) => [step, run])).toEqual([['a', 1]]);
  });

  it('starts a step when the last of its needs ends, also when that was skipped', async () => {
    const world = createWorld([stepAfter('a', 'ready'), stepAfter('b', 'ready'), stepAfter('c', 'a', 'b')]);
    const { runner, requests, idsOf } = world;
    await startSteps(runner, 'cnt_1');
    await runStep(runner, idsOf('a'), completed);
    expect(requests.map(({ step }) => step)).not.toContain('c');
    await runStep(runner, idsOf('b'), async () => ({ state: 'skipped', reason: 'Nothing to do.' }));
    expect(requests.filter(({ step }) => step === 'c')).toHaveLength(1);
  });

  it('starts it when the message of the last need comes again, because its worker stopped in between', async () => {
    const { runner, requests, idsOf, find } = createWorld([stepAfter('a', 'ready'), stepAfter('b', 'a')]);
    await startSteps(runner, 'cnt_1');
    const stopped = { ...runner, createRun: () => Promise.reject(new Error('The worker stopped')) };
    await expect(runStep(stopped, idsOf('a'), completed)).rejects.toThrow('stopped');
    expect([find(idsOf('a'))?.state, requests.map(({ step }) => step)]).toEqual(['completed', ['a']]);
    for (let again = 0; again < 2; again += 1) expect(await runStep(runner, idsOf('a'), completed)).toBeUndefined();
    expect(requests.map(({ step, run }) => [step, run])).toEqual([
      ['a', 1],
      ['b', 1],
      // No worker has claimed it yet, so its event may have been lost.
      ['b', 1],
    ]);
  });

  it('does not start a step that needs a failed one', async () => {
    const { runner, requests, idsOf } = createWorld([stepAfter('a', 'ready'), stepAfter('b', 'a')]);
    await startSteps(runner, 'cnt_1');
    await runStep(runner, idsOf('a'), async () => ({ state: 'failed', reason: 'No result.' }));
    expect(requests.map(({ step }) => step)).toEqual(['a']);
  });

  it('publishes the event again only while no worker has claimed the run', async () => {
    const { runner, requests, runs, idsOf } = createWorld([stepAfter('a', 'ready')]);
    await startSteps(runner, 'cnt_1');
    await startSteps(runner, 'cnt_1');
    expect([requests.length, runs.filter(({ step }) => step === 'a').length]).toEqual([2, 1]);
    await runStep(runner, idsOf('a'), async () => {
      await startSteps(runner, 'cnt_1');
      return { state: 'completed' };
    });
    expect(requests).toHaveLength(2);
  });

  it('starts a step that evaluates what is missing once the others can do no more', async () => {
    const verdict = { ...stepAfter('verdict', 'b', 'c'), startsAfterFailure: true };
    const world = createWorld([stepAfter('a', 'ready'), stepAfter('b', 'a'), stepAfter('c', 'ready'), verdict]);
    const { runner, requests, idsOf } = world;
    await startSteps(runner, 'cnt_1');
    await runStep(runner, idsOf('a'), async () => ({ state: 'failed', reason: 'No result.' }));
    expect(requests.map(({ step }) => step)).not.toContain('verdict');
    await runStep(runner, idsOf('c'), completed);
    expect(requests.filter(({ step }) => step === 'verdict')).toHaveLength(1);
  });

  it('repeats a step that follows one that ran again, once', async () => {
    const follower = { ...stepAfter('b', 'a'), followsReruns: true };
    const world = createWorld([stepAfter('a', 'ready'), follower, stepAfter('c', 'a')]);
    const { runner, requests, idsOf, runs, clock } = world;
    await startSteps(runner, 'cnt_1');
    for (const step of ['a', 'b', 'c']) await runStep(runner, idsOf(step), completed);
    clock.now += 1000;
    const again = newStepRun(attempt, { name: 'a', timeLimitMs: 60_000, cost: 0 }, 2, clock.now);
    runs.push(again);
    clock.now += 1000;
    await runStep(runner, again, completed);
    await startSteps(runner, 'cnt_1');
    expect(requests.filter(({ run }) => run === 2).map(({ step }) => step)).toEqual(['b', 'b']);
    expect(runs.filter(({ step, run }) => step === 'b' && run === 2)).toHaveLength(1);
    clock.now += 1000;
    await runStep(runner, { ...again, step: 'b' }, completed);
    expect(requests.filter(({ run }) => run > 1)).toHaveLength(2);
  });

  it('repeats a step that started after a failure when what it needs runs for the first time', async () => {
    const verdict = { ...stepAfter('verdict', 'b'), startsAfterFailure: true, followsReruns: true };
    const world = createWorld([stepAfter('a', 'ready'), stepAfter('b', 'a'), verdict]);
    const { runner, requests, idsOf, runs, clock } = world;
    await startSteps(runner, 'cnt_1');
    await runStep(runner, idsOf('a'), async () => ({ state: 'failed', reason: 'No result.' }));
    await runStep(runner, idsOf('verdict'), completed);
    clock.now += 1000;
    const again = newStepRun(attempt, { name: 'a', timeLimitMs: 60_000, cost: 0 }, 2, clock.now);
    runs.push(again);
    await runStep(runner, again, completed);
    clock.now += 1000;
    await runStep(runner, idsOf('b'), completed);
    expect(requests.filter(({ step }) => step === 'verdict').map(({ run }) => run)).toEqual([1, 2]);
    clock.now += 1000;
    await runStep(runner, { ...again, step: 'verdict' }, completed);
    expect(requests.filter(({ step }) => step === 'verdict')).toHaveLength(2);
  });

  it('starts a step that needs only the check during the conversion, and none of a failed conversion', async () => {
    const world = createWorld([stepAfter('a', 'probe'), stepAfter('b', 'a', 'ready')]);
    const { runner, requests, runs, idsOf, records } = world;
    runs.length = 0;
    const checked = { ...attempt, probed_at: new Date(START).toISOString() };
    for (const state of ['claimed', 'failed', 'superseded', 'submitted'] as const) {
      records.attempt = state === 'claimed' ? { ...attempt, state } : { ...checked, state };
      await startSteps(runner, 'cnt_1');
      expect([state, requests.length]).toEqual([state, state === 'submitted' ? 1 : 0]);
    }
    await runStep(runner, idsOf('a'), completed);
    expect(requests.map(({ step }) => step)).toEqual(['a']);
    records.attempt = checked;
    runs.push(ready);
    await startSteps(runner, 'cnt_1');
    expect(requests.map(({ step }) => step)).toEqual(['a', 'b']);
  });

  it('resumes a run that waits for the conversion or its review when it has ended, and no other run', async () => {
    const world = createWorld([stepAfter('a', 'probe'), stepAfter('b', 'probe'), stepAfter('c', 'probe')]);
    const { runner, requests, idsOf, records } = world;
    const checked = { ...attempt, probed_at: new Date(START).toISOString() };
    records.attempt = { ...checked, state: 'submitted' };
    await startSteps(runner, 'cnt_1');
    await runStep(runner, idsOf('a'), async () => ({ state: 'waiting', job_id: CONVERSION_PAUSE }));
    await runStep(runner, idsOf('b'), async () => ({ state: 'waiting', job_id: 'job-1' }));
    await runStep(runner, idsOf('c'), async () => ({ state: 'waiting', job_id: REVIEW_PAUSE }));
    const asked = requests.length;
    await startSteps(runner, 'cnt_1');
    expect(requests).toHaveLength(asked);
    records.attempt = checked;
    const waiting = { ...runner, readSources: async () => ({ ...(await runner.readSources()), waits: true }) };
    await startSteps(waiting, 'cnt_1');
    expect(requests).toHaveLength(asked);
    await startSteps(runner, 'cnt_1');
    expect(requests.slice(asked).map(({ step }) => step)).toEqual(['a', 'c']);
  });

  it('reads nothing when no step starts by request', async () => {
    const { runner } = createWorld([]);
    await startSteps({ ...runner, readSources: () => Promise.reject(new Error('read')) }, 'cnt_1');
  });
});

describe('running a step', () => {
  const started = async (...definitions: StepDefinition[]) => {
    const world = createWorld(definitions.length > 0 ? definitions : [stepAfter('a', 'ready')]);
    await startSteps(world.runner, 'cnt_1');
    return world;
  };

  it('stores the outcome, its time and its cost', async () => {
    const { runner, idsOf, find, clock } = await started();
    await runStep(runner, idsOf('a'), async () => {
      clock.now += 5000;
      return { state: 'completed', cost: 0.25 };
    });
    expect(find(idsOf('a'))).toMatchObject({
      state: 'completed',
      finished_at: '2026-01-01T00:00:05.000Z',
      cost_estimated: 0.5,
      cost_actual: 0.25,
    });
  });

  it('lets one worker run it when two receive the event', async () => {
    const { runner, idsOf } = await started();
    let works = 0;
    const work = async (): Promise<StepOutcome> => {
      works += 1;
      await expect(runStep(runner, idsOf('a'), work)).rejects.toThrow(StepBusyError);
      return { state: 'completed' };
    };
    expect(await runStep(runner, idsOf('a'), work)).toEqual({ state: 'completed' });
    expect(await runStep(runner, idsOf('a'), work)).toBeUndefined();
    expect(works).toBe(1);
  });

  it('can be taken over after the lease of a worker that stopped', async () => {
    const { runner, idsOf, clock, find } = await started();
    await expect(runStep(runner, idsOf('a'), () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    clock.now += STEP_LEASE_MS - 1;
    await expect(runStep(runner, idsOf('a'), completed)).rejects.toThrow(StepBusyError);
    clock.now += 1;
    await runStep(runner, idsOf('a'), completed);
    expect(find(idsOf('a'))?.state).toBe('completed');
  });

  it('does not replace an outcome that another worker stored', async () => {
    const { runner, idsOf, find, clock } = await started();
    const outcome = await runStep(runner, idsOf('a'), async () => {
      const run = find(idsOf('a'));
      if (run) await runner.steps.save(run, endStepRun(run, { state: 'failed', reason: 'Too late.' }, clock.now));
      return { state: 'completed' };
    });
    expect([outcome, find(idsOf('a'))?.state]).toEqual([undefined, 'failed']);
  });

  it('releases the run while it waits for a job, and resumes it', async () => {
    const { runner, idsOf, find, clock } = await started();
    const jobs: (string | undefined)[] = [];
    const work = async ({ job_id: job }: StepRun): Promise<StepOutcome | StepPause> => {
      jobs.push(job);
      return jobs.length < 3 ? { state: 'waiting', job_id: 'job-1' } : { state: 'completed' };
    };
    clock.now += 1000;
    expect(await runStep(runner, idsOf('a'), work)).toBeUndefined();
    const paused = find(idsOf('a'));
    expect(paused && [paused.state, isStepAbandoned(paused, clock.now), stepDueAt(paused)]).toEqual([
      'running',
      false,
      new Date(Math.min(clock.now + STEP_LEASE_MS, START + 60_000)).toISOString(),
    ]);
    expect(await runStep(runner, idsOf('a'), work)).toBeUndefined();
    expect(await runStep(runner, idsOf('a'), work)).toEqual({ state: 'completed' });
    expect(jobs).toEqual([undefined, 'job-1', 'job-1']);
  });

  it('gives each job a deadline of its own, which looking at the job does not extend', () => {
    const run = newStepRun(attempt, { name: 'a', timeLimitMs: 60_000, cost: 0 }, 1, START);
    const wait = (from: StepRun, job: string, at: number, timeLimitMs?: number): StepRun =>
      pauseStep(from, { state: 'waiting', job_id: job, timeLimitMs }, START + at);
    const overdue = (one: StepRun, at: number) => [isStepOverdue(one, START + at), isJobOverdue(one, START + at)];
    const looked = wait(wait(run, 'job-1', 1000, 5000), 'job-1', 4000, 5000);
    expect([overdue(looked, 5999), overdue(looked, 6000)]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(stepDueAt(looked)).toBe(new Date(START + 6000).toISOString());
    expect(overdue(wait(looked, 'job-2', 5000, 5000), 9999)).toEqual([false, false]);
    // A job without a limit of its own ends with the run.
    const unlimited = wait(looked, 'job-1', 5000);
    expect([overdue(unlimited, 59_999), overdue(unlimited, 60_000)]).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it('is abandoned when the worker stops that resumed it after a job', async () => {
    const { runner, idsOf, find, clock } = await started();
    await runStep(runner, idsOf('a'), async () => ({ state: 'waiting', job_id: 'job-1' }));
    clock.now += 1;
    await expect(runStep(runner, idsOf('a'), () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    clock.now += STEP_LEASE_MS;
    const run = find(idsOf('a'));
    expect(run && isStepAbandoned(run, clock.now)).toBe(true);
  });

  it('requests the removal of its files when the item was deleted before or while it ran', async () => {
    const { runner, idsOf, runs, removed } = await started();
    await runStep(runner, idsOf('a'), async () => {
      runs.length = 0;
      return { state: 'completed' };
    });
    await runStep(runner, idsOf('a'), () => Promise.reject(new Error('must not run')));
    expect(removed).toEqual(['cnt_1', 'cnt_1']);
  });

  it('requests the removal of its files also when the item was deleted before it is released', async () => {
    const { runner, idsOf, runs, removed } = await started();
    await runStep(runner, idsOf('a'), async () => {
      runs.length = 0;
      return { state: 'waiting', job_id: 'job-1' };
    });
    expect(removed).toEqual(['cnt_1']);
  });

  it('continues when the conversion that it waits for ended before it was released', async () => {
    const { runner, idsOf, requests, records } = await started();
    const waits = async (): Promise<StepPause> => ({ state: 'waiting', job_id: CONVERSION_PAUSE });
    records.attempt = { ...attempt, state: 'submitted' };
    await runStep(runner, idsOf('a'), waits);
    expect(requests).toHaveLength(1);
    records.attempt = attempt;
    await runStep(runner, idsOf('a'), waits);
    expect(requests).toEqual([requests[0], requests[0]]);
  });

  it('requests its own removal when it was created after the item was removed', async () => {
    const { runner, idsOf, runs, removed } = await started();
    const sources = await runner.readSources();
    await runStep({ ...runner, readSources: async () => undefined }, idsOf('a'), completed);
    expect(removed).toEqual(['cnt_1']);
    // The worker stopped before it requested that, and its event arrives again. A canceled upload is kept for a while.
    const canceled = { ...runner, readSources: async () => ({ ...sources, attempts: [] }) };
    await runStep(canceled, idsOf('a'), () => Promise.reject(new Error('must not run')));
    expect([runs.length, removed]).toEqual([2, ['cnt_1', 'cnt_1']]);
  });
});
