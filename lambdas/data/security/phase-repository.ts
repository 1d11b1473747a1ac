import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import {
  allPhases,
  noSimulation,
  simulated,
  type MovedPhase,
  type PhaseMove,
  type StoredPhase,
} from '../../domain/security/phases/phase.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { onConditionFailed } from '../table/errors.ts';
import { followsVersion } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { PHASES_PARTITION, phaseEntity, phaseSimulationEntity, type StoredSimulation } from './phase-entities.ts';

/** Phases of the program; more than there are. */
const PHASES_AT_ONCE = 10;
/** Target of the audit entries about the simulation. */
const SIMULATION = 'simulation';

/** How a move is recorded, by the status that it leads to. */
const actions: Readonly<Record<MovedPhase['status'], AuditAct['action']>> = {
  in_progress: 'phase.started',
  ready_for_next: 'phase.marked-ready',
  completed: 'phase.completed',
};

/** What the audit log contains of a phase: its status, and the values with which it was completed. */
const visible = ({ status, metrics }: StoredPhase): object => ({
  status,
  ...Object.fromEntries((metrics ?? []).map(({ metric, value }) => [metric, value])),
});

/** Writes all or none. Throws AppError `version_conflict` when something was changed since it was read. */
const writeTogether = async (table: Table, writes: readonly Write[]): Promise<void> => {
  await onConditionFailed(table.transact(writes), () => {
    throw new AppError('version_conflict');
  });
};

export type PhaseRepository = ReturnType<typeof createPhaseRepository>;

/** The phases of the security program. Numbers refer to access-patterns.md. */
export const createPhaseRepository = (table: Table) => ({
  /** PH1. All phases, strongly consistent, ordered by number. Those without a decision are pending. */
  async list(): Promise<readonly StoredPhase[]> {
    const request = { partition: PHASES_PARTITION, limit: PHASES_AT_ONCE, consistent: true };
    const { items } = await table.query(request);
    return allPhases(items.map((item) => phaseEntity.parse(item)));
  },

  /**
   * PH2. Moves phases with an audit entry each, in one transaction. Throws AppError `version_conflict` when one of them
   * was moved since it was read, such as from another tab.
   */
  async move(moves: readonly PhaseMove[], by: ActBy, at: string): Promise<void> {
    const writes = moves.flatMap(({ before, after }) => [
      table.write.put(phaseEntity.toItem(after), followsVersion(before.version)),
      auditWrite(
        table,
        {
          ...by,
          action: actions[after.status],
          targetId: String(after.phase_number),
          before: visible(before),
          after: visible(after),
        },
        at,
      ),
    ]);
    await writeTogether(table, writes);
  },
});

export type SimulationRepository = ReturnType<typeof createSimulationRepository>;

/** The simulation of the security program, which no metric reads. Numbers refer to access-patterns.md. */
export const createSimulationRepository = (table: Table) => {
  const read = async (): Promise<StoredSimulation> => {
    const item = await table.get(phaseSimulationEntity.key({}), { consistent: true });
    return item ? phaseSimulationEntity.parse(item) : { ...noSimulation, version: 0 };
  };
  return {
    /** PH3. The current simulation, strongly consistent. */
    read,

    /**
     * PH4. Adds one step, with an audit entry, in one transaction. Throws AppError `version_conflict` when another one
     * was added meanwhile.
     */
    async add(by: ActBy, at: string): Promise<StoredSimulation> {
      const before = await read();
      const next = { ...simulated(before, at), version: before.version + 1 };
      await writeTogether(table, [
        table.write.put(phaseSimulationEntity.toItem(next), followsVersion(before.version)),
        auditWrite(table, { ...by, action: 'phase.simulated', targetId: SIMULATION, before, after: next }, at),
      ]);
      return next;
    },

    /** PH5. Sets the simulation back to zero, with an audit entry, in one transaction. */
    async reset(by: ActBy, at: string): Promise<void> {
      const act = { action: 'phase.simulation-reset', targetId: SIMULATION, before: null, after: null } as const;
      await writeTogether(table, [
        table.write.delete(phaseSimulationEntity.key({})),
        auditWrite(table, { ...by, ...act }, at),
      ]);
    },
  };
};
