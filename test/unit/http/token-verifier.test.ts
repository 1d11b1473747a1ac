import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { createTokenVerifier } from '../../../lambdas/platform/token-verifier.ts';

const ISSUER = 'https://issuer.example';
let sign: (claims: object, header?: object, options?: { expires?: string | null; issuer?: string }) => Promise<string>;
let jwks: object;
let publicPem: Uint8Array;
let fetched = 0;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  publicPem = new TextEncoder().encode(JSON.stringify(jwk));
  jwks = { keys: [{ ...jwk, kid: 'k1', alg: 'RS256', use: 'sig' }] };
  sign = (claims, header = {}, { expires = '1h', issuer = ISSUER } = {}) => {
    const token = new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header })
      .setIssuer(issuer)
      .setIssuedAt();
    return (expires === null ? token : token.setExpirationTime(expires)).sign(privateKey);
  };
});

const verifier = (request?: typeof fetch) =>
  createTokenVerifier(
    { issuer: ISSUER, jwksUri: `${ISSUER}/jwks.json`, clientId: 'client' },
    request ??
      (async () => {
        fetched += 1;
        return new Response(JSON.stringify(jwks));
      }),
  );
const claims = { sub: 'person', client_id: 'client', token_use: 'access' };

it('accepts a token of the user pool and fetches the keys once', async () => {
  const one = verifier();
  fetched = 0;
  expect(await one.verify(await sign(claims))).toMatchObject(claims);
  await one.verify(await sign(claims));
  expect(fetched).toBe(1);
});

it.each<[string, () => Promise<string>]>([
  ['an expired token', () => sign(claims, {}, { expires: '-1h' })],
  ['a token without expiry', () => sign(claims, {}, { expires: null })],
  ['a token of another issuer', () => sign(claims, {}, { issuer: 'https://other.example' })],
  ['a token of another client', () => sign({ ...claims, client_id: 'other' })],
  ['a token without a client', () => sign({ sub: 'person', token_use: 'access' })],
  ['a token with an unknown key', () => sign(claims, { kid: 'k2' })],
  ['an unsigned token', async () => new UnsecuredJWT(claims).setIssuer(ISSUER).setExpirationTime('1h').encode()],
  [
    'an HS256 token signed with the public key',
    () =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .setIssuer(ISSUER)
        .setExpirationTime('1h')
        .sign(publicPem),
  ],
  [
    'an altered payload',
    async () => {
      const [header, , signature] = (await sign(claims)).split('.');
      const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'other', iss: ISSUER, exp: 9e9 })).toString(
        'base64url',
      );
      return `${header}.${payload}.${signature}`;
    },
  ],
  ['text that is not a token', async () => 'a.b.c'],
])('rejects %s', async (_name, make) => {
  await expect(verifier().verify(await make())).rejects.toMatchObject({ code: 'token_invalid' });
});

it('reports unavailable keys, not an invalid token', async () => {
  for (const request of [
    async () => new Response('', { status: 500 }),
    async () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    await expect(verifier(request).verify(await sign(claims))).rejects.toMatchObject({ code: 'unavailable' });
  }
});
