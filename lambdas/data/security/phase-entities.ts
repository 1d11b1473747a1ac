import * as z from 'zod/mini';
import { PhaseSimulation, SecurityCheck } from '../../contract/security/phases.ts';
import { StoredPhase } from '../../domain/security/phases/phase.ts';
import { defineEntity, NOT_A_PERSONS, NOT_PERSONAL } from '../table/entity.ts';

/** Partition of all phases of the security program. */
export const PHASES_PARTITION = 'SECURITY_PHASES';

/** What was decided about a phase. */
export const phaseEntity = defineEntity({
  type: 'SECURITY_PHASE',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: { keep: 'Shows who completed a phase of the security program, by id only, as the audit log does.' },
  exportView: NOT_A_PERSONS,
  schema: StoredPhase,
  key: ({ phase_number: number }: { phase_number: number }) => ({ pk: PHASES_PARTITION, sk: String(number) }),
});

/** A simulation as it is stored, in a partition of its own: what reads real metrics never reads it. */
export const StoredSimulation = z.extend(PhaseSimulation, {
  /** Raised by each step. 0: nothing is stored. */
  version: z.number(),
});
export type StoredSimulation = z.infer<typeof StoredSimulation>;

/** The figures that "Simulate Progress" invented. */
export const phaseSimulationEntity = defineEntity({
  type: 'PHASE_SIMULATION',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: StoredSimulation,
  key: () => ({ pk: 'PHASE_SIMULATION', sk: 'META' }),
});

/** Partition of the results of all checks. */
export const CHECKS_PARTITION = 'SECURITY_CHECKS';

/** The result of one run of the checks. It never changes. */
export const securityCheckEntity = defineEntity({
  type: 'SECURITY_CHECK',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'security_checks', expiresFrom: ({ at }) => at },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: SecurityCheck,
  key: ({ at }: { at: string }) => ({ pk: CHECKS_PARTITION, sk: at }),
});
