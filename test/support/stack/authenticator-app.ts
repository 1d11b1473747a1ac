import { createHmac } from 'node:crypto';
import { waitFor } from './local-stack.ts';

const STEP_MS = 30_000;

/** The code of an authenticator app for a base32 secret, by RFC 6238. */
export const totp = (secret: string, now: number): string => {
  const bits = [...secret]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

/** An authenticator app that never shows a code twice, because the user pool accepts each only once. */
export const createAuthenticatorApp = (secret: string) => {
  let last = 0;
  return {
    /** The next unused code that the pool accepts, which may be one of the neighboring 30 seconds. */
    nextCode: (): Promise<string> =>
      waitFor(
        'an unused code',
        async () => {
          const now = Math.floor(Date.now() / STEP_MS);
          const step = Math.max(last + 1, now);
          if (step > now + 1) return undefined;
          last = step;
          return totp(secret, step * STEP_MS);
        },
        3 * STEP_MS,
      ),
  };
};
