/** The user pool as the application uses it. */

/** What the user must do next. */
export type SignInStep = 'done' | 'new-password' | 'totp' | 'confirm-sign-up' | 'reset-password';

export interface SignUpInput {
  /** Generated; users sign in with their email address. */
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
}

/** Calls of a user pool. Every method rejects with an Error that has Cognito's `name` and a message for people. */
export interface CognitoClient {
  /**
   * A valid access token, refreshed when needed; `undefined` while no one is signed in. Rejects when the user pool
   * can't be reached.
   */
  accessToken(options: { forceRefresh: boolean }): Promise<string | undefined>;
  signIn(emailOrUsername: string, password: string): Promise<SignInStep>;
  /** Answers the challenge of the current sign-in: the new password or the TOTP code. */
  answerChallenge(answer: string): Promise<SignInStep>;
  signUp(input: SignUpInput): Promise<void>;
  confirmSignUp(username: string, code: string): Promise<void>;
  resendCode(username: string): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  confirmPasswordReset(username: string, code: string, newPassword: string): Promise<void>;
  /** Revokes the refresh token and removes the session from this device. */
  signOut(): Promise<void>;
  /** Calls `listener` when the user pool ends the session: the refresh token expired or was revoked. */
  onSessionLost(listener: () => void): () => void;
}
