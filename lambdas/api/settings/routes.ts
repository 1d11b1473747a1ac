import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { SettingsRepository } from '../../data/admin/settings-repository.ts';
import type { Route } from '../../http/route.ts';
import { getPublic } from './get-public.ts';
import { getSettings } from './get-settings.ts';
import { listVersions } from './list-versions.ts';
import { updateSettings } from './update-settings.ts';

/** What the use cases of this feature need. */
export interface SettingsDeps {
  readonly settings: SettingsRepository;
  readonly profiles: ProfileNames;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** The feature's endpoints. */
export const settingsRoutes = (deps: SettingsDeps): readonly Route[] => [
  getPublic(deps),
  getSettings(deps),
  updateSettings(deps),
  listVersions(deps),
];
