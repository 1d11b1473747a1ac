/** An account of the user pool. */
export interface PoolAccount {
  /** Cognito's `sub`. */
  readonly userId: string;
  /** Cognito's generated username. */
  readonly username: string;
  /** The verified address that is stored in the account. Emails are sent there. */
  readonly email: string;
  readonly enabled: boolean;
}

/** Finds the account with this verified address. */
export type FindAccount = (email: string) => Promise<PoolAccount | undefined>;

/** Creates accounts and changes what their users sign in with. */
export interface AccountCredentials {
  /** Finds the account of a user. */
  find(userId: string): Promise<PoolAccount | undefined>;
  /** Creates an account that no password opens yet. Undefined when an account has the address. Sends no email. */
  create(email: string): Promise<PoolAccount | undefined>;
  /** Sets the password. Throws AppError `validation_failed` when the pool rejects it. */
  setPassword(account: PoolAccount, password: string): Promise<void>;
  /** Sets the address, as verified. False when another account has it. Sends no email. */
  setEmail(account: PoolAccount, email: string): Promise<boolean>;
  /** Ends all sign-ins: no token can be refreshed. */
  signOut(account: PoolAccount): Promise<void>;
}
