import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** What is shown where a person gave no name (listener specification, section 5). */
export const NO_NAME = 'User';

/** Milliseconds that a code is valid, and how often it may be guessed. */
export const CODE_VALID_MS = 10 * 60_000;
export const CODE_TRIES = 5;

/** Digits of a code: with the tries and mails that are allowed, a day of guessing finds one in some ten thousand. */
const CODE_DIGITS = 8;

/**
 * Somebody asked for the user name of an e-mail address. It stands there whether the address has an account or not, so
 * that guessing a code looks the same; only an account's gets a code.
 */
export interface UsernameRequest {
  /** SHA-256 of the address. */
  readonly address_hash: string;
  readonly request_id: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly valid_until: number;
  readonly tries: number;
  /** Whose it is, and what of the code is kept, once the worker found the account. */
  readonly user_id?: string | undefined;
  readonly code_hash?: string | undefined;
  /** The mail went out. */
  readonly mailed?: boolean | undefined;
}

/** A code that nobody can foresee. */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** What is kept of a code: bound to its request, so that equal codes do not look equal. */
export const codeHash = (requestId: string, code: string): string =>
  createHash('sha256').update(`${requestId}:${code}`).digest('hex');

/** Whether a code is that of a request. Takes as long for a request without one. */
export const isCodeOf = ({ request_id: requestId, code_hash: kept }: UsernameRequest, code: string): boolean => {
  const given = Buffer.from(codeHash(requestId, code), 'hex');
  return timingSafeEqual(given, kept === undefined ? Buffer.alloc(given.length) : Buffer.from(kept, 'hex'));
};
