import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SettingsDeps } from './deps.ts';

/** Seconds that a browser caches the response. */
const CACHE_SECONDS = 60;

/** Returns the platform's name, description and contact for plans to any caller. */
export const getPublic = ({ settings }: SettingsDeps) =>
  route(endpoints['settings.get-public'], async () => ({
    status: 200,
    body: await settings.read(),
    headers: { 'cache-control': `public, max-age=${CACHE_SECONDS}` },
  }));
