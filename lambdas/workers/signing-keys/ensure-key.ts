import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';

/** The key that a stage's template requests. */
export interface KeyRequest {
  /** `rsa-2048`: the pair that signs media cookies. `hmac-256`: 32 random bytes, in base64. */
  readonly kind: 'rsa-2048' | 'hmac-256';
  /** SSM parameter that stores the secret. */
  readonly parameterName: string;
}

/** Stores secrets by name. */
export interface SecretStore {
  read(name: string): Promise<string | undefined>;
  /** Stores a new secret. False when one already exists. */
  create(name: string, value: string, description: string): Promise<boolean>;
}

/** Size of the RSA key in bits, as CloudFront requires. */
const RSA_BITS = 2048;
const HMAC_BYTES = 32;

const generate = (kind: KeyRequest['kind']): string =>
  kind === 'rsa-2048'
    ? generateKeyPairSync('rsa', {
        modulusLength: RSA_BITS,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      }).privateKey
    : randomBytes(HMAC_BYTES).toString('base64');

/** The part of a secret that the template can read: the public key of a pair, nothing of an HMAC key. */
const publicPart = (kind: KeyRequest['kind'], secret: string): Readonly<Record<string, string>> =>
  kind === 'rsa-2048' ? { PublicKey: createPublicKey(secret).export({ type: 'spki', format: 'pem' }).toString() } : {};

/**
 * Creates the secret unless it exists. An existing secret is never changed, because cookies and cursors depend on it.
 * Each version of a key has its own parameter, so a rotation overwrites nothing. Returns the public part.
 */
export const ensureKey = async (
  store: SecretStore,
  { kind, parameterName }: KeyRequest,
): Promise<Readonly<Record<string, string>>> => {
  const existing = await store.read(parameterName);
  if (existing !== undefined) return publicPart(kind, existing);
  const secret = generate(kind);
  if (await store.create(parameterName, secret, `Soundstage ${kind} key`)) return publicPart(kind, secret);
  const other = await store.read(parameterName);
  if (other === undefined) throw new Error('Another request created the key, but it cannot be read');
  return publicPart(kind, other);
};
