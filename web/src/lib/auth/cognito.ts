/**
 * The user pool, through Amplify; only this file and `cognito-flows.ts` import Amplify. Load this file with `import()`:
 * a visitor who never signs in does not download it, and a returning user downloads only the part for the session.
 */
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { AppConfig } from '../../../../lambdas/contract/config.ts';
import type { CognitoClient } from './cognito-types.ts';

export type { CognitoClient, SignInStep, SignUpInput } from './cognito-types.ts';

/** Sign-in and sign-up: more code than the session needs, and used once. */
const flows = () => import('./cognito-flows.ts');

/** Connects Amplify to the user pool of the configuration. */
export const createCognitoClient = (config: AppConfig): CognitoClient => {
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
  return {
    accessToken: async (options) => (await fetchAuthSession(options)).tokens?.accessToken.toString(),
    signIn: async (...input) => (await flows()).startSignIn(...input),
    answerChallenge: async (answer) => (await flows()).answerChallenge(answer),
    signUp: async (input) => (await flows()).startSignUp(input),
    confirmSignUp: async (...input) => (await flows()).finishSignUp(...input),
    resendCode: async (username) => (await flows()).resendCode(username),
    requestPasswordReset: async (email) => (await flows()).requestPasswordReset(email),
    confirmPasswordReset: async (...input) => (await flows()).finishPasswordReset(...input),
    signOut: () => signOut(),
    onSessionLost: (listener) =>
      Hub.listen('auth', ({ payload }) => {
        // Also sent when the network failed: then the tokens are kept and the session continues.
        if (payload.event === 'tokenRefresh_failure' && payload.data?.error?.name !== 'NetworkError') listener();
      }),
  };
};
