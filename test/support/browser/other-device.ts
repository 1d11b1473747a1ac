import type { BrowserContextOptions } from 'playwright-core';
import { deviceCookie } from './browser.ts';
import { openSession } from '../stack/session.ts';
import { claimsOf } from '../stack/sign-in.ts';
import type { Site } from '../stack/site.ts';

/**
 * Options of a browser context on another device than that of the other contexts, on which a user has one session at a
 * time. The user knows both devices, so no page asks whether they are theirs.
 */
export const otherDevice = async (
  { url, api }: Pick<Site, 'url' | 'api'>,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<BrowserContextOptions> => {
  // A device's secret has 22 characters.
  const value = 'second-device-of-tests';
  const session = await openSession(url);
  try {
    const token = await session.signIn(email, password);
    // Begins the session on no device: on one, it would end the session that the user has there.
    await api.call('sessions.list-sessions', {}, token);
    for (const secret of [deviceCookie.value, value]) {
      await api.request('sessions.recognize-device', {}, token, { cookie: `${deviceCookie.name}=${secret}` });
    }
    const sessionId = String(claimsOf(token)['origin_jti']);
    await api.request('sessions.end-session', { params: { sessionId } }, token);
  } finally {
    session.close();
  }
  return { storageState: { cookies: [{ ...deviceCookie, value }], origins: [] } };
};
