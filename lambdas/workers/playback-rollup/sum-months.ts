import { monthBefore, monthOf } from '../../domain/counts/counted.ts';
import { batchesOf } from '../../domain/batches.ts';
import type { RollupDeps } from './deps.ts';
import { keptSubjects } from './kept-subjects.ts';

/** Titles and segments whose months are summed up before that is recorded. */
const PER_PART = 100;
/** Months that are summed up at a time. */
const AT_ONCE = 25;

/**
 * Sums up the month before the one that ends in `doneUntil`, in as many runs as it takes: no row of it can be missing
 * any more. Can be repeated, because a month is set, not added to. Titles that are deleted meanwhile are left out.
 */
export const sumMonths = async (deps: RollupDeps, doneUntil: string, hasTime: () => boolean): Promise<void> => {
  const { statistics } = deps;
  const month = monthBefore(monthOf(doneUntil));
  const state = await statistics.monthState();
  if (state.month === month && state.complete) return;
  let after = state.month === month ? state.after : undefined;
  while (hasTime()) {
    const { subjects, last } = await statistics.subjects(month, after, PER_PART);
    const isKept = await keptSubjects(deps, subjects);
    for (const batch of batchesOf(subjects.filter(isKept), AT_ONCE))
      await Promise.all(batch.map((subject) => statistics.setMonth(subject, month)));
    await statistics.saveMonthState({ month, after: last, complete: last === undefined });
    if (last === undefined) return;
    after = last;
  }
};
