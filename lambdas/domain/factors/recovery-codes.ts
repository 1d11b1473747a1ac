import { createHash, randomBytes } from 'node:crypto';

/** Recovery codes of a set. */
const RECOVERY_CODES = 10;
/** Characters of a code: 80 random bits, more than anyone can guess within the limits. */
const CODE_LENGTH = 16;
/** Crockford's base 32, in which no two characters look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** New, unpredictable codes of the form `XXXX-XXXX-XXXX-XXXX`. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: RECOVERY_CODES }, newCode);

/**
 * A code as it was generated, from what a user typed: any case, with or without separators, O for 0, I or L for 1.
 */
const normalized = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** The hash that is stored instead of a code. It includes the user, so that a hash fits one account only. */
export const recoveryHash = (userId: string, typed: string): string =>
  createHash('sha256')
    .update(`${userId}:${normalized(typed)}`)
    .digest('hex');
