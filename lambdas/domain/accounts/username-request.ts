import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Displayed when a user gave no name (listener specification, section 5). */
export const NO_NAME = 'User';

/** Lifetime of a code in milliseconds, and the maximum number of guesses. */
export const CODE_VALID_MS = 10 * 60_000;
export const CODE_TRIES = 5;

/**
 * Digits of a code. Within the limits for guesses and emails, a day of guessing finds about one code in ten thousand.
 */
const CODE_DIGITS = 8;

/**
 * A request for the username of an email address. It is stored whether or not the address has an account, so that
 * guessing a code looks the same. Only the request of an existing account gets a code.
 */
export interface UsernameRequest {
  /** SHA-256 of the address. */
  readonly address_hash: string;
  readonly request_id: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly valid_until: number;
  readonly tries: number;
  /** The account and the hash of the code, once the worker has found the account. */
  readonly user_id?: string | undefined;
  readonly code_hash?: string | undefined;
  /** The email was sent. */
  readonly mailed?: boolean | undefined;
}

/** A random, unpredictable code. */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** Hash of a code. It includes the request id, so that equal codes have different hashes. */
export const codeHash = (requestId: string, code: string): string =>
  createHash('sha256').update(`${requestId}:${code}`).digest('hex');

/** Whether a code belongs to a request. Takes the same time for a request without a code. */
export const isCodeOf = ({ request_id: requestId, code_hash: stored }: UsernameRequest, code: string): boolean => {
  const actual = Buffer.from(codeHash(requestId, code), 'hex');
  return timingSafeEqual(actual, stored === undefined ? Buffer.alloc(actual.length) : Buffer.from(stored, 'hex'));
};
