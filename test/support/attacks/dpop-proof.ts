import { createHash, generateKeyPairSync, randomUUID, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { PublicKey } from '../../../lambdas/contract/security/smart-tokens.ts';

/** A key of a script: P-256. */
export interface ScriptKey {
  readonly privateKey: KeyObject;
  readonly publicJwk: PublicKey;
  readonly privateJwk: JsonWebKey;
}

export const newScriptKey = (): ScriptKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    privateKey,
    publicJwk: { kty: 'EC', crv: 'P-256', x, y },
    privateJwk: privateKey.export({ format: 'jwk' }),
  };
};

/** A call that is proven. */
export interface CallToProve {
  readonly key: ScriptKey;
  readonly token: string;
  readonly method: string;
  /** Without query. */
  readonly url: string;
  /** Milliseconds since 1970. @default now */
  readonly at?: number;
  /** Parts of the header and claims that replace the right ones. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A DPoP proof (RFC 9449). It is written without a library, so that it can be wrong in every way, and so that it does
 * not share a mistake with the check.
 */
export const dpopProof = ({ key, token, method, url, at = Date.now(), header, claims }: CallToProve): string => {
  const allClaims = {
    jti: randomUUID(),
    htm: method,
    htu: url,
    iat: Math.floor(at / 1000),
    ath: createHash('sha256').update(token).digest('base64url'),
    ...claims,
  };
  const signed = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk, ...header })}.${part(allClaims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
};
