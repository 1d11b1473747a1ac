import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { SettingsRepository } from '../../data/admin/settings-repository.ts';

/** Dependencies of the use cases. */
export interface SettingsDeps {
  readonly settings: SettingsRepository;
  readonly profiles: ProfileNames;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
