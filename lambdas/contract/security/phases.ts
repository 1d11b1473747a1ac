import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { Timestamp, UserId } from '../shared.ts';
import { PHASE_METRICS } from './phase-rules.ts';

export const PhaseStatus = z.enum(['pending', 'in_progress', 'ready_for_next', 'completed']);
export type PhaseStatus = z.infer<typeof PhaseStatus>;

const Metric = z.enum(PHASE_METRICS);
const Value = z.union([z.number(), z.boolean()]);

/** A metric with where it comes from. */
export const MetricValue = z.object({
  metric: Metric,
  /** Null: there are not enough observations to state one. */
  value: z.nullable(Value),
  threshold: Value,
  /** 0 to 100: the value against its threshold. Null without a value. */
  progress: z.nullable(z.number()),
  met: z.boolean(),
  /** Number of observations, and the least that is needed. */
  n: z.number(),
  minimum: z.number(),
  /** What is counted, from which data. */
  query: z.string(),
  /** The period that was looked at. */
  from: Timestamp,
  to: Timestamp,
});
export type MetricValue = z.infer<typeof MetricValue>;

/** A phase of the security program. */
export const ImplementationPhase = z.object({
  phase_number: z.number(),
  phase_name: z.string(),
  status: PhaseStatus,
  started_at: z.nullable(Timestamp),
  completed_at: z.nullable(Timestamp),
  /** Who completed it. Null until then. */
  completed_by: z.nullable(UserId),
  completed_by_name: z.nullable(z.string()),
  /** The current metrics; those of its end for a completed phase. */
  metrics: z.array(MetricValue),
  /**
   * 0 to 100: completed 100, ready 95, pending 0; in progress the mean of the metrics' progress. Null while a metric
   * has no value.
   */
  progress: z.nullable(z.number()),
  updated_at: z.nullable(Timestamp),
});
export type ImplementationPhase = z.infer<typeof ImplementationPhase>;

/** The last check of tokens, protection and response times. */
export const SecurityCheck = z.object({
  at: Timestamp,
  /** Attempts that were rejected as they must be, of all, by kind. */
  tokens: z.object({ passed: z.number(), n: z.number() }),
  protection: z.object({ passed: z.number(), n: z.number() }),
  /** Calls, failed ones, and the 50th and 95th percentile of their duration in milliseconds. */
  calls: z.object({ n: z.number(), failed: z.number(), p50_ms: z.number(), p95_ms: z.number() }),
  /** Names of the attempts that were not rejected. */
  failed: z.array(z.string()),
});
export type SecurityCheck = z.infer<typeof SecurityCheck>;

/** Figures that "Simulate Progress" invented. They are stored apart and count for nothing. */
export const PhaseSimulation = z.object({
  anomaly_detection_accuracy: z.number(),
  token_security_score: z.number(),
  days_stable: z.number(),
  updated_at: z.nullable(Timestamp),
});
export type PhaseSimulation = z.infer<typeof PhaseSimulation>;

/** The program. */
export const SecurityProgram = z.object({
  phases: z.array(ImplementationPhase),
  /** Every phase is completed. */
  complete: z.boolean(),
  /** Null before the first check. */
  last_check: z.nullable(SecurityCheck),
  simulation: PhaseSimulation,
});
export type SecurityProgram = z.infer<typeof SecurityProgram>;

/** The number of a phase, as in the path. */
const ofOne = z.strictObject({ phase: z.coerce.string().check(z.regex(/^[1-3]$/, 'Must be the number of a phase')) });

/** The phases of the security program, for administrators. */
export const phaseEndpoints = {
  'phases.get-program': endpoint({
    method: 'GET',
    path: '/api/admin/implementation-phases',
    auth: 'admin',
    summary: 'Returns the phases of the security program with their metrics, ordered by number.',
    responses: { 200: SecurityProgram },
    errors: [],
  }),
  'phases.update-phase': endpoint({
    method: 'POST',
    path: '/api/admin/implementation-phases/{phase}/update',
    auth: 'admin',
    summary:
      'Begins a pending phase whose predecessor is completed, or marks one in progress as ready when its metrics ' +
      'meet every threshold. Fails with `invalid_state` when neither is possible.',
    params: ofOne,
    responses: { 200: SecurityProgram },
    errors: ['invalid_state', 'version_conflict'],
  }),
  'phases.advance-phase': endpoint({
    method: 'POST',
    path: '/api/admin/implementation-phases/{phase}/advance',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Completes a phase that is ready and begins the next one, in one transaction. Fails with `invalid_state` ' +
      'when the phase is not ready, or its metrics do not meet the thresholds any more.',
    params: ofOne,
    responses: { 200: SecurityProgram },
    errors: ['invalid_state', 'version_conflict'],
  }),
  'phases.run-checks': endpoint({
    method: 'POST',
    path: '/api/admin/security-checks',
    auth: 'admin',
    summary: 'Requests the checks of tokens, protection and response times, which otherwise run daily.',
    responses: { 202: null },
    errors: ['too_many_requests'],
  }),
  'phases.simulate-progress': endpoint({
    method: 'POST',
    path: '/api/admin/implementation-phases/simulation',
    auth: 'admin',
    summary: 'Adds to the simulation, which is stored apart from real metrics and counts for nothing.',
    responses: { 200: PhaseSimulation },
    errors: ['version_conflict'],
  }),
  'phases.reset-simulation': endpoint({
    method: 'DELETE',
    path: '/api/admin/implementation-phases/simulation',
    auth: 'admin',
    summary: 'Sets the simulation back to zero.',
    responses: { 204: null },
    errors: [],
  }),
};
