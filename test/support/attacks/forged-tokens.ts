import { createHmac, createPublicKey } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { claimsOf, type Person } from '../stack/sign-in.ts';

/** An `Authorization` header that must not grant access. */
export interface HostileHeader {
  readonly name: string;
  readonly header: string;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HOUR = 3600;

/** The pool's private keys from the local cloud's data folder: for ID tokens, then for access tokens. */
const poolKeys = (dataFolder: string): readonly JWK[] => {
  const folder = join(dataFolder, 'cognito');
  const [file = ''] = readdirSync(folder);
  return (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { keys: JWK[] }).keys;
};

/** The same token with ten more hours, for callers of a test that takes longer than a token is valid. */
export const lastingToken = async (dataFolder: string, token: string): Promise<string> => {
  const claims = claimsOf(token) as JWTPayload;
  const jwk = poolKeys(dataFolder)[1] ?? {};
  const key = (await importJWK(jwk, 'RS256')) as CryptoKey;
  const lasting = { ...claims, exp: Math.floor(Date.now() / 1000) + 10 * HOUR };
  return new SignJWT(lasting).setProtectedHeader({ alg: 'RS256', kid: String(jwk.kid) }).sign(key);
};

/**
 * Builds headers with every kind of token that must be rejected, based on a real user's token: tokens only the pool
 * itself could sign, tokens of other signers, and tokens that exploit verifiers. `control` is signed the same way and
 * must be accepted. `stale` is too, except where a fresh sign-in is required.
 */
export const forgedTokens = async (
  dataFolder: string,
  person: Person,
): Promise<{ readonly control: string; readonly stale: string; readonly hostile: readonly HostileHeader[] }> => {
  const claims = claimsOf(person.token) as JWTPayload;
  const jwk = poolKeys(dataFolder)[1] ?? {};
  const kid = String(jwk.kid);
  const publicJwk: JWK = { kty: 'RSA', n: String(jwk.n), e: String(jwk.e) };
  const pem = createPublicKey({ key: { kty: 'RSA', n: String(jwk.n), e: String(jwk.e) }, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  }) as string;
  const own = (await importJWK(jwk, 'RS256')) as CryptoKey;
  const otherKey = await generateKeyPair('RS256', { extractable: true });
  const otherJwk = await exportJWK(otherKey.publicKey);
  const elliptic = await generateKeyPair('ES256');
  const now = Math.floor(Date.now() / 1000);

  const sign = (payload: JWTPayload, key: CryptoKey = own, header: Record<string, unknown> = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
  const changed = (fields: Record<string, unknown>) => sign({ ...claims, ...fields });
  const without = (...names: string[]) =>
    sign(Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name))));
  const unsigned = (alg: unknown, signature = '') => `${encode({ alg, kid })}.${encode(claims)}.${signature}`;
  const hmac = (secret: string | Buffer, header: Record<string, unknown> = {}) => {
    const input = `${encode({ alg: 'HS256', kid, ...header })}.${encode(claims)}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  const [head = '', body = '', signature = ''] = person.token.split('.');
  const flipped = Buffer.from(signature, 'base64url');
  flipped[10] = (flipped[10] ?? 0) ^ 1;
  const rs512 = (await importJWK({ ...jwk, alg: 'RS512' }, 'RS512')) as CryptoKey;
  const ps256 = (await importJWK({ ...jwk, alg: 'PS256' }, 'PS256')) as CryptoKey;
  const foreignPool = String(claims.iss).replace(/[^_]+$/, 'AAAAAAAAA');

  const tokens: Readonly<Record<string, string>> = {
    'an ID token': person.idToken,
    'expired a second ago': await changed({ exp: now - 1, iat: now - HOUR }),
    'expired in 1970': await changed({ exp: 1 }),
    'without an expiry': await without('exp'),
    'an expiry that is a string': await changed({ exp: 'never' }),
    'not valid for another hour': await changed({ nbf: now + HOUR }),
    'of another client': await changed({ client_id: 'another-client' }),
    'of no client': await without('client_id'),
    'for another audience': await changed({ aud: 'another-client', client_id: undefined }),
    'for an audience list without us': await changed({ aud: ['a', 'b'], client_id: undefined }),
    'of another pool, signed by our key': await changed({ iss: foreignPool }),
    'of an issuer that only starts like ours': await changed({ iss: `${String(claims.iss)}.example.org` }),
    'without an issuer': await without('iss'),
    'use: id': await changed({ token_use: 'id' }),
    'use: refresh': await changed({ token_use: 'refresh' }),
    'without a use': await without('token_use'),
    'without a subject': await without('sub'),
    'a subject that is a path': await changed({ sub: '../../USER#x' }),
    'a subject with a key separator': await changed({ sub: `${person.id.slice(0, 30)}#RIGHT` }),
    'a subject that is an array': await changed({ sub: [person.id] }),
    'a subject that is an object': await changed({ sub: { id: person.id } }),
    'signed by another key with our key ID': await sign(claims, otherKey.privateKey),
    'signed by another key with its own key ID': await sign(claims, otherKey.privateKey, { kid: 'another-key' }),
    'signed by another key without a key ID': await sign(claims, otherKey.privateKey, { kid: undefined }),
    'of another pool, signed by its key': await sign({ ...claims, iss: foreignPool }, otherKey.privateKey),
    'signed by a key embedded in its header': await sign(claims, otherKey.privateKey, {
      jwk: otherJwk,
      kid: undefined,
    }),
    'signed by a key at a URL in its header': await sign(claims, otherKey.privateKey, {
      jku: 'http://127.0.0.1:9/jwks.json',
    }),
    'signed by a certificate in its header': await sign(claims, otherKey.privateKey, {
      x5u: 'http://127.0.0.1:9/cert',
      x5c: ['AAAA'],
    }),
    'a key ID that is a path': await sign(claims, otherKey.privateKey, { kid: '../../../../dev/null' }),
    'a key ID that is a query': await sign(claims, otherKey.privateKey, { kid: "' OR '1'='1" }),
    'signed by an elliptic-curve key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(elliptic.privateKey),
    'RS512 by our key': await new SignJWT(claims).setProtectedHeader({ alg: 'RS512', kid }).sign(rs512),
    'PS256 by our key': await new SignJWT(claims).setProtectedHeader({ alg: 'PS256', kid }).sign(ps256),
    'alg none': unsigned('none'),
    'alg None': unsigned('None'),
    'alg NONE with our signature': unsigned('NONE', signature),
    'alg empty': unsigned(''),
    'alg missing': unsigned(undefined, signature),
    'alg an array': unsigned(['RS256'], signature),
    'HS256 with the public key in PEM': hmac(pem),
    'HS256 with the public key in PEM, trimmed': hmac(pem.trim()),
    'HS256 with the public key as JWK': hmac(JSON.stringify(publicJwk)),
    'HS256 with the modulus': hmac(Buffer.from(String(jwk.n), 'base64url')),
    'HS256 with an empty secret': hmac('', { kid: '../../../../dev/null' }),
    'HS256 that says RS256': hmac(pem, { alg: 'RS256' }),
    'a changed subject': `${head}.${encode({ ...claims, sub: '11111111-2222-4333-8444-555555555555' })}.${signature}`,
    'a later expiry': `${head}.${encode({ ...claims, exp: now + 10 * HOUR })}.${signature}`,
    'one bit of the signature': `${head}.${body}.${flipped.toString('base64url')}`,
    'half a signature': `${head}.${body}.${signature.slice(0, 100)}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'four parts': `${person.token}.${signature}`,
    'parts swapped': `${body}.${head}.${signature}`,
    'a payload that is not JSON': `${head}.${Buffer.from('{').toString('base64url')}.${signature}`,
    'a critical extension': await sign(claims, otherKey.privateKey, { crit: ['b64'], b64: true }),
    'the word null': 'null',
    'the word undefined': 'undefined',
    dots: '..',
    '12 kB of padding': 'A'.repeat(12_000),
  };
  const schemes: readonly HostileHeader[] = [
    { name: 'Basic', header: `Basic ${Buffer.from('admin:admin').toString('base64')}` },
    { name: 'Bearer without a token', header: 'Bearer' },
    { name: 'Bearer twice', header: `Bearer Bearer ${person.token}` },
    { name: 'two tokens', header: `Bearer ${person.token}, Bearer ${person.token}` },
    { name: 'an unknown scheme', header: `Token ${person.token}` },
    { name: 'in quotes', header: `Bearer "${person.token}"` },
  ];
  return {
    control: await changed({ jti: 'control' }),
    stale: await changed({ auth_time: now - HOUR, exp: now + 10 * HOUR }),
    hostile: [...Object.entries(tokens).map(([name, token]) => ({ name, header: `Bearer ${token}` })), ...schemes],
  };
};
