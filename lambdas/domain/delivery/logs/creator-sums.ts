import { addSums } from '../add-sums.ts';
import { NO_DELIVERY } from '../sums.ts';
import type { TargetSums } from './sum-log.ts';

/**
 * Sums with those of the creators of their titles, by day. `creatorOf`: the creator of each title; one that no longer
 * exists has none.
 */
export const withCreators = (
  sums: readonly TargetSums[],
  creatorOf: ReadonlyMap<string, string>,
): readonly TargetSums[] => {
  const ofCreators = new Map<string, TargetSums>();
  for (const { target, sums: added } of sums) {
    if (!('contentId' in target)) continue;
    const { contentId, day } = target;
    const creatorId = creatorOf.get(contentId);
    if (creatorId === undefined) continue;
    const name = `${creatorId}/${day}`;
    const before = ofCreators.get(name)?.sums ?? NO_DELIVERY;
    ofCreators.set(name, { target: { creatorId, day }, sums: addSums(before, added) });
  }
  return [...sums, ...ofCreators.values()];
};
