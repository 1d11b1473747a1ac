import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A key pair of the curve P-256, as proofs (RFC 9449) are signed with. */
export interface ProofKey {
  readonly privateKey: KeyObject;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  /** With the private member, which a proof must never contain. */
  readonly privateJwk: Readonly<Record<string, unknown>>;
}

/** Generates a key that no token is bound to. */
export const newProofKey = (): ProofKey => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey,
    publicJwk: { ...publicKey.export({ format: 'jwk' }) },
    privateJwk: { ...privateKey.export({ format: 'jwk' }) },
  };
};

/** What a proof states, or states wrongly. `undefined` leaves a claim out. */
export interface ProofParts {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** @default ES256 with the key */
  readonly signature?: 'none' | 'shared secret' | 'of another key';
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** SHA-256 of a text in base64url, as in the claim `ath`. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const ecdsa = (input: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

const signatureOf = (input: string, key: ProofKey, kind: ProofParts['signature']): string => {
  if (kind === 'none') return '';
  // The public key is known to everyone, so a server that takes it for a shared secret accepts any proof.
  if (kind === 'shared secret')
    return createHmac('sha256', JSON.stringify(key.publicJwk)).update(input).digest('base64url');
  return ecdsa(input, kind === 'of another key' ? newProofKey().privateKey : key.privateKey);
};

/** A proof with these parts in place of the right ones. */
export const proofWith = (
  key: ProofKey,
  right: Readonly<Record<string, unknown>>,
  { header, claims, signature }: ProofParts = {},
): string => {
  const head = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk, ...header });
  const input = `${head}.${encode({ ...right, ...claims })}`;
  return `${input}.${signatureOf(input, key, signature)}`;
};
