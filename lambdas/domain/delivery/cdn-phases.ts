import {
  CDN_PHASES,
  CDN_RULES,
  MINIMUM_REQUESTS,
  WATCH_MINUTES,
  type CdnCheck,
} from '../../contract/delivery/monitor-rules.ts';
import type { CdnPhase } from '../../contract/delivery/monitor.ts';
import { optimize, OPTIMIZER_LIMITS } from './optimizer.ts';
import { areLogsRecent, cacheableOf, firstByteOf, hitRatioOf, type SiteWindow } from './site-window.ts';
import type { WatchState } from './watch-state.ts';

/** What the phases are computed from. */
export interface PhaseEvidence {
  readonly state: WatchState;
  readonly day: SiteWindow;
  /** Number of alerts that are not resolved. */
  readonly openAlerts: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A check is missed when three runs in a row are. */
const LATE_MS = 3 * WATCH_MINUTES * 60_000;

/** Whether one of the last runs stored a time. What older runs stored says nothing about now. */
const isRecent = (at: string | null | undefined, now: number): boolean =>
  at !== null && at !== undefined && now - Date.parse(at) <= LATE_MS;

/** The checks, by phase. Evidence that is missing never meets one. */
const CHECKS: readonly Partial<Readonly<Record<CdnCheck, (evidence: PhaseEvidence) => boolean>>>[] = [
  {
    'metrics-read': ({ state, now }) =>
      state.day !== null && state.metrics_failed_since === null && isRecent(state.checked_at, now),
    'distribution-read': ({ state, now }) =>
      state.distribution !== null && state.distribution_failed_since === null && isRecent(state.checked_at, now),
  },
  {
    'probe-answers': ({ state, now }) => {
      const last = state.probes.at(-1);
      return last?.ok === true && isRecent(last.at, now);
    },
    'logs-arrive': ({ day, now }) => areLogsRecent(day, now),
    'enough-requests': ({ day }) => day.sums.requests >= MINIMUM_REQUESTS,
  },
  {
    'hit-ratio-reached': ({ day }) => (hitRatioOf(day.sums) ?? 0) >= CDN_RULES['cache-hit-ratio'].threshold,
    'few-revalidations': ({ day: { sums } }) => {
      const cacheable = cacheableOf(sums);
      return cacheable >= MINIMUM_REQUESTS && (sums.refreshed / cacheable) * 100 <= OPTIMIZER_LIMITS.revalidations;
    },
    'media-current': ({ state: { media } }) =>
      media !== null && media.without_media === 0 && media.outdated_media === 0,
  },
  {
    'errors-rare': ({ state }) => {
      const rate = state.day?.error_rate ?? null;
      return rate !== null && rate <= CDN_RULES['error-rate'].threshold;
    },
    'responses-fast': ({ day: { sums } }) => {
      const p95 = firstByteOf(sums, 0.95);
      return p95 !== null && p95 <= CDN_RULES['response-time'].threshold;
    },
    'nothing-to-optimize': (evidence) => {
      const { optimizations, unchecked } = optimize(evidence);
      return optimizations.length === 0 && unchecked.length === 0;
    },
  },
  {
    'watch-runs': ({ state, now }) => isRecent(state.checked_at, now),
    'no-alert-open': ({ state, openAlerts }) => state.checked_at !== null && openAlerts === 0,
  },
];

/**
 * The phases by evidence: a phase is completed when all of its checks are met and those before it are completed, and
 * the first that is not is active. Nothing is stored, so a phase becomes active again when a check is no longer met.
 */
export const phasesOf = (evidence: PhaseEvidence): CdnPhase[] => {
  let isReached = true;
  return CDN_PHASES.map(({ number, name }) => {
    const checks = (Object.entries(CHECKS[number] ?? {}) as [CdnCheck, (given: PhaseEvidence) => boolean][]).map(
      ([check, isMet]) => ({ check, met: isMet(evidence) }),
    );
    const met = checks.filter((one) => one.met).length;
    const isDone = isReached && met === checks.length;
    const status = isDone ? 'completed' : isReached ? 'active' : 'pending';
    isReached = isDone;
    return { number, name, status, progress: Math.round((met / checks.length) * 100), checks };
  });
};
