import type { BrowserContextOptions } from 'playwright-core';
import type { Api } from '../api.ts';
import { deviceCookie } from '../browser/browser.ts';

/**
 * Options of a browser context on another device than that of the other contexts, on which a user has one session at a
 * time. Both devices are known to the user with this token, so no page asks whether they are theirs.
 */
export const otherDevice = async (api: Api, token: string): Promise<BrowserContextOptions> => {
  const value = 'other-device-of-tests';
  for (const secret of [deviceCookie.value, value]) {
    await api.request('sessions.recognize-device', {}, token, { cookie: `${deviceCookie.name}=${secret}` });
  }
  return { storageState: { cookies: [{ ...deviceCookie, value }], origins: [] } };
};
