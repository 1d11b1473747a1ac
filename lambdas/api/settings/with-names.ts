import type { SettingsView } from '../../contract/admin/settings.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { SettingsVersion } from '../../domain/settings/settings.ts';

/** Adds the names of the authors to versions. */
export const withNames = async (
  profiles: ProfileNames,
  versions: readonly SettingsVersion[],
): Promise<SettingsView[]> => {
  const names = await profiles.namesOf(versions.flatMap(({ updated_by: id }) => id ?? []));
  return versions.map((version) => ({
    ...version,
    updated_by_name: (version.updated_by !== null && names.get(version.updated_by)) || null,
  }));
};
