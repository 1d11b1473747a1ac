import type { BrowserContextOptions } from 'playwright-core';
import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';
import { openApi } from '../api.ts';
import { openSession } from '../stack/session.ts';
import { claimsOf } from '../stack/sign-in.ts';
import { withoutWorker } from './browser.ts';
import type { Credentials } from './page.ts';

/** Signs a user in, and returns the tokens as the application stores them, which is as Amplify does. */
const storedTokens = async (url: string, { email, password }: Credentials) => {
  const session = await openSession(url);
  try {
    const { access, id, refresh } = await session.signInForTokens(email, password);
    const username = String(claimsOf(access)['username']);
    const prefix = `CognitoIdentityServiceProvider.${session.config.userPoolClientId}.`;
    return Object.entries({
      LastAuthUser: username,
      [`${username}.accessToken`]: access,
      [`${username}.idToken`]: id,
      [`${username}.refreshToken`]: refresh,
      [`${username}.clockDrift`]: '0',
    }).map(([name, value]) => ({ name: prefix + name, value }));
  } finally {
    session.close();
  }
};

/**
 * Options of a browser context in which a user is signed in already: on the screen, a sign-in takes as long as the
 * screens that a test is about.
 */
export const withSession = async (
  url: string,
  credentials: Credentials,
  options: BrowserContextOptions = {},
): Promise<BrowserContextOptions> => {
  const { storageState } = { ...withoutWorker, ...options };
  const cookies = typeof storageState === 'object' ? storageState.cookies : [];
  const origins = [{ origin: url, localStorage: await storedTokens(url, credentials) }];
  return { ...withoutWorker, ...options, storageState: { cookies, origins } };
};

/** Allows nothing beyond what is essential for a user who has not decided, so that pages do not ask. */
export const decideConsent = async (url: string, { email, password }: Credentials): Promise<void> => {
  const [session, api] = [await openSession(url), openApi(url)];
  try {
    const token = await session.signIn(email, password);
    if ((await api.call('account.get-me', {}, token)).consent === null) {
      const nothing = { p_analytics: false, p_behavioral: false, p_marketing: false, p_functional: false };
      const body = { p_essential: true, ...nothing, notice_hash: currentNotice.hash } as const;
      await api.call('privacy.record-privacy-consent', { body }, token);
    }
    // Only the browser's sessions are left.
    const sessionId = String(claimsOf(token)['origin_jti']);
    await api.request('sessions.end-session', { params: { sessionId } }, token);
  } finally {
    session.close();
    api.close();
  }
};
