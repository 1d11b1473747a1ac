import type { AuditAct } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Logger } from '../../domain/logger.ts';
import type { PlatformSettings, SettingsVersion } from '../../domain/settings/settings.ts';
import { auditWrite } from './audit-entity.ts';
import type { Cursors } from '../table/cursor.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { readSettings, SETTINGS, settingsEntity, settingsVersionEntity } from './settings-entity.ts';
import { onConditionFailed } from '../table/errors.ts';
import { followsVersion, isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import { VERSIONS } from '../table/versioned.ts';

export type SettingsRepository = ReturnType<typeof createSettingsRepository>;

/** The platform settings and their versions. Numbers refer to access-patterns.md. */
export const createSettingsRepository = (
  table: Table,
  deps: { readonly cursors: Cursors; readonly logger: Logger },
) => ({
  /** O1. The current settings. */
  read: (): Promise<SettingsVersion> => readSettings(table),

  /**
   * O2. Saves the version after `before` with its audit entry, in one transaction. Throws AppError `version_conflict`
   * when that version already exists.
   */
  async save(
    before: SettingsVersion,
    settings: PlatformSettings,
    by: Pick<AuditAct, 'actor' | 'requestId'>,
    now: string,
  ): Promise<SettingsVersion> {
    const next: SettingsVersion = {
      ...settings,
      version: before.version + 1,
      updated_at: now,
      updated_by: by.actor.userId,
    };
    const saved = table.transact([
      table.write.put(settingsEntity.toItem(next), followsVersion(before.version)),
      table.write.put(settingsVersionEntity.toItem(next), isNew),
      auditWrite(
        table,
        { ...by, action: 'settings.changed', targetId: 'platform', before: visible(before), after: visible(next) },
        now,
      ),
    ]);
    await onConditionFailed(saved, () => {
      throw new AppError('version_conflict');
    });
    return next;
  },

  /** O3. Versions, newest first: one query, 0.5 RRU for about 12. */
  listVersions: (page: {
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<ListPage<SettingsVersion>> =>
    listPage({ table, ...deps }, settingsVersionEntity, {
      list: 'settings-versions',
      partition: SETTINGS,
      prefix: VERSIONS,
      ...page,
    }),
});

/** The fields that the audit log records. */
const visible = ({
  platform_name,
  platform_description,
  plan_contact,
  auto_approve_uploads,
  content_moderation,
  analysis_budget_title_usd,
  analysis_budget_month_usd,
  analysis_transcribe_music,
}: PlatformSettings): PlatformSettings => ({
  platform_name,
  platform_description,
  plan_contact,
  auto_approve_uploads,
  content_moderation,
  analysis_budget_title_usd,
  analysis_budget_month_usd,
  analysis_transcribe_music,
});
