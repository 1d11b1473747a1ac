import { ConsoleLogger } from 'aws-amplify/utils';
import { AppConfig } from '../../lambdas/contract/config.ts';
import { createApiClient, type ApiClient } from '../../web/src/lib/api/api-client.ts';
import { createCognitoClient } from '../../web/src/lib/auth/cognito.ts';

/**
 * Signs in at a running site with the web application's own code, by SRP at the user pool that `/config.json` names,
 * and answers its API. Rejects when the pool refuses or asks for more than the password.
 */
export const signInAtSite = async (url: string, email: string, password: string): Promise<ApiClient> => {
  const config = AppConfig.parse(await (await fetch(`${url}/config.json`)).json());
  // It warns of any user pool that is not in AWS.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const cognito = createCognitoClient(config);
  const step = await cognito.signIn(email, password);
  if (step !== 'done') throw new Error(`The user pool asks ${email} for more than the password`);
  return createApiClient({
    accessToken: cognito.accessToken,
    onSessionLost: () => {},
    fetch: (path, init) => fetch(`${url}${String(path)}`, init),
  });
};
