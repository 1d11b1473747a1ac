import fc from '../../support/setup/fast-check.ts';
import { decideArrival, decideRequest } from '../../../lambdas/domain/conversion/arrival.ts';
import {
  LEASE_MS,
  attemptId,
  fail,
  isOverdue,
  jobTimeMs,
  mediaVersion,
  newAttempt,
  START_TIME_MS,
  parseAttemptId,
  takeOver,
  withJob,
  type Attempt,
} from '../../../lambdas/domain/conversion/attempt.ts';
import { reduceJobEvent, type JobEvent } from '../../../lambdas/domain/conversion/job-events.ts';
import { projectAttempt } from '../../../lambdas/domain/conversion/project.ts';
import { overdueReason, plainReason } from '../../../lambdas/domain/conversion/reasons.ts';

const NOW = Date.UTC(2026, 0, 1);
const input = {
  contentId: 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  uploadId: 'up1',
  sourceKey: 'uploads/x/up1',
  versionId: 'v/1+=',
  attempt: 1,
};
const claimed = newAttempt(input, NOW, true, START_TIME_MS);
const submitted = withJob(claimed, 'job-1', NOW);
const event = (status: JobEvent['status'], progress?: number, jobId = 'job-1'): JobEvent => ({
  jobId,
  status,
  progress,
  at: new Date(NOW + 1000 * (progress ?? 500)).toISOString(),
  ...(status === 'ERROR' ? { reason: plainReason(1030) } : {}),
});

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) =>
        permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
      );

/** Every order of the events, with each event repeated at every later position. */
const ordersWithRepeats = (events: readonly JobEvent[]): JobEvent[][] =>
  permutations(events).flatMap((order) => [
    order,
    ...order.flatMap((repeated, index) =>
      Array.from({ length: order.length - index }, (_, gap) => [
        ...order.slice(0, index + 1 + gap),
        repeated,
        ...order.slice(index + 1 + gap),
      ]),
    ),
  ]);

const play = (start: Attempt, order: readonly JobEvent[]): Attempt =>
  order.reduce((attempt, next) => {
    const after = reduceJobEvent(attempt, next);
    if (after.progress < attempt.progress) throw new Error('Progress decreased');
    return after;
  }, start);

const runs: Readonly<Record<string, readonly JobEvent[]>> = {
  success: [
    event('SUBMITTED'),
    event('PROGRESSING', 0),
    event('STATUS_UPDATE', 30),
    event('STATUS_UPDATE', 70),
    event('COMPLETE'),
  ],
  error: [
    event('SUBMITTED'),
    event('PROGRESSING', 0),
    event('STATUS_UPDATE', 30),
    event('STATUS_UPDATE', 70),
    event('ERROR'),
  ],
  cancel: [
    event('SUBMITTED'),
    event('PROGRESSING', 0),
    event('STATUS_UPDATE', 30),
    event('STATUS_UPDATE', 70),
    event('CANCELED'),
  ],
};

describe('reports about a job', () => {
  for (const [name, events] of Object.entries(runs)) {
    for (const [from, start] of Object.entries({ claimed, submitted })) {
      it(`have the same result in every order, with repeats: ${name}, ${from}`, () => {
        const orders = ordersWithRepeats(events);
        const ends = new Set(orders.map((order) => JSON.stringify(Object.entries(play(start, order)).sort())));
        console.log(`${name} from ${from}: ${orders.length} orders, ${ends.size} result`);
        expect(orders.length).toBe(120 * 16);
        expect(ends.size).toBe(1);
      });
    }
  }

  it('have the same result in random orders with reports about another job', () => {
    const all = [...(runs['success'] ?? []), event('COMPLETE', 100, 'job-2'), event('ERROR', 10, 'job-2')];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(fc.constantFrom(...all), { maxLength: 5 }),
        (order, repeats) => {
          const end = play(submitted, [...order, ...repeats]);
          expect(end).toEqual({ ...submitted, state: 'completed', progress: 100, finished_at: event('COMPLETE').at });
        },
      ),
      { numRuns: 1000 },
    );
    const naive = new Set(permutations(runs['success'] ?? []).map((order) => order.at(-1)?.status));
    expect(naive.size).toBeGreaterThan(1);
  });

  it('return the same object for a superseded attempt and for another job', () => {
    const superseded: Attempt = { ...submitted, state: 'superseded' };
    for (const one of runs['success'] ?? []) {
      expect(reduceJobEvent(superseded, one)).toBe(superseded);
      expect(reduceJobEvent(submitted, { ...one, jobId: 'other' })).toBe(submitted);
    }
    const done = play(submitted, runs['success'] ?? []);
    expect(reduceJobEvent(done, event('STATUS_UPDATE', 10))).toBe(done);
  });

  it('let a late success override a missed deadline, but not a late cancellation', () => {
    const overdue = fail(submitted, 'overdue', overdueReason(true), NOW);
    expect(reduceJobEvent(overdue, event('CANCELED'))).toMatchObject({ state: 'failed', failure: 'overdue' });
    expect(reduceJobEvent(overdue, event('COMPLETE'))).toMatchObject({
      state: 'completed',
      progress: 100,
      reason: undefined,
    });
  });

  it('get plain sentences for users', () => {
    expect(plainReason(1404)).toBe('The uploaded file no longer exists.');
    expect(plainReason(9999)).toBe('The converter could not process this file (code 9999).');
  });
});

describe('an attempt', () => {
  it('has an id that can contain any version id', () => {
    expect(parseAttemptId(attemptId(claimed))).toEqual({ version_id: 'v/1+=', attempt: 1 });
    expect([mediaVersion('up1', 1), mediaVersion('up1', 3)]).toEqual(['up1', 'up1-3']);
  });

  it('is overdue after five minutes plus eight times the duration', () => {
    expect(jobTimeMs(60)).toBe(300_000 + 480_000);
    const running = { ...submitted, deadline_at: new Date(NOW + jobTimeMs(60)).toISOString() };
    expect([isOverdue(running, NOW + 779_999), isOverdue(running, NOW + 780_000)]).toEqual([false, true]);
    expect(isOverdue(fail(running, 'overdue', 'x', NOW), NOW + 10 ** 9)).toBe(false);
  });

  it('shows pending without a job, processing with one, and the reason when it failed', () => {
    expect(projectAttempt(claimed)).toMatchObject({
      conversion_status: 'pending',
      conversion_error: null,
      current_attempt: 'v/1+=/1',
    });
    expect(projectAttempt(submitted)).toMatchObject({
      conversion_status: 'processing',
      conversion_deadline_at: submitted.deadline_at,
    });
    expect(projectAttempt(fail(claimed, 'missing', 'Too long.', NOW))).toMatchObject({
      conversion_status: 'failed',
      conversion_error: 'Too long.',
      conversion_deadline_at: null,
    });
    expect(() => projectAttempt({ ...submitted, state: 'superseded' })).toThrow(RangeError);
  });
});

describe('an arrival', () => {
  const facts = { source_version_id: 'v/1+=', current_attempt: attemptId(claimed) };
  const arrival = { versionId: 'v/1+=' };

  it('starts a new version once, waits for a live worker, and takes over from a dead one', () => {
    expect(decideArrival({}, undefined, arrival, NOW)).toEqual({ do: 'start', attempt: 1 });
    expect(decideArrival(facts, claimed, arrival, NOW)).toEqual({ do: 'wait' });
    expect(decideArrival(facts, claimed, arrival, NOW + LEASE_MS)).toEqual({ do: 'take-over' });
    expect(decideArrival(facts, takeOver(claimed, NOW + LEASE_MS), arrival, NOW + LEASE_MS)).toEqual({ do: 'wait' });
    for (const attempt of [submitted, fail(claimed, 'missing', 'x', NOW)]) {
      expect(decideArrival(facts, attempt, arrival, NOW + 8 * 86_400_000)).toEqual({ do: 'nothing' });
    }
  });

  it('removes every other version than the one that was checked or converted first', () => {
    expect(decideArrival(facts, submitted, { versionId: 'v2' }, NOW)).toEqual({ do: 'remove' });
    expect(decideArrival({}, undefined, { versionId: 'v2', checked: 'v1' }, NOW)).toEqual({ do: 'remove' });
    expect(decideArrival(facts, submitted, { versionId: 'v/1+=', checked: 'v1' }, NOW)).toEqual({ do: 'remove' });
    expect(decideArrival({}, undefined, { versionId: 'v1', checked: 'v1' }, NOW)).toEqual({ do: 'start', attempt: 1 });
  });

  it('runs a requested attempt only while it is the current one', () => {
    const requested = newAttempt({ ...input, attempt: 2 }, NOW, false, START_TIME_MS);
    expect(decideRequest({ current_attempt: attemptId(requested) }, requested, NOW)).toEqual({ do: 'take-over' });
    expect(decideRequest(facts, requested, NOW)).toEqual({ do: 'nothing' });
    expect(decideRequest(facts, undefined, NOW)).toEqual({ do: 'nothing' });
  });
});
