import type { BehavioralPattern, PatternData } from '../../../lambdas/contract/security/behavior.ts';
import { METRIC_DEFINITIONS, PHASES, type PhaseMetric } from '../../../lambdas/contract/security/phase-rules.ts';
import type { ImplementationPhase, MetricValue, SecurityProgram } from '../../../lambdas/contract/security/phases.ts';
import type { NamedSmartToken } from '../../../lambdas/contract/security/smart-tokens.ts';
import { scoreOf } from '../../../lambdas/domain/security/behavior/score.ts';
import { protectionAttempts } from '../../../lambdas/domain/security/phases/protection-attempts.ts';
import { tokenAttempts } from '../../../lambdas/domain/security/phases/token-attempts.ts';
import { counted } from '../behavior.ts';

const at = '2030-02-14T12:00:00.000Z';
const userId = '22222222-2222-4222-8222-222222222222';
/** A ULID of that time, with a number below 10. */
const idOf = (number: number): string => `01Q6ZZ1CG0000000000000000${number}`;

const patternOf = (id: string, data: PatternData): BehavioralPattern => ({
  id,
  user_id: userId,
  session_id: 'session-1',
  pattern_type: 'streaming',
  pattern_data: data,
  ...scoreOf(data),
  analyzed_at: at,
  created_at: at,
});

/** A pattern of a user without any points. */
export const behavioralPattern = (): BehavioralPattern =>
  patternOf(idOf(1), counted({ plays: 12, skips: 2, mouse_moves: 431, page_views: 7 }, 'mouse'));

/** A pattern that looks like a robot's. */
export const robotPattern = (): BehavioralPattern =>
  patternOf(idOf(2), counted({ plays: 50, skips: 46, watch_seconds: 2400, mouse_moves: 3, page_views: 9 }));

/** An active token of a user. */
export const smartToken = (over: Partial<NamedSmartToken> = {}): NamedSmartToken => ({
  id: `tok_${idOf(1)}`,
  user_id: userId,
  user_name: 'Grace Hopper',
  name: 'Backup script',
  use: 'original',
  state: 'active',
  security_level: 2,
  device_trust_score: 75,
  trust: [
    { part: 'start', points: 50 },
    { part: 'history', points: 20 },
    { part: 'office_hours', points: 5 },
  ],
  location_verified: false,
  created_at: at,
  expires_at: '2030-02-15T12:00:00.000Z',
  last_activity: null,
  revoked_at: null,
  revoke_reason: null,
  ...over,
});

type Value = MetricValue['value'];

const metricOf = (metric: PhaseMetric, threshold: number | boolean, value: Value): MetricValue => {
  const { query, minimum } = METRIC_DEFINITIONS[metric];
  const met = value !== null && (typeof value === 'boolean' ? value : value >= Number(threshold));
  return {
    metric,
    value,
    threshold,
    progress: value === null ? null : met ? 100 : 50,
    met,
    n: value === null ? 0 : minimum,
    minimum,
    query,
    from: '2030-01-01T00:00:00.000Z',
    to: at,
  };
};

/** A phase in a state, with a value for its metrics. */
const phaseOf = (number: 1 | 2 | 3, over: Partial<ImplementationPhase>, value: Value): ImplementationPhase => {
  const { name, thresholds } = PHASES[number - 1] ?? PHASES[0];
  return {
    phase_number: number,
    phase_name: name,
    status: 'pending',
    started_at: null,
    completed_at: null,
    completed_by: null,
    completed_by_name: null,
    metrics: Object.entries(thresholds).map(([metric, threshold]) => metricOf(metric as PhaseMetric, threshold, value)),
    progress: null,
    updated_at: null,
    ...over,
  };
};

const siteUrl = 'https://media.example.org';
const tokenTries = tokenAttempts({ siteUrl, token: 'sst_unknown', now: Date.parse(at) });
const title = { mediaKey: 'media/title', sourceKey: 'uploads/title' };
const protectionTries = protectionAttempts({ siteUrl, mediaUrl: siteUrl, uploadsUrl: siteUrl, title }, Date.parse(at));

/** The program with its first phase in a state, and a check that found media without protection. */
export const securityProgram = (
  first: Partial<ImplementationPhase> = {},
  over: Partial<SecurityProgram> = {},
): SecurityProgram => ({
  phases: [
    phaseOf(1, { status: 'in_progress', started_at: at, ...first }, null),
    phaseOf(2, { progress: 0 }, false),
    phaseOf(3, { progress: 0 }, null),
  ],
  complete: false,
  last_check: {
    at,
    tokens: { passed: tokenTries.length, n: tokenTries.length },
    protection: { passed: protectionTries.length - 1, n: protectionTries.length },
    calls: { n: 60, failed: 0, p50_ms: 41, p95_ms: 230 },
    failed: protectionTries.slice(0, 1).map(({ name }) => name),
  },
  simulation: { anomaly_detection_accuracy: 45, token_security_score: 40, days_stable: 3, updated_at: at },
  ...over,
});

/** The first phase with every metric above its threshold. */
export const metFirst = (): Partial<ImplementationPhase> => ({
  metrics: phaseOf(1, {}, 90).metrics,
  progress: 100,
});
