import { createHmac } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { checkProof, thumbprintOf } from '../../../../../lambdas/domain/security/tokens/proof.ts';
import { dpopProof, newScriptKey, type CallToProve } from '../../../../support/attacks/dpop-proof.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const SECOND = 1000;
const key = newScriptKey();
const call = { method: 'GET', url: 'https://media.example.org/api/token', token: 'sst_some-token' };
const check = (proof: string | undefined) => checkProof(proof, { ...call, now: NOW });
const proof = (change: Partial<CallToProve> = {}): string => dpopProof({ key, ...call, at: NOW, ...change });

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The proof with another header and without a signature of the key. */
const withHeader = (header: object, sign: (signed: string) => string): string => {
  const signed = `${encoded(header)}.${proof().split('.')[1] ?? ''}`;
  return `${signed}.${sign(signed)}`;
};
const tampered = (): string => {
  const [header = '', , signature = ''] = proof().split('.');
  return `${header}.${proof().split('.')[1] ?? ''}.${signature}`;
};

it('accepts a right proof, and returns its id and the thumbprint of its key', async () => {
  expect(await check(proof({ claims: { jti: 'an-id-of-the-proof' } }))).toEqual({
    id: 'an-id-of-the-proof',
    thumbprint: await calculateJwkThumbprint(key.publicJwk),
  });
});

it.each([
  ['no proof', () => undefined, 'missing'],
  ['another type of token', () => proof({ header: { typ: 'JWT' } }), 'not_valid'],
  ['no algorithm', () => withHeader({ typ: 'dpop+jwt', alg: 'none', jwk: key.publicJwk }, () => ''), 'not_valid'],
  [
    'a secret in place of a key pair',
    () =>
      withHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk: { kty: 'oct', k: encoded({ a: 1 }) } }, (signed) =>
        createHmac('sha256', Buffer.from(encoded({ a: 1 }), 'base64url'))
          .update(signed)
          .digest('base64url'),
      ),
    'not_valid',
  ],
  ['the private key', () => proof({ header: { jwk: key.privateJwk } }), 'not_valid'],
  ['the key of someone else in the header', () => proof({ header: { jwk: newScriptKey().publicJwk } }), 'not_valid'],
  ['another method', () => proof({ method: 'POST' }), 'other_call'],
  ['another address', () => proof({ url: `${call.url}/refresh` }), 'other_call'],
  ['another site', () => proof({ url: 'https://evil.example/api/token' }), 'other_call'],
  ['an older time', () => proof({ at: NOW - 61 * SECOND }), 'wrong_time'],
  ['a time to come', () => proof({ at: NOW + 61 * SECOND }), 'wrong_time'],
  ['no token', () => proof({ claims: { ath: undefined } }), 'not_valid'],
  ['another token', () => proof({ token: 'sst_another-token' }), 'other_token'],
  ['no id', () => proof({ claims: { jti: undefined } }), 'not_valid'],
  ['a short id', () => proof({ claims: { jti: 'short' } }), 'not_valid'],
  ['a broken signature', tampered, 'not_valid'],
  ['too many characters', () => proof({ claims: { filler: 'x'.repeat(2000) } }), 'too_long'],
])('rejects a proof with %s', async (_what, make, fault) => {
  expect(await check(make())).toBe(fault);
});

it('accepts a clock that differs by a minute', async () => {
  for (const at of [NOW - 60 * SECOND, NOW + 60 * SECOND]) expect(await check(proof({ at }))).toHaveProperty('id');
});

it('knows the thumbprint of a public key, and none of one that is not on the curve', async () => {
  expect(await thumbprintOf(key.publicJwk)).toBe(await calculateJwkThumbprint(key.publicJwk));
  expect(await thumbprintOf({ ...key.publicJwk, y: key.publicJwk.x })).toBeUndefined();
});
