import type { SecuritySettings } from '../../contract/admin/security-responses.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { everyRule, initialSecuritySettings } from '../../domain/security/response.ts';
import { onConditionFailed } from '../table/errors.ts';
import { followsVersion } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import { auditWrite } from './audit-entity.ts';
import { securitySettingsEntity } from './security-response-entity.ts';

export type SecuritySettingsRepository = ReturnType<typeof createSecuritySettingsRepository>;

/** What the rules of alerts may do automatically. Numbers refer to access-patterns.md. */
export const createSecuritySettingsRepository = (table: Table) => ({
  /** SR6. The current settings, strongly consistent; 1 RRU. */
  async read(): Promise<SecuritySettings> {
    const item = await table.get(securitySettingsEntity.key({}), { consistent: true });
    if (!item) return initialSecuritySettings;
    const stored = securitySettingsEntity.parse(item);
    return { ...stored, automatic: everyRule(stored.automatic) };
  },

  /**
   * SR7. Saves the settings after `before` with their audit entry, in one transaction. Throws AppError
   * `version_conflict` when others were saved since.
   */
  async save(before: SecuritySettings, wanted: SecuritySettings, by: ActBy, now: string): Promise<SecuritySettings> {
    const { automatic, mail_alerts } = wanted;
    const next = { automatic: everyRule(automatic), mail_alerts, version: before.version + 1 };
    const visible = ({ version: _version, ...settings }: SecuritySettings) => settings;
    const saved = table.transact([
      table.write.put(securitySettingsEntity.toItem(next), followsVersion(before.version)),
      auditWrite(
        table,
        {
          ...by,
          action: 'security-settings.changed',
          targetId: 'platform',
          before: visible(before),
          after: visible(next),
        },
        now,
      ),
    ]);
    await onConditionFailed(saved, () => {
      throw new AppError('version_conflict');
    });
    return next;
  },
});
