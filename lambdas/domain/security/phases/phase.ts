import * as z from 'zod/mini';
import {
  MetricValue,
  PhaseStatus,
  type ImplementationPhase,
  type PhaseSimulation,
} from '../../../contract/security/phases.ts';
import {
  PHASES,
  READY_PROGRESS,
  SIMULATION_CAPS,
  SIMULATION_STEP,
  type PhaseNumber,
} from '../../../contract/security/phase-rules.ts';
import { Timestamp, UserId } from '../../../contract/shared.ts';
import { AppError } from '../../app-error.ts';

/** A phase as it is stored: what was decided about it. Its metrics are computed when it is read. */
export const StoredPhase = z.object({
  phase_number: z.number(),
  status: PhaseStatus,
  started_at: z.nullable(Timestamp),
  completed_at: z.nullable(Timestamp),
  completed_by: z.nullable(UserId),
  /** Its metrics when it was completed. Null until then. */
  metrics: z.nullable(z.array(MetricValue)),
  updated_at: z.nullable(Timestamp),
  /** Raised by each move. 0: nothing is stored. */
  version: z.number(),
});
export type StoredPhase = z.infer<typeof StoredPhase>;

/** A phase without a decision. */
const pendingPhase = (phaseNumber: PhaseNumber): StoredPhase => ({
  phase_number: phaseNumber,
  status: 'pending',
  started_at: null,
  completed_at: null,
  completed_by: null,
  metrics: null,
  updated_at: null,
  version: 0,
});

/** Every phase, ordered by number. Those that are not stored are pending. */
export const allPhases = (stored: readonly StoredPhase[]): readonly StoredPhase[] =>
  PHASES.map(({ number }) => stored.find((phase) => phase.phase_number === number) ?? pendingPhase(number));

/** A phase after a move: none leads back to pending. */
export type MovedPhase = StoredPhase & { readonly status: Exclude<PhaseStatus, 'pending'> };

/** A change of one phase. */
export interface PhaseMove {
  readonly before: StoredPhase;
  readonly after: MovedPhase;
}

/** Who moves a phase, and when (ISO 8601). */
export interface MoveBy {
  readonly userId: string;
  readonly at: string;
}

/** A phase with what it depends on. */
interface PhaseInProgram {
  readonly phase: StoredPhase;
  readonly previous: StoredPhase | undefined;
  readonly next: StoredPhase | undefined;
}

const find = (phases: readonly StoredPhase[], phaseNumber: number): PhaseInProgram => {
  const at = (number: number) => phases.find((phase) => phase.phase_number === number);
  const phase = at(phaseNumber);
  if (!phase) throw new Error(`There is no phase ${phaseNumber}`);
  return { phase, previous: at(phaseNumber - 1), next: at(phaseNumber + 1) };
};

const moved = (
  before: StoredPhase,
  at: string,
  fields: Partial<StoredPhase> & Pick<MovedPhase, 'status'>,
): PhaseMove => ({
  before,
  after: { ...before, ...fields, updated_at: at, version: before.version + 1 },
});

const begun = (phase: StoredPhase, at: string): PhaseMove =>
  moved(phase, at, { status: 'in_progress', started_at: at });

/** Throws `invalid_state` unless every metric meets its threshold. */
const assertMet = (metrics: readonly MetricValue[]): void => {
  const open = metrics.filter(({ met }) => !met).map(({ metric }) => metric.replaceAll('_', ' '));
  if (open.length > 0) throw new AppError('invalid_state', `Not every threshold is met: ${open.join(', ')}.`);
};

/**
 * Begins a pending phase whose predecessor is completed, or marks one in progress as ready when its metrics meet every
 * threshold. Throws `invalid_state` when neither is possible.
 */
export const updatePhase = (
  phases: readonly StoredPhase[],
  phaseNumber: number,
  metrics: readonly MetricValue[],
  at: string,
): PhaseMove => {
  const { phase, previous } = find(phases, phaseNumber);
  if (phase.status === 'pending') {
    if (previous && previous.status !== 'completed')
      throw new AppError('invalid_state', `Complete phase ${previous.phase_number} first.`);
    return begun(phase, at);
  }
  if (phase.status !== 'in_progress')
    throw new AppError('invalid_state', 'This phase is ready or completed already, so there is nothing to update.');
  assertMet(metrics);
  return moved(phase, at, { status: 'ready_for_next' });
};

/**
 * Completes a phase that is ready, with its metrics, and begins the next one if there is one. Throws `invalid_state`
 * when the phase is not ready, or its metrics do not meet the thresholds any more.
 */
export const advancePhase = (
  phases: readonly StoredPhase[],
  phaseNumber: number,
  metrics: readonly MetricValue[],
  { userId, at }: MoveBy,
): readonly PhaseMove[] => {
  const { phase, next } = find(phases, phaseNumber);
  if (phase.status !== 'ready_for_next') throw new AppError('invalid_state', 'This phase is not ready.');
  assertMet(metrics);
  const completed = moved(phase, at, {
    status: 'completed',
    completed_at: at,
    completed_by: userId,
    metrics: [...metrics],
  });
  return next?.status === 'pending' ? [completed, begun(next, at)] : [completed];
};

/** Progress of a phase, 0 to 100 (specification 001, section 4). Null while one of its metrics has no value. */
export const progressOf = (
  status: PhaseStatus,
  metrics: readonly Pick<MetricValue, 'progress'>[],
): ImplementationPhase['progress'] => {
  if (status === 'pending') return 0;
  if (status === 'completed') return 100;
  if (status === 'ready_for_next') return READY_PROGRESS;
  const parts = metrics.flatMap(({ progress }) => progress ?? []);
  if (parts.length < metrics.length) return null;
  return Math.floor(parts.reduce((sum, part) => sum + part, 0) / parts.length);
};

/** A simulation without a step. */
export const noSimulation: PhaseSimulation = {
  anomaly_detection_accuracy: 0,
  token_security_score: 0,
  days_stable: 0,
  updated_at: null,
};

/** The simulation after one more step: each percentage up to its cap (specification 001, section 9). */
export const simulated = (before: PhaseSimulation, at: string): PhaseSimulation => {
  const raised = (name: keyof typeof SIMULATION_CAPS): number =>
    Math.min(SIMULATION_CAPS[name], before[name] + SIMULATION_STEP.percent);
  return {
    anomaly_detection_accuracy: raised('anomaly_detection_accuracy'),
    token_security_score: raised('token_security_score'),
    days_stable: before.days_stable + SIMULATION_STEP.days,
    updated_at: at,
  };
};
