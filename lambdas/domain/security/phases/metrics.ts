import type { MetricValue, SecurityCheck } from '../../../contract/security/phases.ts';
import {
  DAYS_OF_BASELINE,
  BURST_P95_MS,
  METRIC_DEFINITIONS,
  PHASE_METRICS,
  PHASES,
  type PhaseMetric,
} from '../../../contract/security/phase-rules.ts';
import type { StoredAlert } from '../alert.ts';
import type { StoredPhase } from './phase.ts';

const DAY_MS = 86_400_000;

/** The part of an alert that metrics are computed from. */
export type AlertEvidence = Pick<StoredAlert, 'severity' | 'created_at' | 'last_at' | 'state' | 'label'>;

/** What the metrics are computed from. */
export interface Evidence {
  readonly alerts: readonly AlertEvidence[];
  /** All alerts since this time are among them; milliseconds since 1970. */
  readonly alertsFrom: number;
  /** Results of checks, newest first. */
  readonly checks: readonly SecurityCheck[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The longest time that a metric looks back, in days, without that since a phase began. */
export const EVIDENCE_DAYS = Math.max(...PHASE_METRICS.map((metric) => METRIC_DEFINITIONS[metric].windowDays ?? 0));

/** What a metric finds. The value counts only with enough observations. */
interface Finding {
  readonly value: number | boolean;
  readonly n: number;
  /** Start of the period that was looked at, in milliseconds. */
  readonly from: number;
}

/** Percent, rounded down to a tenth: a rounded value meets a threshold only if the exact one does. */
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 1000) / whole) / 10);

const startOf = (metric: PhaseMetric, now: number): number =>
  now - (METRIC_DEFINITIONS[metric].windowDays ?? 0) * DAY_MS;

/** The alerts of a metric's window, and when it begins: later than defined if there are too many to read. */
const alertsIn = (metric: PhaseMetric, { alerts, alertsFrom, now }: Evidence) => {
  const from = Math.max(startOf(metric, now), alertsFrom);
  return { from, found: alerts.filter(({ created_at: at }) => Date.parse(at) >= from) };
};

/** The checks of a metric's window, newest first. */
const checksIn = (metric: PhaseMetric, { checks, now }: Evidence) => {
  const from = startOf(metric, now);
  return { from, found: checks.filter(({ at }) => Date.parse(at) >= from) };
};

const isIncident = ({ severity }: AlertEvidence): boolean => severity === 'high' || severity === 'critical';
const isHarmless = ({ label }: AlertEvidence): boolean =>
  label?.value === 'benign' || label?.value === 'false_positive';

/** The share of attempts of the last check that were rejected. */
const shareOf =
  (metric: PhaseMetric, kind: 'tokens' | 'protection') =>
  (evidence: Evidence): Finding => {
    const { from, found } = checksIn(metric, evidence);
    const { passed, n } = found[0]?.[kind] ?? { passed: 0, n: 0 };
    return { value: percent(passed, n), n, from };
  };

type Finder = (evidence: Evidence, phase: Pick<StoredPhase, 'started_at'>) => Finding;

/** How each metric is found. `METRIC_DEFINITIONS` says the same in words. */
const finders: Readonly<Record<PhaseMetric, Finder>> = {
  anomaly_detection_accuracy(evidence) {
    const { from, found } = alertsIn('anomaly_detection_accuracy', evidence);
    const labeled = (value: string) => found.filter(({ label }) => label?.value === value).length;
    const attacks = labeled('true_positive');
    const n = attacks + labeled('false_positive');
    return { value: percent(attacks, n), n, from };
  },

  token_security_score: shareOf('token_security_score', 'tokens'),

  days_stable({ alerts, alertsFrom, now }, { started_at: start }) {
    if (start === null) return { value: 0, n: 0, from: now };
    const from = Math.max(Date.parse(start), alertsFrom);
    const incidents = alerts.filter((alert) => isIncident(alert) && !isHarmless(alert));
    const last = Math.max(from, ...incidents.map(({ last_at: at }) => Date.parse(at)));
    return { value: Math.max(0, Math.floor((now - last) / DAY_MS)), n: Math.floor((now - from) / DAY_MS), from };
  },

  security_incidents_resolved(evidence) {
    const { from, found } = alertsIn('security_incidents_resolved', evidence);
    const incidents = found.filter(isIncident);
    return { value: incidents.every(({ state }) => state === 'acknowledged'), n: incidents.length, from };
  },

  performance_baseline_established(evidence) {
    const { from, found } = checksIn('performance_baseline_established', evidence);
    const measured = found.filter(({ calls }) => calls.n > calls.failed);
    const days = new Set(measured.map(({ at }) => at.slice(0, 10))).size;
    return { value: days >= DAYS_OF_BASELINE, n: days, from };
  },

  content_protection_score: shareOf('content_protection_score', 'protection'),

  scalability_verified(evidence) {
    const { from, found } = checksIn('scalability_verified', evidence);
    const { n, failed, p95_ms: p95 } = found[0]?.calls ?? { n: 0, failed: 0, p95_ms: 0 };
    return { value: failed === 0 && p95 <= BURST_P95_MS, n, from };
  },
};

/** A value against its threshold, 0 to 100, rounded down to a tenth. */
const progressTo = (value: number | boolean, threshold: number | boolean): number => {
  if (typeof value === 'number' && typeof threshold === 'number') return percent(Math.min(value, threshold), threshold);
  return value === threshold ? 100 : 0;
};

/** A metric of a phase. Below the least number of observations, it has no value: never 0 or 100. */
const metricOf = (
  metric: PhaseMetric,
  threshold: number | true,
  evidence: Evidence,
  phase: Pick<StoredPhase, 'started_at'>,
): MetricValue => {
  const { query, minimum } = METRIC_DEFINITIONS[metric];
  const { value: found, n, from } = finders[metric](evidence, phase);
  const value = n < minimum ? null : found;
  const progress = value === null ? null : progressTo(value, threshold);
  return {
    metric,
    value,
    threshold,
    progress,
    met: progress === 100,
    n,
    minimum,
    query,
    from: new Date(from).toISOString(),
    to: new Date(evidence.now).toISOString(),
  };
};

/** The metrics of a phase: the current ones, or those of its end for a completed phase. */
export const metricsOf = (phase: StoredPhase, evidence: Evidence): readonly MetricValue[] => {
  if (phase.metrics) return phase.metrics;
  const thresholds: Partial<Record<PhaseMetric, number | true>> =
    PHASES.find(({ number }) => number === phase.phase_number)?.thresholds ?? {};
  return PHASE_METRICS.flatMap((metric) => {
    const threshold = thresholds[metric];
    return threshold === undefined ? [] : [metricOf(metric, threshold, evidence, phase)];
  });
};
