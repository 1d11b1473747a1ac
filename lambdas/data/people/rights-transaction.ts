import { AppError } from '../../domain/app-error.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { onConditionFailed } from '../table/errors.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { countAdminsWrite, rightsEntity, unchanged } from './rights-repository.ts';

/** A change of a user's rights by an administrator. */
export interface RightsTransaction {
  readonly actor: AuditAct['actor'];
  readonly targetId: string;
  /** Change in the number of administrators: -1, 0 or 1. */
  readonly adminsGained: number;
  /** The writes of the user's own items and of the audit entry. */
  readonly person: readonly Write[];
}

/**
 * Check that the actor still is an administrator. Their rights may have changed a moment ago, after they were read.
 * Changes of the actor's own rights carry this condition themselves.
 */
const actorChecks = (table: Table, { actor, targetId }: RightsTransaction): readonly Write[] =>
  actor.userId === targetId
    ? []
    : [
        table.write.check(
          rightsEntity.key({ user_id: actor.userId }),
          unchanged({ role: actor.role, disabled: false }),
        ),
      ];

/**
 * Writes a change of rights in one transaction with the count of administrators. Returns `lost` when the user was
 * changed since they were read. Throws `forbidden` when the actor is no longer an administrator, and `last_admin` when
 * no administrator would be left.
 */
export const writeRights = async (table: Table, change: RightsTransaction): Promise<'done' | 'lost'> => {
  const actor = actorChecks(table, change);
  const count = countAdminsWrite(table, change.targetId, change.adminsGained);
  const written = table.transact([...actor, ...count, ...change.person]);
  return onConditionFailed<'done' | 'lost', 'lost'>(
    written.then(() => 'done'),
    ({ index }) => {
      if (index < actor.length) throw new AppError('forbidden');
      if (index < actor.length + count.length)
        throw new AppError('last_admin', 'Make someone else an administrator first.');
      return 'lost';
    },
  );
};
