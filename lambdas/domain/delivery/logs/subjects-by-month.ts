import { monthOf } from '../../counts/counted.ts';
import { idOf, subjectOf, type SumSubject } from './subjects.ts';
import type { TargetSums } from './sum-log.ts';

/** The titles and creators of sums, by month. Months in which only the site has sums have none. */
export const subjectsByMonth = (sums: readonly TargetSums[]): ReadonlyMap<string, readonly SumSubject[]> => {
  const months = new Map<string, Set<string>>();
  for (const { target } of sums) {
    const month = monthOf('hour' in target ? target.hour : target.day);
    const ids = months.get(month) ?? new Set();
    months.set(month, 'hour' in target ? ids : ids.add(idOf(target)));
  }
  return new Map([...months].map(([month, ids]) => [month, [...ids].map(subjectOf)]));
};
