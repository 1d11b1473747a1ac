import type { Route } from '../../http/route.ts';
import { getPublic } from './get-public.ts';
import { getSettings } from './get-settings.ts';
import { listVersions } from './list-versions.ts';
import { updateSettings } from './update-settings.ts';
import type { SettingsDeps } from './deps.ts';

/** The feature's endpoints. */
export const settingsRoutes = (deps: SettingsDeps): readonly Route[] => [
  getPublic(deps),
  getSettings(deps),
  updateSettings(deps),
  listVersions(deps),
];
