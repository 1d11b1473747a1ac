import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SettingsDeps } from './deps.ts';

/** Seconds for which a browser does not ask again. */
const KEPT_SECONDS = 60;

/** Name and description of the platform, for whoever comes by. */
export const getPublic = ({ settings }: SettingsDeps) =>
  route(endpoints['settings.get-public'], async () => ({
    status: 200,
    body: await settings.read(),
    headers: { 'cache-control': `public, max-age=${KEPT_SECONDS}` },
  }));
