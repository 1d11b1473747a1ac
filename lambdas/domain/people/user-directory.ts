/** An account of the user pool. */
export interface PoolAccount {
  /** Cognito's `sub`. */
  readonly userId: string;
  readonly username: string;
  /** The user has never signed in and still has the temporary password. */
  readonly isNew: boolean;
}

/** Manages the accounts of the user pool. */
export interface UserDirectory {
  /**
   * Finds the account whose address was verified by its user or by an administrator. A new account can appear with a
   * short delay.
   */
  find(email: string): Promise<PoolAccount | undefined>;
  /**
   * Creates an account and returns its id; Cognito emails the temporary password. Undefined when the address already
   * has an account. Throws AppError `validation_failed` when the pool rejects the password, and `too_many_requests`
   * when the pool throttles.
   */
  create(account: {
    readonly email: string;
    readonly fullName: string;
    readonly password: string;
  }): Promise<string | undefined>;
  /** Gives an unused account a new temporary password and emails it. Throws the same errors as `create`. */
  renew(username: string, password: string): Promise<void>;
  /** Signs a user out everywhere and prevents further sign-ins. No effect when the account does not exist. */
  disable(userId: string): Promise<void>;
  /** Allows a user to sign in again. */
  enable(userId: string): Promise<void>;
}
