/** The user pool as the application uses it. */

/** What the user must do next. */
export type SignInStep = 'done' | 'new-password' | 'totp' | 'sms' | 'reset-password';

/** A confirmation is done, or waits for a code of the authenticator app or of an SMS. */
export type ConfirmStep = Extract<SignInStep, 'done' | 'totp' | 'sms'>;

/** Tokens that the server returned for the signed-in user. */
export interface RaisedTokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
}

/** Calls of a user pool. Every method rejects with an Error that has Cognito's `name` and a message for people. */
export interface CognitoClient {
  /**
   * A valid access token, refreshed when needed; `undefined` while no one is signed in. Rejects when the user pool
   * can't be reached.
   */
  accessToken(options: { forceRefresh: boolean }): Promise<string | undefined>;
  signIn(emailOrUsername: string, password: string): Promise<SignInStep>;
  /** Answers the challenge of the current sign-in: the new password or the code. */
  answerChallenge(answer: string): Promise<SignInStep>;
  /** Signs in without a password. */
  signInWithPasskey(emailOrUsername: string): Promise<SignInStep>;
  /** Authenticates the signed-in user again; the session continues with new tokens. */
  confirmWithPassword(password: string): Promise<ConfirmStep>;
  confirmWithPasskey(): Promise<ConfirmStep>;
  /** Answers `totp` or `sms` of the two calls before. */
  confirmWithCode(code: string): Promise<ConfirmStep>;
  /** Continues the session with tokens that the server returned for a code of the second factor. */
  acceptTokens(tokens: RaisedTokens): Promise<ConfirmStep>;
  /** Revokes the refresh token and removes the session from this device. */
  signOut(): Promise<void>;
  /** Calls `listener` when the user pool ends the session: the refresh token expired or was revoked. */
  onSessionLost(listener: () => void): () => void;
}
