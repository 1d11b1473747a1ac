/**
 * The phases of the security program with the thresholds of their metrics (specification 001, section 9). `true`: the
 * metric must hold.
 */
export const PHASES = [
  {
    number: 1,
    name: 'Detection',
    thresholds: { anomaly_detection_accuracy: 85, token_security_score: 80, days_stable: 14 },
  },
  {
    number: 2,
    name: 'Response',
    thresholds: { security_incidents_resolved: true, performance_baseline_established: true },
  },
  { number: 3, name: 'Protection', thresholds: { content_protection_score: 80, scalability_verified: true } },
] as const;

/** The number of a phase. */
export type PhaseNumber = (typeof PHASES)[number]['number'];

/** All metrics, in the order of the phases. */
export const PHASE_METRICS = [
  'anomaly_detection_accuracy',
  'token_security_score',
  'days_stable',
  'security_incidents_resolved',
  'performance_baseline_established',
  'content_protection_score',
  'scalability_verified',
] as const;
export type PhaseMetric = (typeof PHASE_METRICS)[number];

/** How a metric is computed: for its readers, and the least number of observations without which it has no value. */
interface MetricDefinition {
  /** What is counted, from which data. */
  readonly query: string;
  /** Days that are looked at; null for the time since the phase began. */
  readonly windowDays: number | null;
  readonly minimum: number;
}

/** Days on which a check measured the response time, without which there is no baseline. */
export const DAYS_OF_BASELINE = 7;
/** Calls at a time of the check that a burst is served, their number, and the slowest of 95 % of them that passes. */
export const BURST_AT_ONCE = 10;
export const BURST_CALLS = 60;
export const BURST_P95_MS = 1000;

/** How each metric is computed. */
export const METRIC_DEFINITIONS: Readonly<Record<PhaseMetric, MetricDefinition>> = {
  anomaly_detection_accuracy: {
    query: 'Alerts labeled as attacks, of those labeled as attacks or false alarms, in percent',
    windowDays: 90,
    minimum: 20,
  },
  token_security_score: {
    query: 'Forged and misused smart tokens that the last check presented and that were rejected, in percent',
    windowDays: 7,
    minimum: 12,
  },
  days_stable: {
    query:
      'Whole days since the last alert of high or critical severity that is not labeled as benign or a false alarm',
    windowDays: null,
    minimum: 1,
  },
  security_incidents_resolved: {
    query: 'Whether every alert of high or critical severity is acknowledged',
    windowDays: 90,
    minimum: 1,
  },
  performance_baseline_established: {
    query: `Whether the daily check has measured the response time of the site on ${DAYS_OF_BASELINE} days`,
    windowDays: 28,
    minimum: 1,
  },
  content_protection_score: {
    query: 'Attempts of the last check to get media and uploaded files without permission that were denied, in percent',
    windowDays: 7,
    minimum: 4,
  },
  scalability_verified: {
    query:
      'Whether the last check got 60 calls, ten at a time, answered without an error, 95 % of them within a second',
    windowDays: 7,
    minimum: 60,
  },
};

/** What "Simulate Progress" adds (specification 001, section 9), and the most that it reaches. */
export const SIMULATION_STEP = { percent: 5, days: 1 } as const;
export const SIMULATION_CAPS = { anomaly_detection_accuracy: 95, token_security_score: 90 } as const;

/** Progress of a phase that is ready for the next one (specification 001, section 4). */
export const READY_PROGRESS = 95;
