import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SettingsDeps } from './deps.ts';
import { withNames } from './with-names.ts';

/** Returns the current settings. */
export const getSettings = ({ settings, profiles }: SettingsDeps) =>
  route(endpoints['settings.get-settings'], async () => {
    const [body] = await withNames(profiles, [await settings.read()]);
    return { status: 200, ...(body ? { body } : {}) };
  });
