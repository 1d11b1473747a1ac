import type { AuditAct } from '../../domain/audit/act.ts';
import type { Table } from '../table/table.ts';
import { auditWrite } from './audit-entity.ts';

/**
 * J12. Records actions whose effect is outside the table, such as on a bucket, so that no transaction contains both.
 */
export const auditRecorder =
  (table: Table) =>
  async (act: AuditAct, now: string): Promise<void> =>
    table.transact([auditWrite(table, act, now)]);
