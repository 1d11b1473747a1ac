import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import { initialSettings, type SettingsVersion } from '../../domain/settings/settings.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { versionedKeys } from '../table/versioned.ts';

const SettingsItem = z.object({
  version: z.number(),
  platform_name: z.string(),
  platform_description: z.string(),
  // Versions from before a setting lack it.
  plan_contact: z._default(z.string(), ''),
  auto_approve_uploads: z.boolean(),
  content_moderation: z.boolean(),
  analysis_budget_title_usd: z._default(z.number(), initialSettings.analysis_budget_title_usd),
  analysis_budget_month_usd: z._default(z.number(), initialSettings.analysis_budget_month_usd),
  analysis_transcribe_music: z._default(z.boolean(), initialSettings.analysis_transcribe_music),
  updated_at: z.nullable(Timestamp),
  updated_by: z.nullable(UserId),
});

/** Partition of the settings and their versions. */
export const SETTINGS = 'SETTINGS';

const keys = versionedKeys(SETTINGS);

/** The current settings. */
export const settingsEntity = defineEntity({
  type: 'SETTINGS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: SettingsItem,
  key: keys.current,
});

/** A version of the settings. It never changes. */
export const settingsVersionEntity = defineEntity({
  type: 'SETTINGS_VERSION',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: SettingsItem,
  key: keys.version,
});

/** O1. The current settings, strongly consistent; 1 RRU. */
export const readSettings = async (table: Table): Promise<SettingsVersion> => {
  const item = await table.get(settingsEntity.key({}), { consistent: true });
  return item ? settingsEntity.parse(item) : initialSettings;
};
