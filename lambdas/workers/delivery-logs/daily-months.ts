import { monthAfter, monthBefore, monthOf } from '../../domain/counts/counted.ts';
import { openMonth } from '../../domain/delivery/logs/log-file.ts';
import type { LogDeps } from './deps.ts';
import { setMonthsOf, setSiteMonth } from './set-months.ts';

/** Titles and creators whose months are summed up before that is recorded. */
const SUBJECTS_AT_ONCE = 100;

/**
 * Sets the site's months that can still change, so that they are at most a day old. The last time, a month is set when
 * those of its titles and creators are.
 */
export const setOpenMonths = async (deps: LogDeps): Promise<void> => {
  const now = deps.now();
  for (const month of new Set([openMonth(now), monthOf(new Date(now).toISOString())])) await setSiteMonth(deps, month);
};

/**
 * Sets the months of the site, titles and creators that nothing is added to any more, in as many runs as it takes. A
 * month is set from its hours or days, not added to, so a part that is repeated changes nothing.
 */
export const setClosedMonths = async (deps: LogDeps, hasTime: () => boolean): Promise<void> => {
  const { delivery } = deps;
  const open = openMonth(deps.now());
  let state = (await delivery.monthState()) ?? { month: monthBefore(open) };
  while (state.month < open && hasTime()) {
    const { month, after } = state;
    if (after === undefined) await setSiteMonth(deps, month);
    const { subjects, last } = await delivery.subjects(month, after, SUBJECTS_AT_ONCE);
    await setMonthsOf(deps, month, subjects);
    state = last === undefined ? { month: monthAfter(month) } : { month, after: last };
    await delivery.saveMonthState(state);
  }
};
