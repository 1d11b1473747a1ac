import type { SettingsView } from '../../../lambdas/contract/admin/settings.ts';

/** A version of the settings: by default the first one, saved by Ada Listener. */
export const settingsView = (parts: Partial<SettingsView> = {}): SettingsView => ({
  platform_name: 'Soundstage',
  platform_description: '',
  plan_contact: '',
  auto_approve_uploads: false,
  content_moderation: false,
  analysis_budget_title_usd: 1.5,
  analysis_budget_month_usd: 50,
  analysis_transcribe_music: false,
  version: 1,
  updated_at: '2026-11-03T10:00:00.000Z',
  updated_by: '11111111-1111-4111-8111-111111111111',
  updated_by_name: 'Ada Listener',
  ...parts,
});
