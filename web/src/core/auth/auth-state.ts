/** What the router passes to the sign-in screen. */
export interface AuthState {
  /** The page to return to after the sign-in: a path of this site. */
  readonly from?: string;
  /** Email address of a user who secures the account: the form for a new password opens. */
  readonly newPasswordOf?: string;
}

/** A text that the router's state contains. Its type is unknown, because the browser stores it. */
export const textInState = (state: unknown, name: keyof AuthState): string | undefined => {
  const text: unknown = typeof state === 'object' && state !== null ? (state as AuthState)[name] : undefined;
  return typeof text === 'string' ? text : undefined;
};
