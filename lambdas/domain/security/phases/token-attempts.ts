import { randomUUID } from 'node:crypto';
import { PROOF_SECONDS } from '../../../contract/security/token-rules.ts';
import type { Attempt } from './attempt.ts';
import { hashOf, newProofKey, proofWith, type ProofKey, type ProofParts } from './forged-proof.ts';

/** The endpoint that accepts a smart token of every use. */
const PATH = '/api/token';

const REJECTING = ['smart_token_invalid'];
/** A call without a smart token may also count as one without any token. */
const WITHOUT_TOKEN = [...REJECTING, 'unauthenticated'];

/** What the checks need to forge tokens. */
export interface TokenTarget {
  /** Origin of the site. */
  readonly siteUrl: string;
  /** A text of the form of a token, which was never issued. */
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The mistakes of proofs, each with what it changes. */
const mistakesAt = ({ siteUrl, now }: TokenTarget, key: ProofKey): Readonly<Record<string, ProofParts>> => {
  const seconds = Math.floor(now / 1000);
  // Well beyond the tolerance, because a run takes some seconds.
  const beyond = 5 * PROOF_SECONDS;
  return {
    'a proof without a signature': { header: { alg: 'none' }, signature: 'none' },
    'a proof signed with a shared secret': { header: { alg: 'HS256' }, signature: 'shared secret' },
    'a proof signed by another key': { signature: 'of another key' },
    'a proof with the private key': { header: { jwk: key.privateJwk } },
    'a proof without a key': { header: { jwk: undefined } },
    'a proof of another type': { header: { typ: 'JWT' } },
    'a proof for another method': { claims: { htm: 'POST' } },
    'a proof for another path': { claims: { htu: `${siteUrl}/api/token/content` } },
    'a proof for another site': { claims: { htu: `https://attacker.example${PATH}` } },
    'a proof that is too old': { claims: { iat: seconds - beyond } },
    'a proof from the future': { claims: { iat: seconds + beyond } },
    'a proof without an id': { claims: { jti: undefined } },
    'a proof without the hash of the token': { claims: { ath: undefined } },
    'a proof with the hash of another token': { claims: { ath: hashOf('another token') } },
  };
};

/**
 * Calls with forged and misused smart tokens, each of which must be rejected. The token was never issued, because the
 * checks would need a user and a session for that. A proof is checked before its token is looked for, so the error in
 * the response shows which of the two was rejected.
 */
export const tokenAttempts = (target: TokenTarget): readonly Attempt[] => {
  const { siteUrl, token, now } = target;
  const key = newProofKey();
  const url = `${siteUrl}${PATH}`;
  const proof = (parts?: ProofParts): string => {
    const right = { jti: randomUUID(), htm: 'GET', htu: url, iat: Math.floor(now / 1000), ath: hashOf(token) };
    return proofWith(key, right, parts);
  };
  const attempt = (
    name: string,
    headers: Attempt['headers'],
    { codes = REJECTING, challenge }: Pick<Attempt, 'codes' | 'challenge'>,
  ): Attempt => ({
    name,
    method: 'GET',
    url,
    headers,
    statuses: [401],
    codes,
    ...(challenge === undefined ? {} : { challenge }),
  });
  const anonymous = { codes: WITHOUT_TOKEN };
  const wrongProof = { challenge: 'invalid_dpop_proof' };
  const authorization = `DPoP ${token}`;
  return [
    attempt('no token', {}, anonymous),
    attempt('no token, but a proof', { dpop: proof() }, anonymous),
    attempt('a smart token as a bearer token', { authorization: `Bearer ${token}`, dpop: proof() }, anonymous),
    attempt('a token that was never issued', { authorization, dpop: proof() }, { challenge: 'invalid_token' }),
    attempt('a token without a proof', { authorization }, wrongProof),
    attempt('a text in place of a proof', { authorization, dpop: 'proof' }, wrongProof),
    ...Object.entries(mistakesAt(target, key)).map(([name, parts]) =>
      attempt(name, { authorization, dpop: proof(parts) }, wrongProof),
    ),
  ];
};
