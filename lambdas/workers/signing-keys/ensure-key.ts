import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';

/** Kinds of secrets that a template can request. */
export type KeyKind = 'rsa-2048' | 'hmac-256' | 'origin-hash' | 'origin-secret';

/** The key that a stage's template requests. */
export interface KeyRequest {
  /**
   * `rsa-2048`: the pair that signs media cookies. `hmac-256`: 32 random bytes, in base64. `origin-hash` and
   * `origin-secret`: such bytes too, which the distribution sends to the API.
   */
  readonly kind: KeyKind;
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

const generate = (kind: KeyKind): string =>
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
const READABLE: Readonly<Record<KeyKind, (secret: string) => Readonly<Record<string, string>>>> = {
  'rsa-2048': (secret) => ({
    PublicKey: createPublicKey(secret).export({ type: 'spki', format: 'pem' }).toString(),
  }),
  'hmac-256': () => ({}),
  'origin-hash': (secret) => ({ Hash: createHash('sha256').update(secret).digest('hex') }),
  'origin-secret': (secret) => ({ Secret: secret }),
};

/**
 * Creates the secret unless it exists. An existing secret is never changed, because cookies and cursors depend on it.
 * Each version of a key has its own parameter, so a rotation overwrites nothing. Returns what the template can
 * read.
 */
export const ensureKey = async (
  store: SecretStore,
  { kind, parameterName }: KeyRequest,
): Promise<Readonly<Record<string, string>>> => {
  const existing = await store.read(parameterName);
  if (existing !== undefined) return READABLE[kind](existing);
  const secret = generate(kind);
  if (await store.create(parameterName, secret, `Soundstage ${kind} key`)) return READABLE[kind](secret);
  const other = await store.read(parameterName);
  if (other === undefined) throw new Error('Another request created the key, but it cannot be read');
  return READABLE[kind](other);
};
