import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import { initialSettings, type SettingsVersion } from '../../domain/settings/settings.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const SettingsItem = z.object({
  version: z.number(),
  platform_name: z.string(),
  platform_description: z.string(),
  // Versions from before this setting lack it.
  plan_contact: z._default(z.string(), ''),
  auto_approve_uploads: z.boolean(),
  content_moderation: z.boolean(),
  updated_at: z.nullable(Timestamp),
  updated_by: z.nullable(UserId),
});

/** Partition of the settings and their versions. */
export const SETTINGS = 'SETTINGS';

/** The current settings. */
export const settingsEntity = defineEntity({
  type: 'SETTINGS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: SettingsItem,
  key: () => ({ pk: SETTINGS, sk: 'CURRENT' }),
});

/** Digits of a version in its key, so that versions sort. */
const VERSION_DIGITS = 8;

/** A version of the settings. It never changes. */
export const settingsVersionEntity = defineEntity({
  type: 'SETTINGS_VERSION',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: SettingsItem,
  key: ({ version }: { version: number }) => ({
    pk: SETTINGS,
    sk: key('VERSION', String(version).padStart(VERSION_DIGITS, '0')),
  }),
});

/** O1. The current settings, strongly consistent; 1 RRU. */
export const readSettings = async (table: Table): Promise<SettingsVersion> => {
  const item = await table.get(settingsEntity.key({}), { consistent: true });
  return item ? settingsEntity.parse(item) : initialSettings;
};
