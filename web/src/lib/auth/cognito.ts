/**
 * The user pool, through Amplify; only this file and `cognito-flows.ts` import it. Others load it by `import()`, so
 * that a visitor who never signs in does not download it, and somebody who comes back signed in downloads the session's
 * part only.
 */
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import type { AppConfig } from '../../../../lambdas/contract/config.ts';

/** What the person must do next. */
export type SignInStep = 'done' | 'new-password' | 'totp' | 'confirm-sign-up' | 'reset-password';

export interface SignUpInput {
  /** Generated; the person signs in with the e-mail address. */
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
}

/**
 * What the product needs of a user pool. Every method rejects with an Error whose `name` is Cognito's and whose message
 * is for people.
 */
export interface CognitoClient {
  /**
   * A valid access token, refreshed when needed; `undefined` when nobody is signed in. Rejects when the pool cannot be
   * reached.
   */
  accessToken(options: { forceRefresh: boolean }): Promise<string | undefined>;
  signIn(emailOrUsername: string, password: string): Promise<SignInStep>;
  /** Answers the challenge of the sign-in under way: the new password or the TOTP code. */
  answerChallenge(answer: string): Promise<SignInStep>;
  signUp(input: SignUpInput): Promise<void>;
  confirmSignUp(username: string, code: string): Promise<void>;
  resendCode(username: string): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  confirmPasswordReset(username: string, code: string, newPassword: string): Promise<void>;
  /** Revokes the refresh token and forgets the session of this device. */
  signOut(): Promise<void>;
  /** Calls `listener` when the pool ends the session (the refresh token is expired or revoked). */
  onSessionLost(listener: () => void): () => void;
}

/** Signing in and up: more code than keeping a session, and needed once. */
const flows = () => import('./cognito-flows.ts');

/** Connects Amplify to the pool that the configuration names. */
export const createCognitoClient = (config: AppConfig): CognitoClient => {
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
        // Also sent when the network failed, and then the tokens are kept and the session goes on.
        if (payload.event === 'tokenRefresh_failure' && payload.data?.error?.name !== 'NetworkError') listener();
      }),
  };
};
