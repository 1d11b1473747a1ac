import type { BrowserContextOptions } from 'playwright-core';
import type { Api } from '../api.ts';
import { deviceCookie } from '../browser/browser.ts';

/**
 * Options of a browser context on another device than that of the other contexts, on which a user has one session at a
 * time. Both devices are known to the user with this token, so no page asks whether they are theirs. To be called
 * before a page of the user is open: the call is the last one of a session on the other contexts' device.
 */
export const otherDevice = async (api: Api, token: string): Promise<BrowserContextOptions> => {
  // A device's secret has 22 characters.
  const value = 'second-device-of-tests';
  for (const secret of [deviceCookie.value, value]) {
    await api.request('sessions.recognize-device', {}, token, { cookie: `${deviceCookie.name}=${secret}` });
  }
  return { storageState: { cookies: [{ ...deviceCookie, value }], origins: [] } };
};
