import { outcomesOf, readingsOf } from '../../domain/delivery/alert-rules.ts';
import { areLogsRecent, lastDay } from '../../domain/delivery/site-window.ts';
import type { WatchState } from '../../domain/delivery/watch-state.ts';
import type { WatchDeps } from './deps.ts';
import { probeDelivery } from './probe-delivery.ts';
import { readDistribution } from './read-distribution.ts';
import { readMetrics } from './read-metrics.ts';
import { walkTitles } from './walk-titles.ts';

/**
 * Looks at the delivery: requests a file through the distribution, reads its metrics, state and logs, and raises or
 * resolves alerts. What cannot be read keeps its last value with its time. Runs that overlap store one state, and raise
 * one alert.
 */
export const watchDelivery = async (deps: WatchDeps): Promise<void> => {
  const { repository, logger } = deps;
  const now = deps.now();
  const [state, rules, hours] = await Promise.all([
    repository.state(),
    repository.rules(),
    repository.newestHours(now),
  ]);
  const [{ isRead, ...metrics }, distribution, probes, titles] = await Promise.all([
    readMetrics(deps, state, now),
    readDistribution(deps, state, now),
    probeDelivery(deps, state, now),
    walkTitles(deps, state, now),
  ]);
  const checked_at = new Date(now).toISOString();
  const next: WatchState = { ...state, ...metrics, ...distribution, ...probes, ...titles, checked_at };
  const recent = isRead ? (next.recent ?? undefined) : undefined;
  const day = lastDay(hours, now);
  const isProbed = probes.probes !== state.probes;
  const readings = readingsOf({
    recent,
    probes: isProbed ? next.probes : [],
    day: areLogsRecent(day, now) ? day : undefined,
  });
  for (const outcome of outcomesOf(readings, rules, now)) {
    const isDone = await repository.apply(outcome);
    const rule = outcome.kind === 'raise' ? outcome.alert.rule : outcome.state.rule;
    if (isDone) logger.info('An alert about the delivery changed', { rule, change: outcome.kind });
  }
  // After the alerts: a run that fails in between repeats them, which changes nothing.
  if (!(await repository.save(next, state.version))) logger.info('Another run stored the state of the delivery');
};
