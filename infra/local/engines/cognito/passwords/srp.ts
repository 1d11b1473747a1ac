import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ModularPower, N, powerOf } from './modular-power.ts';
import type { PasswordVerifier } from '../state.ts';

/**
 * The server side of the Secure Remote Password protocol in Cognito's variant: SRP-6a over the 3072-bit MODP group
 * (RFC 3526 group 15), g = 2, SHA-256, a 16-byte key by HKDF with the info text below, and a signature over pool name,
 * user, secret block and time instead of M1. Big numbers are hashed as two's complement bytes (a leading 00 when the
 * top bit is set).
 */
const G = 2n;
const HKDF_INFO = 'Caldera Derived Key';
const KEY_BYTES = 16;
/** Size of the server's secret exponent: 256 bits, the minimum of RFC 5054. */
const SECRET_BYTES = 32;

const padded = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
};

const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
const hashToBigInt = (...parts: readonly Buffer[]): bigint =>
  toBigInt(createHash('sha256').update(Buffer.concat(parts)).digest());

const K = hashToBigInt(padded(N), padded(G));

const privateKey = (poolName: string, userId: string, password: string, salt: bigint): bigint =>
  hashToBigInt(padded(salt), createHash('sha256').update(`${poolName}${userId}:${password}`).digest());

/**
 * Creates the salt and verifier of a password. `poolName` is the part of the pool ID after the underscore.
 */
export const createVerifier = async (poolName: string, userId: string, password: string): Promise<PasswordVerifier> => {
  const salt = toBigInt(randomBytes(16));
  const verifier = await powerOf(privateKey(poolName, userId, password, salt))(G);
  return { salt: salt.toString(16), verifier: verifier.toString(16) };
};

/** Whether a password in clear text (from a password change) matches the verifier. */
export const matchesVerifier = async (
  poolName: string,
  userId: string,
  password: string,
  { salt, verifier }: PasswordVerifier,
): Promise<boolean> =>
  (await powerOf(privateKey(poolName, userId, password, BigInt(`0x${salt}`)))(G)) === BigInt(`0x${verifier}`);

/**
 * Salt and verifier for a user that does not exist: always the same for the same name, and without a known password.
 * Derived with a keyed hash, so that a sign-in costs as much as for a real user.
 */
export const decoyVerifier = (seed: string, name: string): PasswordVerifier => {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(seed, 'hex'), Buffer.from(name), purpose, bytes));
  return {
    salt: toBigInt(derive('salt', 16)).toString(16),
    verifier: (toBigInt(derive('verifier', 384)) % N).toString(16),
  };
};

/** A UUID for a user that does not exist, the same for the same name. */
export const decoyUserId = (seed: string, name: string): string => {
  const hex = createHmac('sha256', Buffer.from(seed, 'hex')).update(`id:${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Server state between the two steps of a sign-in. */
export interface SrpExchange {
  readonly clientPublic: bigint;
  /** Raises a number to the server's secret exponent. */
  readonly toServerSecret: ModularPower;
  readonly serverPublic: bigint;
  readonly stored: PasswordVerifier;
  /** Base64; the client signs it and sends it back. */
  readonly secretBlock: string;
}

/** Reads the client's public number; undefined when it is malformed or would make every password match. */
export const readClientPublic = (hex: string): bigint | undefined => {
  if (!/^[\da-f]{1,1024}$/i.test(hex)) return undefined;
  const value = BigInt(`0x${hex}`);
  return value % N === 0n ? undefined : value;
};

/** First step: chooses the server's numbers for a client's public number. */
export const beginExchange = async (clientPublic: bigint, stored: PasswordVerifier): Promise<SrpExchange> => {
  const toServerSecret = powerOf(toBigInt(randomBytes(SECRET_BYTES)));
  const serverPublic = (K * BigInt(`0x${stored.verifier}`) + (await toServerSecret(G))) % N;
  return { clientPublic, toServerSecret, serverPublic, stored, secretBlock: randomBytes(512).toString('base64') };
};

/** Second step: whether the client's signature shows that it knows the password. */
export const verifyExchange = async (
  exchange: SrpExchange,
  claim: { readonly poolName: string; readonly userId: string; readonly timestamp: string; readonly signature: string },
): Promise<boolean> => {
  const u = hashToBigInt(padded(exchange.clientPublic), padded(exchange.serverPublic));
  const verifier = BigInt(`0x${exchange.stored.verifier}`);
  const shared = await exchange.toServerSecret(exchange.clientPublic * (await powerOf(u)(verifier)));
  const key = Buffer.from(hkdfSync('sha256', padded(shared), padded(u), HKDF_INFO, KEY_BYTES));
  const expected = createHmac('sha256', key)
    .update(claim.poolName)
    .update(claim.userId)
    .update(Buffer.from(exchange.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  const given = Buffer.from(claim.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
