import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';

/** Digits of a ULID (Crockford's base 32). */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A ULID of a time (milliseconds) that is the same for the same `name`, so that an event which is noticed several times
 * is recorded once.
 */
export const eventId = (at: number, name: string): string => {
  const hash = createHash('sha256').update(name).digest().subarray(0, 16);
  return encodeTime(at, 10) + [...hash].map((byte) => DIGITS[byte % DIGITS.length]).join('');
};
