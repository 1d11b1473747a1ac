/**
 * The client side of the Secure Remote Password protocol in Cognito's variant: SRP-6a over the 3072-bit group of RFC
 * 3526 with SHA-256. Amplify has it too, but only for users who are not signed in.
 */

/** The group's prime. */
const N = BigInt(
  '0x' +
    'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
    'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed' +
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f' +
    '83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b' +
    'e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510' +
    '15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7' +
    'abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c' +
    'bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff',
);
const G = 2n;
const INFO = 'Caldera Derived Key';
const KEY_BITS = 128;
/** Bytes of the secret exponent. */
const SECRET_BYTES = 64;

const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value);

const concat = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

const toBigInt = (bytes: Uint8Array): bigint =>
  BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);

/** A number as two's complement bytes: a leading zero byte when the highest bit is set. */
const padded = (value: bigint): Uint8Array<ArrayBuffer> => {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  const full = /^[89a-f]/.test(even) ? `00${even}` : even;
  return Uint8Array.from(full.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
};

const sha256 = async (...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', concat(...parts)));

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let b = ((base % N) + N) % N, e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % N;
    b = (b * b) % N;
  }
  return result;
};

const fromBase64 = (value: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The time in the form that Cognito reads: `Mon Nov 2 09:05:07 UTC 2026`. */
const timestampOf = (time: Date): string => {
  const [weekday = '', day = '', month = '', year = '', clock = ''] = time.toUTCString().split(/,? /);
  return `${weekday} ${month} ${Number(day)} ${clock} UTC ${year}`;
};

/** The first step of a sign-in by password, and what answers the user pool's challenge. */
export interface SrpStart {
  /** The client's public number, hexadecimal. */
  readonly publicHex: string;
  /** The answer to the challenge's parameters. */
  answer(parameters: Readonly<Record<string, string>>, password: string, now: Date): Promise<Record<string, string>>;
}

/** Starts a sign-in by password; the password itself never leaves the browser. */
export const startSrp = (userPoolId: string): SrpStart => {
  const secret = toBigInt(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const own = power(G, secret);
  const pool = userPoolId.slice(userPoolId.indexOf('_') + 1);
  return {
    publicHex: own.toString(16),
    async answer(parameters, password, now) {
      const {
        USER_ID_FOR_SRP: user = '',
        SALT: salt = '0',
        SRP_B: theirs = '0',
        SECRET_BLOCK: block = '',
      } = parameters;
      const b = BigInt(`0x${theirs}`);
      if (b % N === 0n) throw new Error('The answer of the user pool is not valid.');
      const u = toBigInt(await sha256(padded(own), padded(b)));
      const x = toBigInt(await sha256(padded(BigInt(`0x${salt}`)), await sha256(text(`${pool}${user}:${password}`))));
      const k = toBigInt(await sha256(padded(N), padded(G)));
      const shared = power(b - k * power(G, x), secret + u * x);
      const material = await crypto.subtle.importKey('raw', padded(shared), 'HKDF', false, ['deriveBits']);
      const derived = await crypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt: padded(u), info: text(INFO) },
        material,
        KEY_BITS,
      );
      const key = await crypto.subtle.importKey('raw', derived, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      const timestamp = timestampOf(now);
      const message = concat(text(pool), text(user), fromBase64(block), text(timestamp));
      return {
        USERNAME: user,
        PASSWORD_CLAIM_SECRET_BLOCK: block,
        TIMESTAMP: timestamp,
        PASSWORD_CLAIM_SIGNATURE: toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, message))),
      };
    },
  };
};
