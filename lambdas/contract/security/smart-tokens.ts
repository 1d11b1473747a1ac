import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { line, Timestamp, UserId } from '../shared.ts';
import { TOKEN_LEVELS, TOKEN_USES, TOKENS_SHOWN, TRUST_WEIGHTS } from './token-rules.ts';

/** The id of a smart token. It does not reveal the token. */
export const SmartTokenId = z.string().check(z.regex(/^tok_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Must be a token id'));

/** What a token is for. Each endpoint with `auth: 'token'` names one. */
export const TokenUse = z.enum(TOKEN_USES);
export type TokenUse = z.infer<typeof TokenUse>;

/** `active`: valid until it expires, is revoked, or its session ends. */
export const TokenState = z.enum(['active', 'expired', 'revoked', 'session_ended']);
export type TokenState = z.infer<typeof TokenState>;

/** One part of a token's trust, with its points. */
export const TrustPart = z.object({
  part: z.enum(Object.keys(TRUST_WEIGHTS) as [keyof typeof TRUST_WEIGHTS, ...(keyof typeof TRUST_WEIGHTS)[]]),
  points: z.number(),
});
export type TrustPart = z.infer<typeof TrustPart>;

/** A smart token, without the token. */
export const SmartToken = z.object({
  id: SmartTokenId,
  user_id: UserId,
  /** What its user called it. */
  name: z.string(),
  use: TokenUse,
  state: TokenState,
  security_level: z.union(TOKEN_LEVELS.map((level) => z.literal(level))),
  /** 0 to 100, from the time when the token was issued and what the user's browsers had reported. Decides nothing. */
  device_trust_score: z.number(),
  /** Where the trust comes from, in the order of the table of weights. */
  trust: z.array(TrustPart),
  /** Whether a browser had reported a place for the session when the token was issued. The server cannot check it. */
  location_verified: z.boolean(),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** When it was last used, to the minute; null before its first use. */
  last_activity: z.nullable(Timestamp),
  revoked_at: z.nullable(Timestamp),
  revoke_reason: z.nullable(z.string()),
});
export type SmartToken = z.infer<typeof SmartToken>;

/** A smart token of a user, for administrators. */
export const NamedSmartToken = z.extend(SmartToken, {
  /** Null when the profile no longer exists. */
  user_name: z.nullable(z.string()),
});
export type NamedSmartToken = z.infer<typeof NamedSmartToken>;

/** A new token. `token` is shown once: the server keeps a hash only. */
export const IssuedToken = z.extend(SmartToken, { token: z.string() });
export type IssuedToken = z.infer<typeof IssuedToken>;

const ofOne = z.strictObject({ tokenId: SmartTokenId });
const reason = z.strictObject({ reason: line(500, 1) });

/** A public key of the curve P-256, as a JSON Web Key (RFC 7517) without any other member. */
const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Must be 32 bytes in base64url'));
export const PublicKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: Coordinate,
  y: Coordinate,
});
export type PublicKey = z.infer<typeof PublicKey>;

/** Smart tokens of the signed-in user. */
export const smartTokenEndpoints = {
  'tokens.create-token': endpoint({
    method: 'POST',
    path: '/api/smart-tokens',
    auth: 'user',
    ...STEP_UP,
    summary:
      'Issues a smart token for one use, bound to this session and to the given key. The token is in this response ' +
      'only. Fails with `limit_reached` at ten active tokens.',
    body: z.strictObject({ name: line(100, 1), use: TokenUse, key: PublicKey }),
    responses: { 201: IssuedToken },
    errors: ['limit_reached', 'too_many_requests'],
  }),
  'tokens.list-tokens': endpoint({
    method: 'GET',
    path: '/api/smart-tokens',
    auth: 'user',
    summary: "Lists the current user's newest 50 smart tokens, newest first.",
    responses: { 200: z.object({ items: z.array(SmartToken).check(z.maxLength(TOKENS_SHOWN)) }) },
    errors: [],
  }),
  'tokens.revoke-token': endpoint({
    method: 'POST',
    path: '/api/smart-tokens/{tokenId}/revoke',
    auth: 'user',
    summary: 'Revokes a smart token of the current user. Fails with `invalid_state` when it is not active.',
    params: ofOne,
    body: reason,
    responses: { 200: SmartToken },
    errors: ['smart_token_not_found', 'invalid_state'],
  }),
};

/** Smart tokens of all users, for administrators. */
export const userTokenEndpoints = {
  'tokens.list-active-tokens': endpoint({
    method: 'GET',
    path: '/api/admin/smart-tokens',
    auth: 'admin',
    summary: 'Lists the active smart tokens of all users, the last to expire first, at most 100.',
    responses: { 200: z.object({ items: z.array(NamedSmartToken) }) },
    errors: [],
  }),
  'tokens.revoke-user-token': endpoint({
    method: 'POST',
    path: '/api/admin/smart-tokens/{tokenId}/revoke',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Revokes a smart token of any user. Fails with `invalid_state` when it is not active.',
    params: ofOne,
    body: reason,
    responses: { 200: NamedSmartToken },
    errors: ['smart_token_not_found', 'invalid_state'],
  }),
};
