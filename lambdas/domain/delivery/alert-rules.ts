import {
  ALERT_SUPPRESSION_MS,
  CDN_ALERT_RULES,
  CDN_RULES,
  MINIMUM_PROBES,
  MINIMUM_REQUESTS,
  type CdnAlertRule,
} from '../../contract/delivery/monitor-rules.ts';
import type { CdnAlert } from '../../contract/delivery/monitor.ts';
import { cacheableOf, hitRatioOf, type SiteWindow } from './site-window.ts';
import type { MetricsWindow, Probe } from './watch-state.ts';

/** What a rule looks at. */
export interface Reading {
  /** Percent or milliseconds; null when there is none. */
  readonly value: number | null;
  readonly n: number;
  /** The least `n` that says something. */
  readonly minimum: number;
  readonly source: CdnAlert['source'];
  readonly from: string;
  readonly to: string;
}

/** What a rule remembers. */
export interface RuleState {
  readonly rule: CdnAlertRule;
  /** When it last raised an alert. ISO 8601. */
  readonly raised_at: string;
  /** Whether that alert is open. */
  readonly is_open: boolean;
}

/** What a rule leads to. */
export type RuleOutcome =
  | { readonly kind: 'raise'; readonly alert: CdnAlert }
  | { readonly kind: 'resolve'; readonly state: RuleState; readonly at: string; readonly value: number };

/** Whether a value breaks a rule. A value at the threshold does not. */
export const isBroken = (rule: CdnAlertRule, value: number): boolean => {
  const { threshold, raisedBy } = CDN_RULES[rule];
  return raisedBy === 'above' ? value > threshold : value < threshold;
};

/**
 * What follows from a reading; undefined for nothing. Too few observations, or none because a source cannot be read,
 * neither raise nor resolve an alert. While one is open, and for 5 minutes after it was raised, there is no other.
 */
export const outcomeOf = (
  rule: CdnAlertRule,
  reading: Reading | undefined,
  state: RuleState | undefined,
  now: number,
): RuleOutcome | undefined => {
  if (reading === undefined || reading.value === null || reading.n < reading.minimum) return undefined;
  const { value, n, source, from, to } = reading;
  const at = new Date(now).toISOString();
  if (!isBroken(rule, value)) return state?.is_open ? { kind: 'resolve', state, at, value } : undefined;
  if (state && (state.is_open || now - Date.parse(state.raised_at) < ALERT_SUPPRESSION_MS)) return undefined;
  const { severity, threshold } = CDN_RULES[rule];
  const outcome = { resolved_at: null, resolved_value: null };
  return {
    kind: 'raise',
    alert: { rule, severity, created_at: at, value, threshold, n, source, from, to, ...outcome },
  };
};

/** What the sources returned in one run. */
export interface Readings {
  /** Undefined when CloudWatch could not be read in this run: an old value raises no alert. */
  readonly recent: MetricsWindow | undefined;
  /** The last probes, oldest first. None when there was none in this run. */
  readonly probes: readonly Probe[];
  /** Undefined when no logs arrive any more: old ones raise no alert. */
  readonly day: SiteWindow | undefined;
}

/** Mean of the times to the first byte of the successful ones of the last probes, in milliseconds. */
export const probeResponse = (probes: readonly Probe[]): { readonly value: number | null; readonly n: number } => {
  const times = probes
    .slice(-MINIMUM_PROBES)
    .filter(({ ok }) => ok)
    .map(({ first_byte_ms: time }) => time);
  const n = times.length;
  return { value: n < MINIMUM_PROBES ? null : times.reduce((sum, time) => sum + time, 0) / n, n };
};

/** The readings by rule. Without traffic, the last probe says whether the site is available. */
export const readingsOf = ({ recent, probes, day }: Readings): Readonly<Record<CdnAlertRule, Reading | undefined>> => {
  const last = probes.at(-1);
  const first = probes.at(-MINIMUM_PROBES) ?? probes[0];
  const fromMetrics = (value: number | null | undefined): Reading | undefined =>
    recent && {
      value: value ?? null,
      n: recent.requests,
      minimum: MINIMUM_REQUESTS,
      source: 'cloudwatch',
      from: recent.from,
      to: recent.to,
    };
  const hasTraffic = recent !== undefined && recent.requests >= MINIMUM_REQUESTS && recent.server_error_rate !== null;
  return {
    'error-rate': fromMetrics(recent?.error_rate),
    'cache-hit-ratio':
      day === undefined || day.from === null || day.to === null
        ? undefined
        : {
            value: hitRatioOf(day.sums),
            n: cacheableOf(day.sums),
            minimum: MINIMUM_REQUESTS,
            source: 'logs',
            from: day.from,
            to: day.to,
          },
    'response-time': last &&
      first && { ...probeResponse(probes), minimum: MINIMUM_PROBES, source: 'probe', from: first.at, to: last.at },
    availability: hasTraffic
      ? fromMetrics(100 - (recent.server_error_rate ?? 0))
      : last && { value: last.ok ? 100 : 0, n: 1, minimum: 1, source: 'probe', from: last.at, to: last.at },
  };
};

/** What follows from the readings for every rule. */
export const outcomesOf = (
  readings: Readonly<Record<CdnAlertRule, Reading | undefined>>,
  states: readonly RuleState[],
  now: number,
): readonly RuleOutcome[] =>
  CDN_ALERT_RULES.flatMap(
    (rule) =>
      outcomeOf(
        rule,
        readings[rule],
        states.find((state) => state.rule === rule),
        now,
      ) ?? [],
  );
