import { MINIMUM_DURATIONS } from '../../contract/delivery/monitor-rules.ts';
import type { DistributionFacts, DistributionReport } from './distribution-facts.ts';
import type { WatchState } from './watch-state.ts';

type Measured = WatchState['measured'];
type Kind = keyof Measured;

/** Measured durations that are kept of each kind. */
const KEPT = 20;
/** Minutes that the specification states: "propagation 15-20 minutes; enterprise CDN 5-15 minutes". */
const ASSUMED_MINUTES: Readonly<Record<Kind, number>> = { change: 20, invalidation: 15 };
/** With more time between two looks, it is not known when something was completed. */
const LONGEST_GAP_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
};

/** Minutes that a change or an invalidation takes, and from how many measured ones that is known. */
export const expectedOf = (measured: Measured, kind: Kind): { readonly minutes: number; readonly n: number } => {
  const seconds = measured[kind];
  return seconds.length < MINIMUM_DURATIONS
    ? { minutes: ASSUMED_MINUTES[kind], n: seconds.length }
    : { minutes: median(seconds) / 60, n: seconds.length };
};

/**
 * Adds the durations of what was completed since the last look. They are measured from look to look, so they are at
 * most one interval too long. What may have been completed long ago, because there was no look, is left out.
 */
export const measure = (
  measured: Measured,
  before: DistributionFacts | null,
  report: DistributionReport,
  now: number,
): Measured => {
  if (before === null || now - Date.parse(before.as_of) > LONGEST_GAP_MS) return measured;
  const since = (at: string): number => Math.round((now - Date.parse(at)) / 1000);
  const isSeen = before.is_deployed && before.changed_at === report.changed_at;
  const changes = report.is_deployed && !isSeen ? [since(report.changed_at)] : [];
  const wasOpen = new Set(before.open.map(({ id }) => id));
  const invalidations = report.invalidations
    .filter(({ id, created_at: at, is_complete: done }) => done && (wasOpen.has(id) || at > before.as_of))
    .map(({ created_at: at }) => since(at));
  return {
    change: [...measured.change, ...changes].slice(-KEPT),
    invalidation: [...measured.invalidation, ...invalidations].slice(-KEPT),
  };
};

/** How far the oldest open change or invalidation is. */
export interface Progress {
  readonly isComplete: boolean;
  /** 0 to 100; at most 99 while it is not complete. */
  readonly percentage: number;
  readonly elapsedMinutes: number;
  readonly remainingMinutes: number;
  readonly expectedMinutes: number;
  /** Number of measured durations. */
  readonly n: number;
}

/** The progress at a time (milliseconds). */
export const progressOf = (facts: DistributionFacts, measured: Measured, now: number): Progress => {
  const kind: Kind = facts.is_deployed ? 'invalidation' : 'change';
  const { minutes, n } = expectedOf(measured, kind);
  const expectedMinutes = Math.max(1, Math.round(minutes));
  const began = facts.is_deployed ? facts.open[0]?.created_at : facts.changed_at;
  if (began === undefined)
    return { isComplete: true, percentage: 100, elapsedMinutes: 0, remainingMinutes: 0, expectedMinutes, n };
  const elapsed = Math.max(0, now - Date.parse(began)) / MINUTE_MS;
  return {
    isComplete: false,
    percentage: Math.min(99, Math.floor((elapsed / minutes) * 100)),
    elapsedMinutes: Math.floor(elapsed),
    // What takes longer than usual ends at a time that is not known, so it is always about to.
    remainingMinutes: Math.max(1, Math.ceil(minutes - elapsed)),
    expectedMinutes,
    n,
  };
};
