import { ConsoleLogger } from 'aws-amplify/utils';
import { AppConfig } from '../../lambdas/contract/config.ts';
import { createApiClient, type ApiClient } from '../../web/src/lib/api/api-client.ts';
import { createCognitoClient } from '../../web/src/lib/auth/cognito.ts';

/**
 * Signs in to a running site with the web application's own code (SRP with the user pool that `/config.json` names).
 * Returns the source of its access tokens. Rejects when the pool rejects the sign-in or requires more than the
 * password.
 */
export const signInForTokens = async (
  url: string,
  email: string,
  password: string,
): Promise<() => Promise<string | undefined>> => {
  const config = AppConfig.parse(await (await fetch(`${url}/config.json`)).json());
  // Amplify warns about every user pool outside AWS.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const cognito = createCognitoClient(config);
  const step = await cognito.signIn(email, password);
  if (step !== 'done') throw new Error(`The user pool requires more than a password for ${email}`);
  return () => cognito.accessToken({ forceRefresh: false });
};

/** Signs in as `signInForTokens` does, and returns the web application's API client. */
export const signInAtSite = async (url: string, email: string, password: string): Promise<ApiClient> =>
  createApiClient({
    accessToken: await signInForTokens(url, email, password),
    onSessionLost: () => {},
    fetch: (path, init) => fetch(`${url}${String(path)}`, init),
  });
