import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';

/**
 * Kinds of secrets that a template can request. `rsa-2048`: the pair that signs media cookies. `hmac-256`: 32 random
 * bytes, in base64. `origin-hash` and `origin-secret`: such bytes too, which the distribution sends to the API.
 */
export type KeyKind = 'rsa-2048' | 'hmac-256' | 'origin-hash' | 'origin-secret';

/** Size of the RSA key in bits, as CloudFront requires. */
const RSA_BITS = 2048;
const HMAC_BYTES = 32;

/** Generates a secret. */
export const generate = (kind: KeyKind): string =>
  kind === 'rsa-2048'
    ? generateKeyPairSync('rsa', {
        modulusLength: RSA_BITS,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      }).privateKey
    : randomBytes(HMAC_BYTES).toString('base64');

/**
 * What the template can read of a secret: the public key of a pair, nothing of an HMAC key, the hash of an origin
 * secret. Only the distribution's own stack requests the origin secret itself, because CloudFront can read it nowhere
 * else.
 */
export const READABLE: Readonly<Record<KeyKind, (secret: string) => Readonly<Record<string, string>>>> = {
  'rsa-2048': (secret) => ({
    PublicKey: createPublicKey(secret).export({ type: 'spki', format: 'pem' }).toString(),
  }),
  'hmac-256': () => ({}),
  'origin-hash': (secret) => ({ Hash: createHash('sha256').update(secret).digest('hex') }),
  'origin-secret': (secret) => ({ Secret: secret }),
};
