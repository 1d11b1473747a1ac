import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SettingsDeps } from './deps.ts';
import { withNames } from './with-names.ts';

/** Lists the versions of the settings, newest first. */
export const listVersions = ({ settings, profiles }: SettingsDeps) =>
  route(endpoints['settings.list-versions'], async ({ query }) => {
    const { items, next_cursor } = await settings.listVersions({ cursor: query.cursor, limit: query.limit });
    return { status: 200, body: { items: await withNames(profiles, items), next_cursor } };
  });
