import { batchesOf } from '../../domain/batches.ts';
import { sumOfAll } from '../../domain/delivery/add-sums.ts';
import { titlesOf, type SumSubject } from '../../domain/delivery/logs/subjects.ts';
import type { LogDeps } from './deps.ts';

/** Months that are computed at a time: each has up to 31 days with about a hundred attributes. */
const AT_ONCE = 20;

/** After every sort key of a month. */
const endOf = (month: string): string => `${month}~`;
const CONSISTENT = { consistent: true };

/** Sets the sums of a month of the site from its hours. */
export const setSiteMonth = async ({ delivery }: LogDeps, month: string): Promise<void> => {
  const hours = await delivery.hours(month, endOf(month), CONSISTENT);
  if (hours.length > 0) await delivery.setMonth(month, sumOfAll(hours));
};

/**
 * Sets the sums of a month of titles and creators from their days. Titles that are deleted meanwhile get none; what was
 * delivered of them stays in the sums of their creators.
 */
export const setMonthsOf = async (deps: LogDeps, month: string, subjects: readonly SumSubject[]): Promise<void> => {
  const { delivery } = deps;
  const existing = await deps.creatorsOf(titlesOf(subjects));
  const kept = subjects.filter((subject) => !('contentId' in subject) || existing.has(subject.contentId));
  for (const batch of batchesOf(kept, AT_ONCE))
    await Promise.all(
      batch.map(async (subject) => {
        const days = await delivery.days(subject, month, endOf(month), CONSISTENT);
        if (days.length > 0) await delivery.setMonthOf(subject, month, sumOfAll(days));
      }),
    );
};
