import { createLocalJWKSet, errors, type JWK, type JWTPayload, jwtVerify } from 'jose';

/** Public keys of a token issuer. */
export interface TokenKeys {
  readonly keys: readonly JWK[];
}

/** A JWT authorizer of the template. */
export interface JwtAuthorizer {
  readonly issuer: string;
  readonly audience: readonly string[];
  /** Header that carries the token, in lower case. */
  readonly header: string;
}

/** What the authorizer found out. */
export type Authorization =
  | { readonly allowed: true; readonly claims: Readonly<Record<string, string>>; readonly scopes: readonly string[] }
  | { readonly allowed: false };

const claimText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(claimText).join(' ')}]`;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
};

/** Claims as API Gateway hands them on: all texts, lists as `[a b]`. */
export const claimTexts = (payload: JWTPayload): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, claimText(value)]));

const isForAudience = (payload: JWTPayload, audience: readonly string[]): boolean => {
  const meant = payload.aud === undefined ? [payload['client_id']] : [payload.aud].flat();
  return meant.some((one) => typeof one === 'string' && audience.includes(one));
};

/** Imported keys by key set, so that a key is imported once and not once per request. */
const importedKeys = new WeakMap<TokenKeys, ReturnType<typeof createLocalJWKSet>>();

const keysFrom = (keys: TokenKeys): ReturnType<typeof createLocalJWKSet> => {
  const imported = importedKeys.get(keys) ?? createLocalJWKSet({ keys: [...keys.keys] });
  importedKeys.set(keys, imported);
  return imported;
};

/**
 * Tokens of a key set whose signature was found right. They come with every request of a page, and nothing else of a
 * request costs as much as that.
 */
const signedTokens = new WeakMap<TokenKeys, Map<string, JWTPayload>>();
const MAX_SIGNED = 200;

/** The payload of a token that is right at this moment. Throws as `jwtVerify` does. */
const verified = async (token: string, issuer: string, keys: TokenKeys, now: number): Promise<JWTPayload> => {
  const signed = signedTokens.get(keys) ?? new Map<string, JWTPayload>();
  signedTokens.set(keys, signed);
  const known = signed.get(token);
  const seconds = Math.floor(now / 1000);
  if (known?.iss === issuer && (known.exp ?? 0) > seconds && (known.nbf ?? 0) <= seconds) return known;
  const { payload } = await jwtVerify(token, keysFrom(keys), {
    issuer,
    algorithms: ['RS256'],
    currentDate: new Date(now),
    requiredClaims: ['exp'],
  });
  if (signed.size >= MAX_SIGNED) signed.clear();
  signed.set(token, payload);
  return payload;
};

/**
 * Judges the token in a header, with or without `Bearer`: signature, issuer, audience (`aud`, or `client_id` without
 * one), times. `now` is in epoch milliseconds.
 */
export const authorize = async (
  { issuer, audience }: JwtAuthorizer,
  header: string | undefined,
  keys: TokenKeys,
  now: number,
): Promise<Authorization> => {
  const token = header?.replace(/^bearer /i, '').trim();
  if (!token) return { allowed: false };
  try {
    const payload = await verified(token, issuer, keys, now);
    if (!isForAudience(payload, audience)) return { allowed: false };
    const scope = payload['scope'];
    return { allowed: true, claims: claimTexts(payload), scopes: typeof scope === 'string' ? scope.split(' ') : [] };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return { allowed: false };
    throw error;
  }
};
