import type { CognitoClient, ConfirmStep, RaisedTokens, SignInStep } from '../../lib/auth/cognito-types.ts';
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
  /** Ends the session of an access token on the server when the user signs out. */
  readonly endSession?: (token: string) => Promise<void>;
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
  readonly signInWithPasskey: (emailOrUsername: string) => Promise<SignInStep>;
  /** Authenticate the signed-in user again. */
  readonly confirmWithPassword: (password: string) => Promise<ConfirmStep>;
  readonly confirmWithPasskey: () => Promise<ConfirmStep>;
  readonly confirmWithCode: (code: string) => Promise<ConfirmStep>;
  readonly acceptTokens: (tokens: RaisedTokens) => Promise<ConfirmStep>;
  readonly signOut: () => Promise<void>;
  /** Discards the session: the server no longer accepts it. */
  readonly drop: () => void;
}

/** Creates the session of this device. */
export const createAuthSession = ({ loadCognito, hasStoredSession, endSession }: AuthSessionOptions): AuthSession => {
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

  const forget = async () => {
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
    signInWithPasskey: async (name) => afterStep(await (await cognito()).signInWithPasskey(name)),
    confirmWithPassword: async (password) => (await cognito()).confirmWithPassword(password),
    confirmWithPasskey: async () => (await cognito()).confirmWithPasskey(),
    confirmWithCode: async (code) => (await cognito()).confirmWithCode(code),
    acceptTokens: async (tokens) => (await cognito()).acceptTokens(tokens),
    signOut: async () => {
      try {
        const token = await (await cognito()).accessToken({ forceRefresh: false });
        if (token !== undefined) await endSession?.(token);
      } catch {
        // Without a network, the session ends on the server after 24 hours.
      }
      await forget();
    },
    drop: () => {
      status.set('signed-out');
      // The tokens of a lost session are invalid: it does not matter if removing them fails.
      forget().catch(() => undefined);
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
