import type { AuditAct } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Logger } from '../../domain/logger.ts';
import type { PlatformSettings, SettingsVersion } from '../../domain/settings/settings.ts';
import { auditWrite } from './audit-entity.ts';
import type { Cursors } from '../table/cursor.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { readSettings, SETTINGS, settingsEntity, settingsVersionEntity } from './settings-entity.ts';
import { ConditionFailed } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

export type SettingsRepository = ReturnType<typeof createSettingsRepository>;

/** The platform's settings and what they were. Numbers are those of access-patterns.md. */
export const createSettingsRepository = (
  table: Table,
  deps: { readonly cursors: Cursors; readonly logger: Logger },
) => ({
  /** O1. */
  read: (): Promise<SettingsVersion> => readSettings(table),

  /**
   * O2. Makes the version behind `before`, with its entry in the audit log, all or nothing. Throws AppError
   * `version_conflict` when there is one already.
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
    const atVersion: Expression = {
      expression: '#version = :version',
      names: { '#version': 'version' },
      values: { ':version': before.version },
    };
    try {
      await table.transact([
        table.write.put(settingsEntity.toItem(next), before.version === 0 ? isNew : atVersion),
        table.write.put(settingsVersionEntity.toItem(next), isNew),
        auditWrite(
          table,
          { ...by, action: 'settings.changed', targetId: 'platform', before: visible(before), after: visible(next) },
          now,
        ),
      ]);
    } catch (error) {
      throw error instanceof ConditionFailed ? new AppError('version_conflict') : error;
    }
    return next;
  },

  /** O3. Versions, newest first: one query of 0.5 RRU for about 15. */
  listVersions: (page: {
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<ListPage<SettingsVersion>> =>
    listPage({ table, ...deps }, settingsVersionEntity, {
      list: 'settings-versions',
      partition: SETTINGS,
      prefix: 'VERSION#',
      ...page,
    }),
});

/** What the audit log keeps: what was set. */
const visible = ({
  platform_name,
  platform_description,
  auto_approve_uploads,
  content_moderation,
}: PlatformSettings): PlatformSettings => ({
  platform_name,
  platform_description,
  auto_approve_uploads,
  content_moderation,
});
