import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What a stage's template asks for. */
export interface KeyRequest {
  /** `rsa-2048`: the pair that signs media cookies. `hmac-256`: 32 random bytes, in base64. */
  readonly kind: 'rsa-2048' | 'hmac-256';
  /** SSM parameter that holds the secret. */
  readonly parameterName: string;
}

/** Secrets under a name. */
export interface SecretStore {
  read(name: string): Promise<string | undefined>;
  /** Stores a new secret; false when one stands there already. */
  create(name: string, value: string, description: string): Promise<boolean>;
}

/** Bits of the RSA key: what CloudFront accepts. */
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

/** What the template may know of a secret: the public half of a pair, nothing of an HMAC key. */
const publicPart = (kind: KeyRequest['kind'], secret: string): Readonly<Record<string, string>> =>
  kind === 'rsa-2048' ? { PublicKey: createPublicKey(secret).export({ type: 'spki', format: 'pem' }).toString() } : {};

/**
 * Makes the secret unless it exists: an existing one is kept whatever happens, because cookies and cursors depend on
 * it. A new key has a parameter of its own (the name carries the version), so rotating never overwrites. Answers the
 * public part.
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
  if (other === undefined) throw new Error('The key was made by somebody else and cannot be read');
  return publicPart(kind, other);
};
