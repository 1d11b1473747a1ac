/**
 * The user pool, through Amplify; only this file and `cognito-flows.ts` import Amplify. Load this file with `import()`:
 * a visitor who never signs in does not download it, and a returning user downloads only the part for the session.
 */
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { AppConfig } from '../../../../lambdas/contract/config.ts';
import type { CognitoClient } from './cognito-types.ts';
import type { Reauthentication, RenewSession } from './reauthentication.ts';

export type { CognitoClient, SignInStep } from './cognito-types.ts';

/** Sign-in: more code than the session needs, and used once. */
const flows = () => import('./cognito-flows.ts');

/** Passkeys and repeated sign-in, which Amplify lacks. */
const loadReauthentication = () => import('./reauthentication.ts');

/** Connects Amplify to the user pool of the configuration. */
export const createCognitoClient = (config: AppConfig, renewSession: RenewSession): CognitoClient => {
  // Amplify warns about every user pool endpoint of our own, which is intended.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        ...(config.userPoolEndpoint === null ? {} : { userPoolEndpoint: config.userPoolEndpoint }),
      },
    },
  });
  const accessToken: CognitoClient['accessToken'] = async (options) =>
    (await fetchAuthSession(options)).tokens?.accessToken.toString();
  const parts = { renewSession, currentToken: () => accessToken({ forceRefresh: false }) };
  let reauthentication: Promise<Reauthentication> | undefined;
  const again = (): Promise<Reauthentication> => {
    reauthentication ??= loadReauthentication().then(({ createReauthentication }) =>
      createReauthentication(config, parts),
    );
    reauthentication.catch(() => (reauthentication = undefined));
    return reauthentication;
  };
  return {
    accessToken,
    signIn: async (...input) => (await flows()).createSignIn(config).signIn(...input),
    answerChallenge: async (answer) => (await flows()).createSignIn(config).answerChallenge(answer),
    signInWithPasskey: async (name) => (await again()).signInWithPasskey(name),
    confirmWithPassword: async (password) => (await again()).confirmWithPassword(password),
    confirmWithPasskey: async () => (await again()).confirmWithPasskey(),
    confirmWithCode: async (code) => (await again()).confirmWithCode(code),
    acceptTokens: async (tokens) => (await again()).acceptTokens(tokens),
    signOut: () => signOut(),
    onSessionLost: (listener) =>
      Hub.listen('auth', ({ payload }) => {
        // Also sent when the network failed: then the tokens are kept and the session continues.
        if (payload.event === 'tokenRefresh_failure' && payload.data?.error?.name !== 'NetworkError') listener();
      }),
  };
};
