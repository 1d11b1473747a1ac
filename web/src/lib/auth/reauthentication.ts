/** Sign-in with a passkey, and repeated sign-in of the signed-in user. The tokens are kept where Amplify keeps them. */
import { decodeJWT } from 'aws-amplify/auth';
import { DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { defaultStorage } from 'aws-amplify/utils';
import type { AppConfig } from '../../../../lambdas/contract/config.ts';
import type { CognitoClient, ConfirmStep } from './cognito-types.ts';
import { whileReplacingSignIn } from './sign-in-lock.ts';
import { createUserAuth, type UserAuth, type UserAuthStep } from './user-auth.ts';
import { UserPoolError, type AuthenticationResult } from './user-pool-calls.ts';
import { driftOf, verifyNew } from './verify-token.ts';

/** The part of the client that this file implements. */
export type Reauthentication = Pick<
  CognitoClient,
  'signInWithPasskey' | 'confirmWithPassword' | 'confirmWithPasskey' | 'confirmWithCode' | 'acceptTokens'
>;

const notSignedIn = () => new UserPoolError('NotAuthorizedException', 'Sign in again to continue.');

const notRenewed = () =>
  new UserPoolError(
    'SessionNotRenewed',
    "You're signed in, but your confirmation couldn't be completed. Check your connection and confirm again.",
  );

const openStore = ({ userPoolId, userPoolClientId }: AppConfig): DefaultTokenStore => {
  const store = new DefaultTokenStore();
  store.setKeyValueStorage(defaultStorage);
  store.setAuthConfig({ Cognito: { userPoolId, userPoolClientId } });
  return store;
};

/**
 * Makes the sign-in of `token` take over the session of `previous`. Resolves also when that session is over, so that
 * there is nothing to take over. Rejects when the server did not answer or failed.
 */
export type RenewSession = (token: string, previous: string) => Promise<void>;

/** What the calls depend on. */
export interface ReauthenticationParts {
  readonly renewSession: RenewSession;
  /** A valid access token of this device, refreshed when needed; `undefined` while no one is signed in. */
  readonly currentToken: () => Promise<string | undefined>;
  readonly flow?: UserAuth;
}

/** Creates the calls. */
export const createReauthentication = (
  config: AppConfig,
  { renewSession, currentToken, flow = createUserAuth(config) }: ReauthenticationParts,
): Reauthentication => {
  const store = openStore(config);
  let waiting: Exclude<UserAuthStep, { kind: 'done' }> | undefined;
  /** Tokens of sign-ins that were replaced while the server could not be reached: their sessions may still be open. */
  let unfinished: readonly string[] = [];

  /** Moves the sessions of older tokens to new ones. Resolves with the error when the server could not be asked. */
  const takeOver = async (token: string, previous: string): Promise<UserPoolError | undefined> => {
    unfinished = [...new Set([...unfinished, previous])];
    try {
      for (const one of unfinished) await renewSession(token, one);
    } catch {
      return notRenewed();
    }
    unfinished = [];
    return undefined;
  };

  const verified = async ({ AccessToken, IdToken, RefreshToken }: AuthenticationResult) => {
    const clockDrift = driftOf(AccessToken);
    const [claims] = await verifyNew(config, [AccessToken, IdToken]);
    const tokens = {
      accessToken: decodeJWT(AccessToken),
      idToken: decodeJWT(IdToken),
      ...(RefreshToken === undefined ? {} : { refreshToken: RefreshToken }),
      clockDrift,
      username: String(claims?.['username']),
    };
    return { sub: claims?.['sub'], tokens };
  };

  /**
   * Replaces the tokens of a user who confirmed. The server counts sign-ins, so the new one takes over the session of
   * the one before. It does so before other tabs see the new tokens, because their calls would begin a further session.
   * After a failure, the session may have moved or not: the new tokens work in both cases, so they are kept, and the
   * next confirmation tries again.
   */
  const replace = async (result: AuthenticationResult, userId: string): Promise<void> => {
    const { sub, tokens } = await verified(result);
    // The server accepts only a valid token as that of the session before.
    const current = await currentToken().catch(() => undefined);
    const before = await store.loadTokens();
    if (sub !== userId || before?.accessToken.payload.sub !== userId) throw notSignedIn();
    const failure = await takeOver(result.AccessToken, current ?? before.accessToken.toString());
    await store.storeTokens({ ...tokens, ...(before.signInDetails ? { signInDetails: before.signInDetails } : {}) });
    // Tokens that could still be refreshed would live on next to their successors.
    if (before.refreshToken !== undefined) await flow.revoke(before.refreshToken).catch(() => undefined);
    if (failure) throw failure;
  };

  const settle = async (step: UserAuthStep, userId?: string): Promise<ConfirmStep> => {
    waiting = step.kind === 'done' ? undefined : step;
    if (step.kind !== 'done') return step.kind;
    if (userId === undefined) await store.storeTokens((await verified(step.tokens)).tokens);
    else await whileReplacingSignIn(() => replace(step.tokens, userId));
    return step.kind;
  };

  const signedIn = async (): Promise<{ readonly username: string; readonly sub: string }> => {
    const { payload } = (await store.loadTokens())?.accessToken ?? {};
    if (typeof payload?.['username'] !== 'string' || payload.sub === undefined) throw notSignedIn();
    return { username: payload['username'], sub: payload.sub };
  };

  return {
    signInWithPasskey: async (name) => settle(await flow.withPasskey(name)),
    async confirmWithPassword(password) {
      const { username, sub } = await signedIn();
      return settle(await flow.withPassword(username, password), sub);
    },
    async confirmWithPasskey() {
      const { username, sub } = await signedIn();
      return settle(await flow.withPasskey(username), sub);
    },
    async confirmWithCode(code) {
      if (!waiting) throw notSignedIn();
      return settle(await waiting.answer(code), (await signedIn()).sub);
    },
    async acceptTokens({ access_token: AccessToken, id_token: IdToken, refresh_token: RefreshToken }) {
      return settle({ kind: 'done', tokens: { AccessToken, IdToken, RefreshToken } }, (await signedIn()).sub);
    },
  };
};
