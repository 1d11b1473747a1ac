/**
 * The user pool, through Amplify. The only file that imports it; others load this one by `import()`, so that a visitor
 * who never signs in does not download it.
 */
import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  type SignInOutput,
} from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import type { AppConfig } from '../../../lambdas/contract/config.ts';

/** What the person must do next. */
export type SignInStep = 'done' | 'new-password' | 'totp' | 'confirm-sign-up' | 'reset-password';

export interface SignUpInput {
  /** Generated; the person signs in with the e-mail address. */
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
}

/** What the product needs of a user pool. Every method rejects with an Error whose `name` is Cognito's and whose message is for people. */
export interface CognitoClient {
  /** A valid access token, refreshed when needed; `undefined` when nobody is signed in. Rejects when the pool cannot be reached. */
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

const steps: Readonly<Partial<Record<SignInOutput['nextStep']['signInStep'], SignInStep>>> = {
  DONE: 'done',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'new-password',
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'totp',
  CONFIRM_SIGN_UP: 'confirm-sign-up',
  RESET_PASSWORD: 'reset-password',
};

const stepOf = ({ nextStep }: SignInOutput): SignInStep => {
  const step = steps[nextStep.signInStep];
  if (step === undefined) throw new Error('This account asks for a way of signing in that is not offered here.');
  return step;
};

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
    signIn: async (username, password) => stepOf(await signIn({ username, password })),
    answerChallenge: async (challengeResponse) => stepOf(await confirmSignIn({ challengeResponse })),
    signUp: async ({ username, email, password, fullName }) => {
      const userAttributes = { email, ...(fullName === '' ? {} : { name: fullName }) };
      await signUp({ username, password, options: { userAttributes } });
    },
    confirmSignUp: async (username, confirmationCode) => {
      await confirmSignUp({ username, confirmationCode });
    },
    resendCode: async (username) => {
      await resendSignUpCode({ username });
    },
    requestPasswordReset: async (username) => {
      await resetPassword({ username });
    },
    confirmPasswordReset: (username, confirmationCode, newPassword) => confirmResetPassword({ username, confirmationCode, newPassword }),
    signOut: () => signOut(),
    onSessionLost: (listener) =>
      Hub.listen('auth', ({ payload }) => {
        // Also sent when the network failed, and then the tokens are kept and the session goes on.
        if (payload.event === 'tokenRefresh_failure' && payload.data?.error?.name !== 'NetworkError') listener();
      }),
  };
};
