import { ulid } from 'ulid';
import { auditEntity } from '../../../lambdas/data/admin/audit-entity.ts';
import { settingsEntity, settingsVersionEntity } from '../../../lambdas/data/admin/settings-entity.ts';

/**
 * Valid calls for the audit log and the settings, with two entries and two versions so that their lists have a second
 * page.
 */
export const auditRows = (actorId: string) => {
  const settings = {
    platform_name: 'Meadow',
    platform_description: 'Films of animals',
    plan_contact: 'plans@example.com',
    auto_approve_uploads: false,
    content_moderation: false,
    analysis_budget_title_usd: 1.5,
    analysis_budget_month_usd: 50,
    analysis_transcribe_music: false,
  };
  const at = new Date().toISOString();
  const versions = [1, 2].map((version) => ({ ...settings, version, updated_at: at, updated_by: actorId }));
  const entries = versions.map(({ version }) =>
    auditEntity.toItem({
      id: ulid(),
      at,
      actor_id: actorId,
      actor_role: 'admin',
      action: 'settings.changed',
      target_type: 'settings',
      target_id: 'platform',
      before: { version },
      after: { version },
      reason: null,
      request_id: 'request-1',
    }),
  );
  return {
    calls: {
      'audit.list-entries': [{ input: { query: { target_type: 'settings', limit: '5' } }, success: 200 }],
      'settings.get-public': [{ input: {}, success: 200 }],
      'settings.get-settings': [{ input: {}, success: 200 }],
      // The same values that are stored, so that the next caller finds the same version.
      'settings.update-settings': [{ input: { body: { ...settings, version: 2 } }, success: 200 }],
      'settings.list-versions': [{ input: {}, success: 200 }],
    },
    stored: [
      ...entries,
      ...versions.map((version) => settingsVersionEntity.toItem(version)),
      ...versions.slice(-1).map((version) => settingsEntity.toItem(version)),
    ],
  } as const;
};
