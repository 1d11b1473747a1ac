import type { StoredAlert } from '../../domain/security/alert.ts';
import type { Table } from '../table/table.ts';
import { securityAlertEntity } from './security-alert-entity.ts';

export type SecurityAlertRepository = ReturnType<typeof createSecurityAlertRepository>;

/** Security alerts. Numbers refer to access-patterns.md. */
export const createSecurityAlertRepository = (table: Table) => ({
  /** AL1. One alert, strongly consistent; undefined for an unknown or expired one. */
  async get(id: string): Promise<StoredAlert | undefined> {
    const item = await table.get(securityAlertEntity.key({ id }), { consistent: true });
    return item && securityAlertEntity.parse(item);
  },
});
