import type { CognitoClient, ConfirmStep, RaisedTokens, SignInStep } from '../../lib/auth/cognito-types.ts';
import { clientError } from '../../lib/api/api-error.ts';
import type { Recoverable } from '../../lib/recovery.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { userOfToken } from '../sessions/token-session.ts';

/**
 * `unavailable`: a session is stored, but the code or the user pool that verifies it can't be reached. `lost`: the
 * session ended while the page had unsaved input, so the page stays and asks the user to sign in again.
 */
export type SessionStatus = 'loading' | 'signed-out' | 'signed-in' | 'unavailable' | 'lost';

export interface AuthSessionOptions {
  /** Loads the user pool's client; called when it is first needed. */
  readonly loadCognito: () => Promise<CognitoClient>;
  /** Whether this device stores tokens. Without them, visitors do not load the client. */
  readonly hasStoredSession: () => boolean;
  /** Whether the page has input that the user would lose with it. @default never */
  readonly hasInput?: () => boolean;
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
  /** Leaves a lost session for good, and with it the input of the page. */
  readonly abandon: () => void;
}

/** Whose page this is: it stays while a session with unsaved input is lost, for its own user only. */
const createPageOwner = (status: Store<SessionStatus>, hasInput: () => boolean) => {
  let owner: string | undefined;
  return {
    /** The session has ended. */
    lose: () => {
      const had = status.get() === 'signed-in' || status.get() === 'lost';
      status.set(had && hasInput() ? 'lost' : 'signed-out');
    },
    /** A valid token was found on this device. */
    take: async (token: string) => {
      const user = userOfToken(token);
      if (status.get() === 'lost' && user !== owner) {
        status.set('signed-out');
        // The page of the other user is left before that of this one begins.
        await new Promise((resolve) => setTimeout(resolve));
      }
      owner = user;
      status.set('signed-in');
    },
  };
};

/** Creates the session of this device. */
export const createAuthSession = ({
  loadCognito,
  hasStoredSession,
  hasInput = () => false,
  endSession,
}: AuthSessionOptions): AuthSession => {
  const status = createStore<SessionStatus>(hasStoredSession() ? 'loading' : 'signed-out');
  let client: Promise<CognitoClient> | undefined;
  const { lose, take } = createPageOwner(status, hasInput);

  const cognito = (): Promise<CognitoClient> => {
    client ??= loadCognito().then(
      (loaded) => {
        loaded.onSessionLost(lose);
        return loaded;
      },
      (error: unknown) => {
        client = undefined;
        throw error;
      },
    );
    return client;
  };

  const afterStep = async (step: SignInStep): Promise<SignInStep> => {
    if (step !== 'done') return step;
    const token = await (await cognito()).accessToken({ forceRefresh: false });
    if (token !== undefined) await take(token);
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
      if (!hasStoredSession()) return lose();
      if (status.get() !== 'signed-in' && status.get() !== 'lost') status.set('loading');
      try {
        const token = await (await cognito()).accessToken({ forceRefresh: false });
        if (token === undefined) lose();
        else await take(token);
      } catch {
        if (status.get() !== 'lost') status.set('unavailable');
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
      lose();
      // The tokens of a lost session are invalid: it does not matter if removing them fails.
      cognito()
        .then((loaded) => loaded.signOut())
        .catch(() => undefined);
    },
    abandon: () => status.set('signed-out'),
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
