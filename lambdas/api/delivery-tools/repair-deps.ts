import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import type { RepairDeps } from '../../domain/delivery/bucket-tools.ts';
import type { DeliveryToolsDeps } from './deps.ts';

/** What a repair needs, with an audit entry for each bucket whose setting it puts back. */
export const repairDeps = async (
  { settings, readDeclared, recordAct, now }: DeliveryToolsDeps,
  { actor, requestId }: ActBy,
  action: AuditAct['action'],
): Promise<RepairDeps> => ({
  settings,
  declared: await readDeclared(),
  // After the change: S3 and the table have no common transaction, and an entry must not name what did not happen.
  record: ({ bucket, before, after }) =>
    recordAct({ actor, requestId, action, targetId: bucket, before, after }, new Date(now()).toISOString()),
});
