import type { SecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import type { SignInAttemptRepository } from '../../data/sessions/sign-in-attempt-repository.ts';
import { batchesOf } from '../../domain/batches.ts';
import type { Logger } from '../../domain/logger.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import { notCompleted, overdue, type SignInAttempts } from '../../domain/sessions/sign-in-attempt.ts';

/** Dependencies of the worker. */
export interface ClockDeps {
  readonly attempts: Pick<SignInAttemptRepository, 'listDue' | 'settle'>;
  readonly events: Pick<SecurityEventRepository, 'put'>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Maximum number of subjects of each shard per run, which runs every minute: 10,000 in all. */
const PER_SHARD = 2500;
/** Subjects at a time, so that a run with the maximum ends before its timeout. */
const AT_ONCE = 25;

/** Records the overdue attempts of a subject, and removes them afterwards. If it fails in between, it repeats both. */
const record = async (deps: ClockDeps, due: SignInAttempts, now: number): Promise<void> => {
  const attempts = overdue(due, now);
  for (const attempt of attempts) await deps.events.put(notCompleted(due.subject, attempt));
  await deps.attempts.settle(due, attempts);
};

/** Records sign-ins that were not completed in time as security events. Throws when one could not be recorded. */
export const recordOverdue = async (deps: ClockDeps): Promise<void> => {
  const now = deps.now();
  const onBad = (count: number): void => deps.logger.error('Corrupt items left out of the attempts', { count });
  const due = await deps.attempts.listDue(now, PER_SHARD, onBad);
  const tasks = batchesOf(due, AT_ONCE).map((batch) => async () => {
    const outcomes = await Promise.allSettled(batch.map((one) => record(deps, one, now)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  });
  await runTasks(tasks, 'Sign-ins were not recorded', deps.logger);
};
