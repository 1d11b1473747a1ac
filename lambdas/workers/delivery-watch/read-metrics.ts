import { MINIMUM_REQUESTS } from '../../contract/delivery/monitor-rules.ts';
import { summarize, viewersIn, windowsAt } from '../../domain/delivery/metrics.ts';
import { hourOf } from '../../domain/delivery/site-window.ts';
import type { MetricsWindow, WatchState } from '../../domain/delivery/watch-state.ts';
import type { WatchDeps } from './deps.ts';

/** What CloudWatch returned. `isRead`: in this run. */
export interface ReadMetrics extends Pick<WatchState, 'recent' | 'day' | 'metrics_failed_since'> {
  readonly isRead: boolean;
}

/**
 * Reads the metrics of the last five minutes and of the last day, for which one call is enough. Rates and bytes are
 * read only with enough requests of viewers: of the last five minutes, or once an hour of the last day. When CloudWatch
 * cannot be read, the last values stay.
 */
export const readMetrics = async (
  { metrics, logger }: Pick<WatchDeps, 'metrics' | 'logger'>,
  state: WatchState,
  now: number,
): Promise<ReadMetrics> => {
  const { recent, day } = windowsAt(now);
  try {
    const requests = await metrics.read('Requests', day.from, day.to);
    const probeHours = state.probe_hours;
    const hasEnough = (window: typeof day): boolean => viewersIn({ requests, probeHours }, window) >= MINIMUM_REQUESTS;
    const isDue = state.day?.error_rate == null || hourOf(Date.parse(state.day.to)) < hourOf(day.to);
    const isNeeded = hasEnough(recent) || (isDue && hasEnough(day));
    const rest = isNeeded
      ? {
          BytesDownloaded: await metrics.read('BytesDownloaded', day.from, day.to),
          '4xxErrorRate': await metrics.read('4xxErrorRate', day.from, day.to),
          '5xxErrorRate': await metrics.read('5xxErrorRate', day.from, day.to),
          TotalErrorRate: await metrics.read('TotalErrorRate', day.from, day.to),
        }
      : undefined;
    const fresh: MetricsWindow = summarize({ requests, rest, probeHours }, day);
    // Without new rates, those of the last hour stay with their window, if that had enough requests.
    const isKept = rest === undefined && fresh.requests >= MINIMUM_REQUESTS && state.day !== null;
    return {
      isRead: true,
      recent: summarize({ requests, rest, probeHours }, recent),
      day: isKept ? state.day : fresh,
      metrics_failed_since: null,
    };
  } catch (error) {
    logger.error('The metrics of the delivery were not read', { errorName: (error as Error).name });
    const since = state.metrics_failed_since ?? new Date(now).toISOString();
    return { isRead: false, recent: state.recent, day: state.day, metrics_failed_since: since };
  }
};
