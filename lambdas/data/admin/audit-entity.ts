import { ulid } from 'ulid';
import { AuditEntry, type AuditTarget } from '../../contract/admin/audit.ts';
import { differences, type AuditAct } from '../../domain/audit/act.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** The month of an entry, `2026-11`: a partition of the log. */
export const auditMonth = (at: string): string => at.slice(0, 7);

/** Index partitions, by the field that entries are filtered by. */
export const auditIndexes = {
  gsi1: (actorId: string) => key('AUDIT_ACTOR', actorId),
  gsi2: (targetId: string) => key('AUDIT_TARGET', targetId),
  gsi3: (action: string) => key('AUDIT_ACTION', action),
  gsi4: (type: AuditTarget) => key('AUDIT_TYPE', type),
} as const;

/**
 * An entry of the audit log. No function may change or delete one; it expires. gsi1 projects complete entries, the
 * other indexes only their keys.
 */
export const auditEntity = defineEntity({
  type: 'AUDIT',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'audit_log', expiresFrom: ({ at }) => at },
  onErase: { keep: 'A complete log proves that nothing was hidden. Entries name people by id only and expire.' },
  exportView: NOT_A_PERSONS,
  appendOnly: true,
  schema: AuditEntry,
  key: ({ at, id }: { at: string; id: string }) => ({ pk: key('AUDIT', auditMonth(at)), sk: id }),
  indexes: {
    gsi1: ({ actor_id: actorId, id }) => ({ pk: auditIndexes.gsi1(actorId), sk: id }),
    gsi2: ({ target_id: targetId, id }) => ({ pk: auditIndexes.gsi2(targetId), sk: id }),
    gsi3: ({ action, id }) => ({ pk: auditIndexes.gsi3(action), sk: id }),
    gsi4: ({ target_type: type, id }) => ({ pk: auditIndexes.gsi4(type), sk: id }),
  },
});

/** J11. The write that records an action. It belongs in the transaction of the action, so that both succeed or fail. */
export const auditWrite = (table: Table, act: AuditAct, now: string): Write =>
  table.write.put(
    auditEntity.toItem({
      id: ulid(Date.parse(now)),
      at: now,
      actor_id: act.actor.userId,
      actor_role: act.actor.role,
      action: act.action,
      target_type: act.action.split('.')[0] as AuditTarget,
      target_id: act.targetId,
      ...differences(act.before, act.after),
      reason: act.reason ?? null,
      request_id: act.requestId,
    }),
    isNew,
  );
