import {
  fail,
  LEASE_MS,
  newAttempt,
  START_TIME_MS,
  takeOver,
  withJob,
  type Attempt,
} from '../../../lambdas/domain/conversion/attempt.ts';
import { reduceJobEvent } from '../../../lambdas/domain/conversion/job-events.ts';
import {
  COLORS_NOT_CONVERTED,
  INTERRUPTED_REASON,
  PLAYLISTS_OVERDUE_REASON,
  overdueReason,
  plainReason,
} from '../../../lambdas/domain/conversion/reasons.ts';
import { conversionSteps, pipeline, stepNamed } from '../../../lambdas/domain/pipeline/definition.ts';
import type { StepSources } from '../../../lambdas/domain/pipeline/sources.ts';
import {
  endStepRun,
  leaseStep,
  newStepRun,
  STEP_LEASE_MS,
  type StepRun,
} from '../../../lambdas/domain/pipeline/step-run.ts';
import { stepsOf, stepsRunWith } from '../../../lambdas/domain/pipeline/steps.ts';
import { at, claimed, filmed, input, music, NOW, video } from './pipeline/attempts.ts';

const probed: Attempt = { ...claimed, probed_at: at(2), ladder: video };
const submitted = withJob(probed, 'job-1', NOW + 3000);
const halfway = reduceJobEvent(submitted, { jobId: 'job-1', status: 'STATUS_UPDATE', progress: 25, at: at(13) });
const completed = reduceJobEvent(halfway, { jobId: 'job-1', status: 'COMPLETE', at: at(60) });
/** A run of the step `ready` of the first attempt. */
const readyRun = (number: number, startedAt: number): StepRun =>
  newStepRun(completed, { name: 'ready', timeLimitMs: 900_000, cost: 0 }, number, NOW + startedAt * 1000);
const firstReady = endStepRun(readyRun(1, 60), { state: 'completed' }, NOW + 61_000);
const rewriting = [firstReady, readyRun(2, 100)];
const broken = reduceJobEvent(halfway, { jobId: 'job-1', status: 'ERROR', reason: plainReason(1404), at: at(30) });
const requested = newAttempt({ ...input, attempt: 2 }, NOW + 100_000, false, START_TIME_MS);

const sources = (attempts: readonly Attempt[], parts: Partial<StepSources> = {}): StepSources => {
  const last = attempts.at(-1);
  return {
    upload: { state: 'claimed', created_at: at(-60) },
    attempts,
    current: last ? `${last.version_id}/${last.attempt}` : null,
    restartable: true,
    now: NOW + LEASE_MS / 2,
    runs: attempts.some(({ state }) => state === 'completed') ? [firstReady] : [],
    ...parts,
  };
};
const states = (from: StepSources): string =>
  stepsOf(from, conversionSteps)
    .map(({ state }) => state)
    .join(' ');
const named = (from: StepSources, name: string) => stepsOf(from, conversionSteps).find(({ step }) => step === name);

describe('the steps of a content item', () => {
  it('end with the evaluation of everything that the analysis checked', () => {
    const { needs } = stepNamed('safety');
    const checks = pipeline.map(({ name }) => name).filter((name) => ['text', 'topics', 'frames'].includes(name));
    expect(needs).toEqual(checks.length > 0 ? checks : ['ready']);
    expect(pipeline.at(-1)?.name).toBe('safety');
  });

  it('are always those of the pipeline, in order', () => {
    expect(pipeline.map(({ name }) => name)).toEqual([
      'upload',
      'probe',
      'convert',
      'poster',
      'storyboard',
      'ready',
      'speech',
      'captions',
      'text',
      'topics',
      'frames',
      'safety',
    ]);
    for (const from of [sources([]), sources([claimed]), sources([completed])])
      expect(
        stepsOf(from, conversionSteps).map(({ step, title, part_of: partOf }) => [step, title, partOf ?? undefined]),
      ).toEqual(conversionSteps.map(({ name, title, partOf }) => [name, title, partOf]));
  });

  it.each([
    [
      'the upload has no bytes yet',
      sources([], { upload: { state: 'open', created_at: at(0) } }),
      'running waiting waiting waiting waiting waiting',
    ],
    [
      'the upload is complete',
      sources([], { upload: { state: 'completed', created_at: at(0) } }),
      'completed waiting waiting waiting waiting waiting',
    ],
    [
      'the upload was canceled',
      sources([], { upload: { state: 'aborted', created_at: at(0) } }),
      'failed waiting waiting waiting waiting waiting',
    ],
    ['a worker probes the file', sources([claimed]), 'completed running waiting waiting waiting waiting'],
    ['a job is being created', sources([probed]), 'completed completed running running skipped waiting'],
    ['a job runs', sources([halfway]), 'completed completed running running skipped waiting'],
    [
      'a music job runs',
      sources([{ ...halfway, ladder: music }]),
      'completed completed running skipped skipped waiting',
    ],
    ['everything is done', sources([completed]), 'completed completed completed completed skipped completed'],
    [
      'everything was done before times were stored',
      sources([{ ...completed, probed_at: undefined }]),
      'completed completed completed completed skipped completed',
    ],
    [
      'everything is done, including a storyboard',
      sources([{ ...completed, ladder: filmed, storyboard: { sheets: 1 } }]),
      'completed completed completed completed completed completed',
    ],
    [
      'a job with a storyboard runs',
      sources([{ ...halfway, ladder: filmed }]),
      'completed completed running running running waiting',
    ],
    [
      'sheets of the storyboard are missing',
      sources([{ ...completed, ladder: filmed, storyboard: { sheets: 1, reason: 'A sheet is missing.' } }]),
      'completed completed completed completed failed completed',
    ],
    [
      'the file is rejected',
      sources([fail(claimed, 'missing', 'Too long.', NOW + 1000)]),
      'completed failed waiting waiting waiting waiting',
    ],
    [
      'no worker probed the file in time',
      sources([fail(claimed, 'overdue', overdueReason(false), NOW + 900_000)]),
      'completed failed waiting waiting waiting waiting',
    ],
    [
      'no job was created in time',
      sources([fail(probed, 'overdue', overdueReason(false), NOW + 900_000)]),
      'completed completed failed waiting skipped waiting',
    ],
    ['the job failed', sources([broken]), 'completed completed failed waiting skipped waiting'],
    [
      'a restart waits for a worker',
      sources([completed, requested]),
      'completed waiting waiting waiting waiting waiting',
    ],
    [
      'a worker took a restart',
      sources([completed, takeOver(requested, NOW + 101_000)]),
      'completed running waiting waiting waiting waiting',
    ],
    [
      'the worker that probed the file stopped',
      sources([claimed], { now: NOW + LEASE_MS }),
      'completed interrupted waiting waiting waiting waiting',
    ],
    [
      'the worker stopped before it created a job',
      sources([{ ...probed, ladder: filmed }], { now: NOW + LEASE_MS }),
      'completed completed interrupted interrupted interrupted waiting',
    ],
    [
      'another worker has taken over',
      sources([takeOver(claimed, NOW + LEASE_MS)], { now: NOW + LEASE_MS }),
      'completed running waiting waiting waiting waiting',
    ],
    [
      'a job runs for longer than a claim lasts',
      sources([halfway], { now: NOW + 10 * LEASE_MS }),
      'completed completed running running skipped waiting',
    ],
    [
      'the worker that rewrote the playlists stopped',
      sources([completed], {
        runs: [firstReady, leaseStep(readyRun(2, 100), NOW + 100_000)],
        now: NOW + 100_000 + STEP_LEASE_MS,
      }),
      'completed completed completed completed skipped interrupted',
    ],
    [
      'playlists are being rewritten',
      sources([completed], { runs: rewriting }),
      'completed completed completed completed skipped running',
    ],
    [
      'playlists could not be written',
      sources([completed], {
        runs: [firstReady, endStepRun(readyRun(2, 100), { state: 'failed', reason: PLAYLISTS_OVERDUE_REASON }, NOW)],
      }),
      'completed completed completed completed skipped failed',
    ],
  ])('when %s', (_, from, expected) => {
    expect(states(from)).toBe(expected);
  });

  it('name the missing parts of a storyboard, which can be run again', () => {
    const from = sources([
      {
        ...completed,
        ladder: filmed,
        storyboard: { sheets: 0, reason: 'The converter made no images for the storyboard.' },
      },
    ]);
    expect(named(from, 'storyboard')).toMatchObject({
      state: 'failed',
      reason: 'The converter made no images for the storyboard.',
      can_run: true,
    });
  });

  it('have times, attempts, progress and an estimated end', () => {
    expect(named(sources([halfway]), 'upload')).toMatchObject({ started_at: at(-60), finished_at: at(0) });
    expect(named(sources([halfway]), 'probe')).toMatchObject({ started_at: at(0), finished_at: at(2), attempts: 1 });
    // A quarter took ten seconds.
    expect(named(sources([halfway]), 'convert')).toMatchObject({
      started_at: at(3),
      finished_at: null,
      progress: 25,
      expected_at: at(43),
    });
    expect(named(sources([submitted]), 'convert')).toMatchObject({ progress: 0, expected_at: null });
    expect(named(sources([probed]), 'convert')).toMatchObject({ progress: null, expected_at: null });
    expect(named(sources([completed]), 'convert')).toMatchObject({
      started_at: at(3),
      finished_at: at(60),
      progress: null,
      attempts: 1,
    });
    expect(named(sources([completed]), 'poster')).toMatchObject({
      started_at: at(3),
      finished_at: at(60),
      attempts: 1,
    });
    expect(named(sources([completed]), 'ready')).toMatchObject({
      started_at: at(60),
      finished_at: at(61),
      attempts: 1,
    });
    const again = endStepRun(readyRun(2, 100), { state: 'completed' }, NOW + 101_000);
    expect(named(sources([completed], { runs: [firstReady, again] }), 'ready')).toMatchObject({
      started_at: at(100),
      finished_at: at(101),
      attempts: 2,
      reason: null,
    });
    expect(named(sources([broken, takeOver(requested, NOW + 101_000)]), 'probe')).toMatchObject({
      attempts: 2,
      started_at: at(100),
    });
    expect(named(sources([broken, requested]), 'convert')).toMatchObject({ attempts: 1 });
  });

  it('say that the colors of an HDR video are not converted, unless the conversion failed', () => {
    const reasons = [halfway, completed, broken].map(
      (attempt) => named(sources([{ ...attempt, colors: 'unconverted' }]), 'convert')?.reason,
    );
    expect(reasons).toEqual([COLORS_NOT_CONVERTED, COLORS_NOT_CONVERTED, 'The uploaded file no longer exists.']);
    expect(named(sources([{ ...completed, colors: 'converted' }]), 'convert')?.reason).toBeNull();
    expect(named(sources([{ ...completed, colors: 'unconverted' }]), 'poster')?.reason).toBeNull();
  });

  it('say why each of them is interrupted, and nothing when they run again', () => {
    const stopped = { ...probed, ladder: filmed };
    const reasons = (now: number, attempt: Attempt = stopped) =>
      ['convert', 'poster', 'storyboard'].map((name) => named(sources([attempt], { now }), name)?.reason);
    expect(reasons(NOW + LEASE_MS)).toEqual([INTERRUPTED_REASON, INTERRUPTED_REASON, INTERRUPTED_REASON]);
    expect(reasons(NOW + LEASE_MS, takeOver(stopped, NOW + LEASE_MS))).toEqual([null, null, null]);
  });

  it('give the reason of a failure, also for an upload that was rejected before it had a content item', () => {
    expect(named(sources([broken]), 'convert')?.reason).toBe('The uploaded file no longer exists.');
    expect(
      named(sources([fail(claimed, 'missing', 'The video has 240 frames per second. The limit is 120.', NOW)]), 'probe')
        ?.reason,
    ).toBe('The video has 240 frames per second. The limit is 120.');
    const rejected = (code: 'unsupported_format' | 'upload_incomplete') =>
      sources([], {
        upload: { state: 'aborted', created_at: at(0), rejection: { code, reason: 'Why.' } },
        restartable: false,
      });
    expect([states(rejected('unsupported_format')), named(rejected('unsupported_format'), 'probe')?.reason]).toEqual([
      'completed failed waiting waiting waiting waiting',
      'Why.',
    ]);
    expect([states(rejected('upload_incomplete')), named(rejected('upload_incomplete'), 'upload')?.reason]).toEqual([
      'failed waiting waiting waiting waiting waiting',
      'Why.',
    ]);
  });

  it('can be run again once they have ended, if the source still exists', () => {
    const runnable = (from: StepSources) =>
      stepsOf(from, conversionSteps)
        .filter(({ can_run }) => can_run)
        .map(({ step }) => step)
        .join(' ');
    expect(runnable(sources([completed]))).toBe('probe convert poster ready');
    expect(runnable(sources([broken]))).toBe('probe convert');
    expect(runnable(sources([fail(claimed, 'missing', 'x', NOW)]))).toBe('probe');
    expect(runnable(sources([fail(claimed, 'rejected', 'x', NOW)], { restartable: false }))).toBe('');
    expect(runnable(sources([requested]))).toBe('');
    expect(runnable(sources([completed], { runs: rewriting }))).toBe('probe convert poster');
  });
});

describe('running a step again', () => {
  it('also runs the other steps of the same job', () => {
    expect(stepsRunWith(stepNamed('ready'), conversionSteps)).toEqual(['ready']);
    for (const name of ['probe', 'convert', 'poster', 'storyboard'])
      expect(stepsRunWith(stepNamed(name), conversionSteps)).toEqual([
        'probe',
        'convert',
        'poster',
        'storyboard',
        'ready',
      ]);
  });

  it('ends a run once', () => {
    const done = endStepRun(readyRun(2, 100), { state: 'completed', cost: 0.1 }, NOW + 101_000);
    expect(done).toMatchObject({ state: 'completed', finished_at: at(101), cost_actual: 0.1 });
    expect(endStepRun(done, { state: 'failed', reason: 'late' }, NOW)).toBe(done);
  });

  it('has a price that is known before the first paid run', () => {
    const checked: Attempt = {
      ...completed,
      duration: 600,
      ladder: { ...music, analysis: { soundChannels: 2 } },
      price_tier: 'basic',
    };
    const unasked = endStepRun(
      newStepRun(checked, { name: 'speech', timeLimitMs: 1000, cost: 0.06 }, 1, NOW),
      { state: 'skipped', reason: 'Music is not transcribed unless you ask for it.', nothing_to_check: true },
      NOW,
    );
    const costs = Object.fromEntries(
      stepsOf(sources([checked], { runs: [firstReady, unasked] })).map(({ step, cost }) => [step, cost]),
    );
    // Speech, and the text that is analyzed after it.
    expect(costs['speech']).toMatchObject({ estimated_usd: null, actual_usd: null, next_usd: 0.0873 });
    // All parts of a conversion have the price of the whole.
    expect(costs['probe']?.next_usd).toBeGreaterThan(0);
    expect(costs['probe']?.next_usd).toBe(costs['convert']?.next_usd);
    expect(costs['ready']).toBeNull();
    expect(named(sources([probed]), 'convert')).toMatchObject({ can_run: false, cost: { next_usd: null } });
  });
});
