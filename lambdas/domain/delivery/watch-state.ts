import type { DistributionFacts } from './distribution-facts.ts';
import type { ProbeHour } from './heartbeats.ts';

/**
 * Metrics of a window, of viewers only. Rates are in percent, and null below the minimum of requests. Times are ISO
 * 8601.
 */
export interface MetricsWindow {
  readonly from: string;
  readonly to: string;
  readonly requests: number;
  readonly bytes: number | null;
  readonly client_error_rate: number | null;
  readonly server_error_rate: number | null;
  readonly error_rate: number | null;
  /** Failed probes in periods of five minutes without a viewer's request: what CloudFront cannot count. */
  readonly failed_probes: number;
}

/** One request of the worker through the distribution. */
export interface Probe {
  readonly at: string;
  readonly ok: boolean;
  /** Milliseconds until the first byte. */
  readonly first_byte_ms: number;
}

/** Published titles, counted in a walk through all of them. */
export interface TitleCounts {
  readonly titles: number;
  readonly without_media: number;
  readonly outdated_media: number;
}

/** A walk that has not ended. */
export interface TitleWalk extends TitleCounts {
  readonly began_at: string;
  /** Key of the last title that was counted; absent before the first. */
  readonly after?: Readonly<Record<string, string>> | undefined;
}

/** What the worker of the delivery knows: the last values of each source with their time. */
export interface WatchState {
  /** Raised by each run. 0: nothing is stored. */
  readonly version: number;
  readonly checked_at: string | null;
  /** The last five minutes and the last day that CloudWatch returned. */
  readonly recent: MetricsWindow | null;
  readonly day: MetricsWindow | null;
  readonly metrics_failed_since: string | null;
  /** The last ones, oldest first. */
  readonly probes: readonly Probe[];
  /** The hours with probes since the beginning of the last day that CloudWatch can return, oldest first. */
  readonly probe_hours: readonly ProbeHour[];
  readonly distribution: DistributionFacts | null;
  readonly distribution_failed_since: string | null;
  /** Seconds that the last changes and invalidations took, newest last. */
  readonly measured: { readonly change: readonly number[]; readonly invalidation: readonly number[] };
  /** The last walk that ended. */
  readonly media: (TitleCounts & { readonly as_of: string }) | null;
  readonly walk: TitleWalk | null;
}

/** The state before the first run. */
export const NO_WATCH: WatchState = {
  version: 0,
  checked_at: null,
  recent: null,
  day: null,
  metrics_failed_since: null,
  probes: [],
  probe_hours: [],
  distribution: null,
  distribution_failed_since: null,
  measured: { change: [], invalidation: [] },
  media: null,
  walk: null,
};
