import { PHONE_ID, TOTP_ID, type Factor, type NewPasskey } from '../../contract/people/factors.ts';

/** What we store about a user's factors. The user pool stores the factors themselves. */
export interface FactorRecord {
  readonly user_id: string;
  /** When the authenticator app was set up, ISO 8601; undefined without one. */
  readonly totp_since?: string | undefined;
  /** When the phone was added, ISO 8601; undefined without one. Its number is stored in the user pool only. */
  readonly phone_since?: string | undefined;
  /** Names of passkeys, by credential id. */
  readonly names: Readonly<Record<string, string>>;
  /** Hashes of the unused recovery codes. */
  readonly recovery: readonly string[];
  /** A recovery code or an administrator removed the factors, and none has been set up since. */
  readonly setup_wanted?: boolean | undefined;
  /**
   * The user may have lost the passkeys too, which only a signed-in user can remove: none of them has been used since,
   * and none has been added. Until then, they count as no second factor.
   */
  readonly passkeys_lost?: true | undefined;
}

/** The record of a user who has never set up a factor. */
export const noFactors = (userId: string): FactorRecord => ({ user_id: userId, names: {}, recovery: [] });

const hasPasskeys = ({ names }: FactorRecord): boolean => Object.keys(names).length > 0;

/** Whether the user has a second factor or a passkey, and has not lost them all. */
export const hasSecondFactor = (record: FactorRecord): boolean =>
  record.totp_since !== undefined || record.phone_since !== undefined || (hasPasskeys(record) && !record.passkeys_lost);

/** Whether the record names a factor, lost or not. */
export const hasRecordedFactor = (record: FactorRecord): boolean => hasSecondFactor(record) || hasPasskeys(record);

/**
 * The record of a user who lost all factors: the password is enough to sign in, to remove the passkeys and to set up
 * others. Unused recovery codes stay.
 */
export const withLostFactors = (record: FactorRecord): FactorRecord => ({
  ...record,
  totp_since: undefined,
  phone_since: undefined,
  setup_wanted: true,
  passkeys_lost: hasPasskeys(record) ? true : undefined,
});

/** Whether a new factor comes with recovery codes: it is the first one, or none are left. */
export const needsRecoveryCodes = (record: FactorRecord): boolean =>
  !hasSecondFactor(record) || record.recovery.length === 0;

/** Digits of a phone number that may be shown. */
const HINT_DIGITS = 2;

/** A passkey of the user pool. */
export interface PoolPasskey {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string | null;
}

/** The factors of a user, as the user pool stores them. */
export interface PoolFactors {
  /** The user's name in the user pool. */
  readonly username: string;
  readonly hasTotp: boolean;
  /** The number of the phone that receives codes, in the form of E.164; null without one. */
  readonly phone: string | null;
  readonly passkeys: readonly PoolPasskey[];
}

/** Whether one of the factors asks for codes. */
export const asksForCodes = ({ hasTotp, phone }: PoolFactors): boolean => hasTotp || phone !== null;

/** Whether there is a factor of any kind. Recovery codes exist as long as there is one. */
export const hasFactors = (pool: PoolFactors): boolean => asksForCodes(pool) || pool.passkeys.length > 0;

/** An account of the user pool. */
export interface FactorAccount {
  readonly userId: string;
  readonly username: string;
}

/** The factors that a user has. With an authenticator app, the pool asks for its codes and not for those by SMS. */
interface PreferredFactors {
  readonly totp: boolean;
  readonly phone: boolean;
  readonly passkeys: boolean;
}

/**
 * The factors of the user pool. Calls with a token act for its user. Throws AppError `unauthenticated` when the pool no
 * longer accepts the token.
 */
export interface FactorPool {
  list(token: string): Promise<PoolFactors>;
  /** Starts to set up an authenticator app, and returns its secret in base 32. */
  startTotp(token: string): Promise<string>;
  /** Completes it. Throws `code_rejected` for a wrong code, and `invalid_state` when no setup was started. */
  verifyTotp(token: string, code: string): Promise<void>;
  /** Chooses which factors the pool asks for after the password, and whether a passkey replaces them. */
  prefer(token: string, factors: PreferredFactors): Promise<void>;
  /** Starts to register a passkey. Throws `invalid_state` when the pool offers none, and `limit_reached`. */
  startPasskey(token: string): Promise<Readonly<Record<string, unknown>>>;
  /** Completes it. Throws `passkey_rejected`. */
  verifyPasskey(token: string, credential: NewPasskey): Promise<void>;
  /** False when the user has no such passkey. */
  removePasskey(token: string, id: string): Promise<boolean>;
  /** Removes the authenticator app of an account. False when it has none. */
  removeTotp(username: string): Promise<boolean>;
  /** The enabled account with this name or verified email address. */
  accountOf(name: string): Promise<FactorAccount | undefined>;
  /** The account with this user id. */
  accountOfUser(userId: string): Promise<FactorAccount | undefined>;
}

/** The phones of the user pool. A user has at most one. */
export interface PhonePool {
  /** Replaces the number of a user who has no phone yet, and sends it a code. Throws `limit_reached`. */
  start(token: string, username: string, number: string): Promise<void>;
  /** Proves the number. Throws `code_rejected` for a wrong or late code, and `invalid_state` without a number. */
  verify(token: string, code: string): Promise<void>;
  /** Removes the phone and its number from an account. `isLast`: nothing else asks for codes. */
  remove(username: string, isLast: boolean): Promise<void>;
}

/** The factors as the user sees them: those of the pool, with our names and times. */
export const factorsOf = (pool: PoolFactors, record: FactorRecord): readonly Factor[] => [
  ...(pool.hasTotp
    ? [
        {
          id: TOTP_ID,
          factor_type: 'totp' as const,
          status: 'verified' as const,
          name: '',
          created_at: record.totp_since ?? null,
        },
      ]
    : []),
  ...(pool.phone === null
    ? []
    : [
        {
          id: PHONE_ID,
          factor_type: 'phone' as const,
          status: 'verified' as const,
          name: '',
          hint: pool.phone.slice(-HINT_DIGITS),
          created_at: record.phone_since ?? null,
        },
      ]),
  ...pool.passkeys.map(({ id, createdAt }) => ({
    id,
    factor_type: 'passkey' as const,
    status: 'verified' as const,
    name: record.names[id] ?? '',
    created_at: createdAt,
  })),
];

/** The address that authenticator apps read from a QR code. */
export const totpAddress = (secret: string, account: string, issuer: string): string => {
  const label = [issuer, account].filter((part) => part !== '').map(encodeURIComponent);
  return `otpauth://totp/${label.join(':')}?${new URLSearchParams({ secret, issuer })}`;
};
