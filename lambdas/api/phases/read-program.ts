import type { SecurityProgram } from '../../contract/security/phases.ts';
import { PHASES } from '../../contract/security/phase-rules.ts';
import { EVIDENCE_DAYS, metricsOf, type Evidence } from '../../domain/security/phases/metrics.ts';
import { progressOf, type StoredPhase } from '../../domain/security/phases/phase.ts';
import type { PhasesDeps } from './deps.ts';

const DAY_MS = 86_400_000;

/** The phases as they are stored, and what their metrics are computed from. */
export interface ProgramState {
  readonly phases: readonly StoredPhase[];
  readonly evidence: Evidence;
}

/** Reads the phases, and the evidence of the longest window and since the earliest open phase began. */
export const readState = async ({ phases: repository, evidence, now }: PhasesDeps): Promise<ProgramState> => {
  const at = now();
  const phases = await repository.list();
  const open = phases.filter(({ status }) => status !== 'completed');
  const starts = open.flatMap(({ started_at: start }) => (start === null ? [] : [Date.parse(start)]));
  const from = at - EVIDENCE_DAYS * DAY_MS;
  const [alerts, checks] = await Promise.all([
    evidence.alertsSince(Math.min(from, ...starts)),
    evidence.checksSince(from),
  ]);
  return { phases, evidence: { ...alerts, checks, now: at } };
};

/** The program as administrators see it. */
export const readProgram = async (deps: PhasesDeps): Promise<SecurityProgram> => {
  const [{ phases, evidence }, simulation] = await Promise.all([readState(deps), deps.simulation.read()]);
  const names = await deps.profiles.namesOf(phases.flatMap(({ completed_by: id }) => id ?? []));
  return {
    phases: phases.map((phase) => {
      const metrics = metricsOf(phase, evidence);
      return {
        ...phase,
        phase_name: PHASES.find(({ number }) => number === phase.phase_number)?.name ?? '',
        completed_by_name: names.get(phase.completed_by ?? '') ?? null,
        metrics: [...metrics],
        progress: progressOf(phase.status, metrics),
      };
    }),
    complete: phases.every(({ status }) => status === 'completed'),
    last_check: evidence.checks[0] ?? null,
    simulation,
  };
};
