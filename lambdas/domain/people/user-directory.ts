/** An account of the user pool. */
export interface PoolAccount {
  /** Cognito's `sub`. */
  readonly userId: string;
  readonly username: string;
  /** The person never signed in: the temporary password is still to be replaced. */
  readonly isNew: boolean;
}

/** The accounts of the user pool, as those who manage people need them. */
export interface UserDirectory {
  /**
   * The account that proved this address, or that an administrator vouched for. A new one may be found a moment late.
   */
  find(email: string): Promise<PoolAccount | undefined>;
  /**
   * Makes an account whose temporary password Cognito mails, and answers its id; undefined when the address has an
   * account. Throws AppError `validation_failed` for a password that the pool refuses, `too_many_requests` when it
   * takes no more at present.
   */
  create(account: {
    readonly email: string;
    readonly fullName: string;
    readonly password: string;
  }): Promise<string | undefined>;
  /** Gives an account that nobody used yet another temporary password, and mails it. Throws as `create`. */
  renew(username: string, password: string): Promise<void>;
  /** Signs a person out everywhere and lets them sign in no more. Without effect when the pool has no such account. */
  disable(userId: string): Promise<void>;
  /** Lets a person sign in again. */
  enable(userId: string): Promise<void>;
}
