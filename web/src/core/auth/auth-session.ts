import type { CognitoClient, SignInStep, SignUpInput } from '../../lib/auth/cognito-types.ts';
import { clientError } from '../../lib/api/api-error.ts';
import type { Recoverable } from '../../lib/recovery.ts';
import { createStore } from '../../lib/store.ts';

/** `unavailable`: a session is stored, but the code or the user pool that verifies it can't be reached. */
export type SessionStatus = 'loading' | 'signed-out' | 'signed-in' | 'unavailable';

export interface AuthSessionOptions {
  /** Loads the user pool's client; called when it is first needed. */
  readonly loadCognito: () => Promise<CognitoClient>;
  /** Whether this device stores tokens. Without them, visitors do not load the client. */
  readonly hasStoredSession: () => boolean;
}

/** The session of this device, independent of React. */
export interface AuthSession {
  readonly get: () => SessionStatus;
  readonly subscribe: (listener: () => void) => () => void;
  /** Checks whether a user is signed in; also called after another tab signed in or out. */
  readonly resolve: () => Promise<void>;
  /** A valid access token or `undefined`. @throws ApiError `network_error` when the user pool can't be reached. */
  readonly accessToken: (options: { forceRefresh: boolean }) => Promise<string | undefined>;
  readonly signIn: (emailOrUsername: string, password: string) => Promise<SignInStep>;
  readonly answerChallenge: (answer: string) => Promise<SignInStep>;
  readonly signUp: (input: SignUpInput) => Promise<void>;
  readonly confirmSignUp: (username: string, code: string) => Promise<void>;
  readonly resendCode: (username: string) => Promise<void>;
  /** Resolves in the same way for known and unknown addresses. */
  readonly requestPasswordReset: (email: string) => Promise<void>;
  readonly confirmPasswordReset: (username: string, code: string, newPassword: string) => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** Discards the session: the server no longer accepts it. */
  readonly drop: () => void;
}

/** Cognito's errors for an address without an account or without verification. They must not be disclosed. */
const accountHints: ReadonlySet<string> = new Set([
  'UserNotFoundException',
  'InvalidParameterException',
  'UserNotConfirmedException',
]);

/** Creates the session of this device. */
export const createAuthSession = ({ loadCognito, hasStoredSession }: AuthSessionOptions): AuthSession => {
  const status = createStore<SessionStatus>(hasStoredSession() ? 'loading' : 'signed-out');
  let client: Promise<CognitoClient> | undefined;

  const cognito = (): Promise<CognitoClient> => {
    client ??= loadCognito().then(
      (loaded) => {
        loaded.onSessionLost(() => status.set('signed-out'));
        return loaded;
      },
      (error: unknown) => {
        client = undefined;
        throw error;
      },
    );
    return client;
  };

  const afterStep = (step: SignInStep): SignInStep => {
    if (step === 'done') status.set('signed-in');
    return step;
  };

  const signOut = async () => {
    const loaded = await cognito();
    try {
      await loaded.signOut();
    } finally {
      status.set('signed-out');
    }
  };

  return {
    get: status.get,
    subscribe: status.subscribe,
    resolve: async () => {
      if (!hasStoredSession()) return status.set('signed-out');
      if (status.get() !== 'signed-in') status.set('loading');
      try {
        const token = await (await cognito()).accessToken({ forceRefresh: false });
        status.set(token === undefined ? 'signed-out' : 'signed-in');
      } catch {
        status.set('unavailable');
      }
    },
    accessToken: async (options) => {
      if (!hasStoredSession()) return undefined;
      try {
        return await (await cognito()).accessToken(options);
      } catch {
        throw clientError('network_error');
      }
    },
    signIn: async (name, password) => afterStep(await (await cognito()).signIn(name, password)),
    answerChallenge: async (answer) => afterStep(await (await cognito()).answerChallenge(answer)),
    signUp: async (input) => (await cognito()).signUp(input),
    confirmSignUp: async (username, code) => (await cognito()).confirmSignUp(username, code),
    resendCode: async (username) => (await cognito()).resendCode(username),
    requestPasswordReset: async (email) => {
      try {
        await (await cognito()).requestPasswordReset(email);
      } catch (error) {
        if (!(error instanceof Error) || !accountHints.has(error.name)) throw error;
      }
    },
    confirmPasswordReset: async (username, code, newPassword) =>
      (await cognito()).confirmPasswordReset(username, code, newPassword),
    signOut,
    drop: () => {
      status.set('signed-out');
      // The tokens of a lost session are invalid: it does not matter if removing them fails.
      signOut().catch(() => undefined);
    },
  };
};

/** A stored session that could not be checked. */
export const recoverableSession = (session: AuthSession): Recoverable => ({
  subscribe: session.subscribe,
  hasFailed: () => session.get() === 'unavailable',
  recover: async () => {
    // Checked without its status, which would show the loading state.
    await session.accessToken({ forceRefresh: false });
    await session.resolve();
  },
});
