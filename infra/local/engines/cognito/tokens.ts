import { randomUUID } from 'node:crypto';
import { SignJWT, createLocalJWKSet, decodeJwt, errors, exportJWK, generateKeyPair, importJWK, jwtVerify } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import { AwsError } from '../../aws/service.ts';
import { assuranceClaims } from './factors/acr.ts';
import type { ClientConfig } from './config.ts';
import type { StoredSession, StoredUser } from './state.ts';

/** The only scope that sign-in through the user pool's API grants. */
const SCOPE = 'aws.cognito.signin.user.admin';

/** Generates the two RSA-2048 key pairs of a new pool, as private JWKs. */
export const generateSigningKeys = async (): Promise<readonly JWK[]> =>
  Promise.all(
    [0, 1].map(async () => {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true });
      return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
    }),
  );

/** Signs and verifies a pool's tokens. */
export interface TokenSigner {
  /** The public keys, as the pool publishes them. */
  readonly jwks: { readonly keys: readonly JWK[] };
  signId(claims: JWTPayload): Promise<string>;
  signAccess(claims: JWTPayload): Promise<string>;
  /**
   * Checks an access token's signature, issuer and expiry (`now` in epoch ms). Throws NotAuthorizedException with
   * Cognito's text.
   */
  verifyAccess(token: string, now: number): Promise<AccessClaims>;
}

/** The claims of an access token that the engine reads. */
export interface AccessClaims {
  readonly sub: string;
  readonly username: string;
  readonly client_id: string;
  readonly origin_jti: string;
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ alg, e, kid, kty, n, use }) as JWK;

/** Creates a pool's signer from its stored keys. `issuer` is the `iss` claim of the tokens. */
export const createTokenSigner = async (issuer: string, keys: readonly JWK[]): Promise<TokenSigner> => {
  const [idJwk, accessJwk] = keys;
  if (!idJwk?.kid || !accessJwk?.kid) throw new Error('A user pool needs two signing keys');
  const jwks = { keys: keys.map(publicPart) };
  const keySet = createLocalJWKSet({ keys: jwks.keys.map((key) => ({ ...key })) });
  const [idKey, accessKey] = (await Promise.all([importJWK(idJwk), importJWK(accessJwk)])) as [CryptoKey, CryptoKey];
  const sign = (claims: JWTPayload, kid: string, key: CryptoKey) =>
    new SignJWT({ ...claims, iss: issuer }).setProtectedHeader({ kid, alg: 'RS256' }).sign(key);
  return {
    jwks,
    signId: (claims) => sign(claims, String(idJwk.kid), idKey),
    signAccess: (claims) => sign(claims, String(accessJwk.kid), accessKey),
    async verifyAccess(token, now) {
      try {
        const { payload } = await jwtVerify(token, keySet, {
          issuer,
          algorithms: ['RS256'],
          currentDate: new Date(now),
        });
        if (payload.token_use === 'access') return payload as unknown as AccessClaims;
      } catch (error) {
        if (error instanceof errors.JWTExpired)
          throw new AwsError('NotAuthorizedException', 'Access Token has expired');
        if (!(error instanceof errors.JOSEError)) throw error;
      }
      throw new AwsError('NotAuthorizedException', 'Invalid Access Token');
    },
  };
};

/** The issuer that a token names. It is not verified: use it only to choose the keys to verify the token with. */
export const readIssuer = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
};

/** The changes that a pre-token-generation trigger (version 1) can make. */
export interface ClaimOverrides {
  readonly claimsToAddOrOverride?: Readonly<Record<string, string>>;
  readonly claimsToSuppress?: readonly string[];
  readonly groupOverrideDetails?: { readonly groupsToOverride?: readonly string[] };
}

/** Claims that no trigger may change. */
const PROTECTED = new Set([
  'acr',
  'amr',
  'at_hash',
  'aud',
  'auth_time',
  'azp',
  'exp',
  'iat',
  'iss',
  'jti',
  'nbf',
  'nonce',
  'origin_jti',
  'sub',
  'token_use',
  'event_id',
  'cognito:username',
  'identities',
]);

const BOOLEAN_CLAIMS = new Set(['email_verified', 'phone_number_verified']);

const idAttributes = (user: StoredUser, client: ClientConfig): Record<string, unknown> => {
  const claims: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(user.attributes)) {
    if (client.readAttributes && !client.readAttributes.has(name)) continue;
    claims[name] = BOOLEAN_CLAIMS.has(name) ? value === 'true' : value;
  }
  return claims;
};

/** Signs the ID and the access token of a session. `now` is in epoch milliseconds. */
export const signTokens = async (
  signer: TokenSigner,
  input: {
    readonly client: ClientConfig;
    readonly user: StoredUser;
    readonly session: StoredSession;
    readonly now: number;
    readonly overrides: ClaimOverrides | undefined;
  },
): Promise<{
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
}> => {
  const { client, user, session, overrides } = input;
  const iat = Math.floor(input.now / 1000);
  const groups = overrides?.groupOverrideDetails?.groupsToOverride;
  const common = {
    sub: user.sub,
    ...(groups && groups.length > 0 ? { 'cognito:groups': groups } : {}),
    ...(client.revocation ? { origin_jti: session.id } : {}),
    event_id: randomUUID(),
    auth_time: Math.floor(session.authTime / 1000),
    ...assuranceClaims(session.methods ?? []),
    iat,
  };
  const suppressed = new Set((overrides?.claimsToSuppress ?? []).filter((name) => !PROTECTED.has(name)));
  const added = Object.entries(overrides?.claimsToAddOrOverride ?? {}).filter(([name]) => !PROTECTED.has(name));
  const idClaims = { ...idAttributes(user, client), ...Object.fromEntries(added), ...common };
  const [IdToken, AccessToken] = await Promise.all([
    signer.signId({
      ...Object.fromEntries(Object.entries(idClaims).filter(([name]) => !suppressed.has(name))),
      'cognito:username': user.username,
      aud: client.id,
      token_use: 'id',
      exp: iat + client.idTokenSeconds,
      jti: randomUUID(),
    }),
    signer.signAccess({
      ...common,
      client_id: client.id,
      origin_jti: session.id,
      token_use: 'access',
      scope: SCOPE,
      exp: iat + client.accessTokenSeconds,
      jti: randomUUID(),
      username: user.username,
    }),
  ]);
  return { IdToken, AccessToken, ExpiresIn: client.accessTokenSeconds, TokenType: 'Bearer' };
};
