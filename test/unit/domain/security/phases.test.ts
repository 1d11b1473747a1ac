import type { AlertLabel } from '../../../../lambdas/contract/admin/security-alerts.ts';
import type { MetricValue, PhaseStatus, SecurityCheck } from '../../../../lambdas/contract/security/phases.ts';
import {
  METRIC_DEFINITIONS,
  PHASE_METRICS,
  type PhaseMetric,
} from '../../../../lambdas/contract/security/phase-rules.ts';
import { callsOf, isRejected } from '../../../../lambdas/domain/security/phases/attempt.ts';
import { isCheckProof, newCheckProof } from '../../../../lambdas/domain/security/phases/check-proof.ts';
import { metricsOf, type AlertEvidence, type Evidence } from '../../../../lambdas/domain/security/phases/metrics.ts';
import {
  advancePhase,
  allPhases,
  noSimulation,
  progressOf,
  simulated,
  updatePhase,
  type StoredPhase,
} from '../../../../lambdas/domain/security/phases/phase.ts';
import { alertWith } from '../../../support/security-alerts.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const DAY = 86_400_000;
const ADMIN = '11111111-2222-4333-8444-555555555555';
const ago = (days: number): string => new Date(NOW - days * DAY).toISOString();

const alertOf = (days: number, fields: Partial<AlertEvidence> = {}): AlertEvidence => ({
  ...alertWith({ created_at: ago(days) }),
  ...fields,
});
const labeled = (value: AlertLabel, count: number, days = 1): readonly AlertEvidence[] =>
  Array.from({ length: count }, () => alertOf(days, { label: { value, by: ADMIN, at: ago(0) } }));
const check = (days: number, fields: Partial<SecurityCheck> = {}): SecurityCheck => ({
  at: ago(days),
  tokens: { passed: 20, n: 20 },
  protection: { passed: 8, n: 8 },
  calls: { n: 60, failed: 0, p50_ms: 40, p95_ms: 300 },
  failed: [],
  ...fields,
});

const phaseOf: Readonly<Record<PhaseMetric, number>> = {
  anomaly_detection_accuracy: 1,
  token_security_score: 1,
  days_stable: 1,
  security_incidents_resolved: 2,
  performance_baseline_established: 2,
  content_protection_score: 3,
  scalability_verified: 3,
};
/** A metric of a phase that began `began` days ago. */
const metric = (name: PhaseMetric, evidence: Partial<Evidence>, began = 30): MetricValue => {
  const [base] = allPhases([]).filter(({ phase_number: number }) => number === phaseOf[name]);
  const phase = { ...base, status: 'in_progress', started_at: ago(began) } as StoredPhase;
  const found = metricsOf(phase, { alerts: [], alertsFrom: 0, checks: [], now: NOW, ...evidence });
  return found.find((one) => one.metric === name) as MetricValue;
};

describe('a metric', () => {
  it.each(PHASE_METRICS)('has no value without data, and says what it looks at: %s', (name) => {
    const found = metric(name, {}, 0);
    expect(found).toMatchObject({ value: null, progress: null, met: false, n: 0, to: ago(0) });
    expect([found.minimum, found.query]).toEqual([METRIC_DEFINITIONS[name].minimum, METRIC_DEFINITIONS[name].query]);
  });

  it.each<[PhaseMetric, string, Partial<Evidence>, number, number | boolean | null, boolean]>([
    ['anomaly_detection_accuracy', '19 labels', { alerts: labeled('true_positive', 19) }, 19, null, false],
    [
      'anomaly_detection_accuracy',
      '17 of 20 labels, and others that do not count',
      {
        alerts: [
          ...labeled('true_positive', 17),
          ...labeled('false_positive', 3),
          ...labeled('benign', 50),
          ...labeled('true_positive', 50, 91),
        ],
      },
      20,
      85,
      true,
    ],
    [
      'anomaly_detection_accuracy',
      '84.99 %, which must not be rounded up',
      { alerts: [...labeled('true_positive', 532), ...labeled('false_positive', 94)] },
      626,
      84.9,
      false,
    ],
    ['token_security_score', '11 attempts', { checks: [check(1, { tokens: { passed: 11, n: 11 } })] }, 11, null, false],
    ['token_security_score', '10 of 12', { checks: [check(1, { tokens: { passed: 10, n: 12 } })] }, 12, 83.3, true],
    [
      'token_security_score',
      'the last check only',
      { checks: [check(1, { tokens: { passed: 9, n: 12 } }), check(2)] },
      12,
      75,
      false,
    ],
    ['token_security_score', 'a check of last week', { checks: [check(8)] }, 0, null, false],
    ['days_stable', 'no alert', {}, 30, 30, true],
    ['days_stable', 'an alert 13 days ago', { alerts: [alertOf(13)] }, 30, 13, false],
    [
      'days_stable',
      'an old alert whose attack lasted until 14 days ago',
      { alerts: [alertOf(20, { last_at: ago(14) }), alertOf(2, { severity: 'medium' }), ...labeled('benign', 1)] },
      30,
      14,
      true,
    ],
    ['days_stable', 'alerts that are not known before', { alertsFrom: NOW - 3 * DAY }, 3, 3, false],
    [
      'security_incidents_resolved',
      'only medium alerts',
      { alerts: [alertOf(1, { severity: 'medium' })] },
      0,
      null,
      false,
    ],
    [
      'security_incidents_resolved',
      'all acknowledged',
      { alerts: [alertOf(1, { state: 'acknowledged' }), alertOf(91)] },
      1,
      true,
      true,
    ],
    [
      'security_incidents_resolved',
      'one that is open',
      { alerts: [alertOf(1, { state: 'acknowledged' }), alertOf(2, { severity: 'critical' })] },
      2,
      false,
      false,
    ],
    [
      'performance_baseline_established',
      'six days',
      { checks: [0, 1, 2, 3, 4, 5, 5].map((at) => check(at)) },
      6,
      false,
      false,
    ],
    [
      'performance_baseline_established',
      'seven days',
      { checks: [0, 1, 2, 3, 4, 5, 27].map((at) => check(at)) },
      7,
      true,
      true,
    ],
    [
      'performance_baseline_established',
      'a check without a response',
      { checks: [check(0, { calls: { n: 60, failed: 60, p50_ms: 1, p95_ms: 1 } })] },
      0,
      null,
      false,
    ],
    [
      'content_protection_score',
      '3 attempts',
      { checks: [check(1, { protection: { passed: 3, n: 3 } })] },
      3,
      null,
      false,
    ],
    ['content_protection_score', '3 of 4', { checks: [check(1, { protection: { passed: 3, n: 4 } })] }, 4, 75, false],
    ['scalability_verified', '60 fast calls', { checks: [check(1)] }, 60, true, true],
    [
      'scalability_verified',
      'exactly a second',
      { checks: [check(1, { calls: { n: 60, failed: 0, p50_ms: 40, p95_ms: 1000 } })] },
      60,
      true,
      true,
    ],
    [
      'scalability_verified',
      'slow calls',
      { checks: [check(1, { calls: { n: 60, failed: 0, p50_ms: 40, p95_ms: 1001 } })] },
      60,
      false,
      false,
    ],
    [
      'scalability_verified',
      'a failed call',
      { checks: [check(1, { calls: { n: 60, failed: 1, p50_ms: 40, p95_ms: 300 } })] },
      60,
      false,
      false,
    ],
    [
      'scalability_verified',
      '59 calls',
      { checks: [check(1, { calls: { n: 59, failed: 0, p50_ms: 40, p95_ms: 300 } })] },
      59,
      null,
      false,
    ],
  ])('%s with %s', (name, _what, evidence, n, value, met) => {
    expect(metric(name, evidence)).toMatchObject({ n, value, met });
  });

  it('of stability has no value on the first day, and counts from the beginning of its phase', () => {
    expect(metric('days_stable', {}, 0.9)).toMatchObject({ value: null, n: 0 });
    expect(metric('days_stable', {}, 1)).toMatchObject({ value: 1, n: 1, progress: 7.1, from: ago(1) });
    // An incident of today is a value, and not a lack of data.
    expect(metric('days_stable', { alerts: [alertOf(0)] }, 5)).toMatchObject({ value: 0, progress: 0, n: 5 });
  });

  it('of a completed phase is that of its end', () => {
    const metrics = [metric('scalability_verified', { checks: [check(1)] })];
    const phase = { ...(allPhases([])[2] as StoredPhase), status: 'completed' as const, metrics };
    expect(metricsOf(phase, { alerts: [], alertsFrom: 0, checks: [], now: NOW })).toBe(metrics);
  });
});

describe('the progress of a phase', () => {
  const of = (status: PhaseStatus, ...parts: (number | null)[]) =>
    progressOf(
      status,
      parts.map((progress) => ({ progress })),
    );

  it('follows its status, and in progress the mean of its metrics, unless one has no value', () => {
    expect([of('pending', 50), of('ready_for_next', 50), of('completed', null)]).toEqual([0, 95, 100]);
    expect([of('in_progress', 100, 50, 0), of('in_progress', 100, 99.9), of('in_progress', 100, null)]).toEqual([
      50,
      99,
      null,
    ]);
  });
});

describe('a move', () => {
  const met = { ...metric('scalability_verified', { checks: [check(1)] }) };
  const unmet = { ...met, met: false };
  const stored = (...statuses: PhaseStatus[]): readonly StoredPhase[] =>
    allPhases([]).map((phase, index) => ({ ...phase, status: statuses[index] ?? 'pending', version: 4 }));
  const update = (phases: readonly StoredPhase[], number: number, metrics: readonly MetricValue[]) =>
    updatePhase(phases, number, metrics, ago(0)).after;
  const advance = (phases: readonly StoredPhase[], number: number, metrics: readonly MetricValue[]) =>
    advancePhase(phases, number, metrics, { userId: ADMIN, at: ago(0) }).map(({ after }) => after);

  it('begins a phase whose predecessor is completed, and marks it as ready when its thresholds are met', () => {
    expect(update(allPhases([]), 1, [])).toMatchObject({ status: 'in_progress', started_at: ago(0), version: 1 });
    expect(update(stored('completed'), 2, [])).toMatchObject({ status: 'in_progress', version: 5 });
    expect(update(stored('in_progress'), 1, [met])).toMatchObject({ status: 'ready_for_next', version: 5 });
  });

  it('completes a phase with its metrics and begins the next one; the last one has none', () => {
    expect(advance(stored('ready_for_next'), 1, [met])).toMatchObject([
      { phase_number: 1, status: 'completed', completed_at: ago(0), completed_by: ADMIN, metrics: [met] },
      { phase_number: 2, status: 'in_progress', started_at: ago(0) },
    ]);
    expect(advance(stored('completed', 'completed', 'ready_for_next'), 3, [met])).toHaveLength(1);
  });

  it.each<[string, () => unknown]>([
    ['a phase before its predecessor is completed', () => update(stored('ready_for_next'), 2, [met])],
    ['without its thresholds', () => update(stored('in_progress'), 1, [met, unmet])],
    ['a phase that is ready already', () => update(stored('ready_for_next'), 1, [met])],
    ['a completed phase', () => update(stored('completed'), 1, [met])],
    ['on from a phase in progress', () => advance(stored('in_progress'), 1, [met])],
    ['on from a pending phase', () => advance(stored('pending'), 1, [met])],
    ['on when a threshold is not met any more', () => advance(stored('ready_for_next'), 1, [unmet])],
    ['on twice', () => advance(stored('completed', 'in_progress'), 1, [met])],
  ])('is not possible: %s', (_what, move) => {
    expect(move).toThrow(expect.objectContaining({ code: 'invalid_state' }) as Error);
  });
});

it('simulates five points up to the caps of the specification, and one day more each time', () => {
  let simulation = noSimulation;
  const seen: unknown[] = [];
  for (let step = 1; step <= 21; step += 1) {
    simulation = simulated(simulation, ago(0));
    const { anomaly_detection_accuracy: accuracy, token_security_score: score, days_stable: days } = simulation;
    if ([1, 18, 19, 21].includes(step)) seen.push([accuracy, score, days]);
  }
  expect(seen).toEqual([
    [5, 5, 1],
    [90, 90, 18],
    [95, 90, 19],
    [95, 90, 21],
  ]);
});

describe('the checks of the site', () => {
  it('count an attempt as rejected by its status and, at our functions, its code', () => {
    const attempt = { name: 'a', method: 'GET', url: '', headers: {}, statuses: [401] } as const;
    expect(isRejected(attempt, { status: 401, code: undefined })).toBe(true);
    expect([200, 404, 429, 500].filter((status) => isRejected(attempt, { status, code: undefined }))).toEqual([]);
    const coded = { ...attempt, codes: ['smart_token_invalid'] };
    expect(isRejected(coded, { status: 401, code: 'smart_token_invalid' })).toBe(true);
    expect(isRejected(coded, { status: 401, code: undefined })).toBe(false);
    expect(isRejected(coded, { status: 401, code: 'session_ended' })).toBe(false);
  });

  it('state the percentiles of a burst by rank', () => {
    const calls = Array.from({ length: 60 }, (_, index) => ({ durationMs: 60 - index, isOk: index !== 7 }));
    expect(callsOf(calls)).toEqual({ n: 60, failed: 1, p50_ms: 30, p95_ms: 57 });
    expect(callsOf([])).toEqual({ n: 0, failed: 0, p50_ms: 0, p95_ms: 0 });
  });

  it('prove for five minutes that they are ours, with the secret key only', () => {
    const [secret, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
    const proof = newCheckProof(secret, NOW);
    expect([0, 300_000].map((later) => isCheckProof(secret, proof, NOW + later))).toEqual([true, true]);
    expect(isCheckProof(secret, proof, NOW + 301_000)).toBe(false);
    expect(isCheckProof(other, proof, NOW)).toBe(false);
    const [time = '', mac = ''] = proof.split('.');
    for (const forged of ['', 'x', time, `${time}.`, `${Number(time) + 1}.${mac}`, `${time}.${mac.toUpperCase()}`])
      expect([forged, isCheckProof(secret, forged, NOW)]).toEqual([forged, false]);
  });
});
