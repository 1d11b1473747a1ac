import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, importJWK, jwtVerify, type JWK } from 'jose';
import { PROOF_SECONDS } from '../../../contract/security/token-rules.ts';
import type { PublicKey } from '../../../contract/security/smart-tokens.ts';
import type { ProofFault } from './rejection.ts';

/** Maximum length of a proof. One with a key of P-256 and a long address has about 700 characters. */
const MAX_PROOF = 2000;
/** Lengths of a proof's id: at least 48 random bits in base64url, and few enough for a key of the table. */
const ID = /^.{8,128}$/s;

/** The call that a proof is for. */
export interface ProvenCall {
  readonly method: string;
  /** Its address without query: the origin of the site, and the path. */
  readonly url: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A proof that is right for its call. Its key must still be that of the token, and its id unused. */
export interface Proof {
  readonly id: string;
  /** Thumbprint (RFC 7638) of the key that signed it. */
  readonly thumbprint: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The thumbprint (RFC 7638) of a public key; undefined for one that is not a point of the curve. */
export const thumbprintOf = async (key: PublicKey): Promise<string | undefined> => {
  try {
    await importJWK({ ...key }, 'ES256');
  } catch {
    return undefined;
  }
  return calculateJwkThumbprint({ ...key });
};

/** The claims of a proof, and the key that it contains; undefined unless that key signed it. */
const verified = async (proof: string, now: number) => {
  try {
    // The library rejects private keys, and checks the curve by the algorithm.
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: ['ES256'],
      typ: 'dpop+jwt',
      currentDate: new Date(now),
      requiredClaims: ['jti', 'htm', 'htu', 'iat', 'ath'],
    });
    return { claims: payload, key: protectedHeader.jwk as JWK };
  } catch {
    return undefined;
  }
};

/**
 * Checks a DPoP proof (RFC 9449, section 4.3) against its call, without reading anything that is stored. Returns why it
 * is not valid, or the proof.
 */
export const checkProof = async (proof: string | undefined, call: ProvenCall): Promise<Proof | ProofFault> => {
  if (proof === undefined || proof === '') return 'missing';
  if (proof.length > MAX_PROOF) return 'too_long';
  const found = await verified(proof, call.now);
  if (!found) return 'not_valid';
  const { jti, htm, htu, iat, ath } = found.claims;
  if (typeof jti !== 'string' || !ID.test(jti) || typeof iat !== 'number') return 'not_valid';
  if (htm !== call.method || htu !== call.url) return 'other_call';
  if (ath !== sha256(call.token)) return 'other_token';
  if (Math.abs(call.now / 1000 - iat) > PROOF_SECONDS) return 'wrong_time';
  return { id: jti, thumbprint: await calculateJwkThumbprint(found.key) };
};
