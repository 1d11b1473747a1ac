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

/** The authorizer's result. */
export type Authorization =
  | { readonly allowed: true; readonly claims: Readonly<Record<string, string>>; readonly scopes: readonly string[] }
  | { readonly allowed: false };

const claimText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(claimText).join(' ')}]`;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
};

/** Claims as API Gateway passes them: all strings, lists as `[a b]`. */
export const claimTexts = (payload: JWTPayload): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, claimText(value)]));

const isForAudience = (payload: JWTPayload, audience: readonly string[]): boolean => {
  const recipients = payload.aud === undefined ? [payload['client_id']] : [payload.aud].flat();
  return recipients.some((recipient) => typeof recipient === 'string' && audience.includes(recipient));
};

/** Imported keys by key set, so that each key is imported only once. */
const importedKeys = new WeakMap<TokenKeys, ReturnType<typeof createLocalJWKSet>>();

const keysFrom = (keys: TokenKeys): ReturnType<typeof createLocalJWKSet> => {
  const imported = importedKeys.get(keys) ?? createLocalJWKSet({ keys: [...keys.keys] });
  importedKeys.set(keys, imported);
  return imported;
};

/**
 * Tokens with a verified signature, by key set. Every request of a page sends the same token, and verifying it is the
 * most expensive part of a request.
 */
const verifiedTokens = new WeakMap<TokenKeys, Map<string, JWTPayload>>();
const MAX_VERIFIED = 200;

/** The payload of a token that is valid now. Throws as `jwtVerify` does. */
const verifyToken = async (token: string, issuer: string, keys: TokenKeys, now: number): Promise<JWTPayload> => {
  const payloads = verifiedTokens.get(keys) ?? new Map<string, JWTPayload>();
  verifiedTokens.set(keys, payloads);
  const cached = payloads.get(token);
  const seconds = Math.floor(now / 1000);
  if (cached?.iss === issuer && (cached.exp ?? 0) > seconds && (cached.nbf ?? 0) <= seconds) return cached;
  const { payload } = await jwtVerify(token, keysFrom(keys), {
    issuer,
    algorithms: ['RS256'],
    currentDate: new Date(now),
    requiredClaims: ['exp'],
  });
  if (payloads.size >= MAX_VERIFIED) payloads.clear();
  payloads.set(token, payload);
  return payload;
};

/**
 * Verifies the token in a header, with or without `Bearer`: signature, issuer, audience (`aud`, otherwise `client_id`)
 * and times. `now` is in epoch milliseconds.
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
    const payload = await verifyToken(token, issuer, keys, now);
    if (!isForAudience(payload, audience)) return { allowed: false };
    const scope = payload['scope'];
    return { allowed: true, claims: claimTexts(payload), scopes: typeof scope === 'string' ? scope.split(' ') : [] };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return { allowed: false };
    throw error;
  }
};
