import { ConsoleLogger } from 'aws-amplify/utils';
import { AppConfig } from '../../lambdas/contract/config.ts';
import { COMMAND_LINE_AGENT, deviceLabel } from '../../lambdas/domain/sessions/device.ts';
import { sessionOfToken } from '../../web/src/core/sessions/token-session.ts';
import { createApiClient, type ApiClient } from '../../web/src/lib/api/api-client.ts';
import { ApiError } from '../../web/src/lib/api/api-error.ts';
import { createCognitoClient } from '../../web/src/lib/auth/cognito.ts';

/**
 * Signs in to a running site with the web application's own code (SRP with the user pool that `/config.json` names).
 * Returns the source of its access tokens. Rejects when the pool rejects the sign-in or requires more than the
 * password.
 */
const signInForTokens = async (
  url: string,
  email: string,
  password: string,
): Promise<() => Promise<string | undefined>> => {
  const config = AppConfig.parse(await (await fetch(`${url}/config.json`)).json());
  // Amplify warns about every user pool outside AWS.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const cognito = createCognitoClient(config, () => Promise.reject(new Error('Commands do not confirm a sign-in')));
  const step = await cognito.signIn(email, password);
  if (step !== 'done') throw new Error(`The user pool requires more than a password for ${email}`);
  return () => cognito.accessToken({ forceRefresh: false });
};

/** An API client of a running site, with the tokens of a sign-in. */
export interface SiteSession {
  readonly api: ApiClient;
  readonly accessToken: () => Promise<string | undefined>;
  /** Ends the session, so that its place is free. */
  readonly signOut: () => Promise<void>;
}

/** Signs in as `signInForTokens` does, and returns the web application's API client. */
export const signInAtSite = async (url: string, email: string, password: string): Promise<SiteSession> => {
  const accessToken = await signInForTokens(url, email, password);
  const api = createApiClient({
    accessToken,
    onSessionLost: () => {},
    fetch: (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set('user-agent', COMMAND_LINE_AGENT);
      return fetch(`${url}${String(path)}`, { ...init, headers });
    },
  });
  return {
    api,
    accessToken,
    signOut: async () => {
      const sessionId = sessionOfToken((await accessToken()) ?? '');
      if (sessionId !== undefined) await api.call('sessions.end-session', { params: { sessionId } });
    },
  };
};

/**
 * Begins the session of a sign-in. When the user has as many as allowed, ends the oldest of those that commands began
 * before. Rejects when there is none.
 */
export const beginSession = async ({ api }: Pick<SiteSession, 'api'>): Promise<void> => {
  const begin = () => api.call('sessions.get-current', {});
  await begin().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'session_limit') throw error;
    const { items } = await api.call('sessions.list-sessions', {});
    const oldest = items.filter(({ device }) => device === deviceLabel(COMMAND_LINE_AGENT)).at(-1);
    if (!oldest) throw error;
    await api.call('sessions.end-session', { params: { sessionId: oldest.id } });
    await begin();
  });
};
