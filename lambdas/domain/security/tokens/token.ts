import { createHash, createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import {
  SmartTokenId,
  TokenUse,
  TrustPart,
  type SmartToken,
  type TokenState,
} from '../../../contract/security/smart-tokens.ts';
import {
  REFRESH_BELOW_SECONDS,
  TOKEN_CALLS_AN_HOUR,
  TOKEN_LEVELS,
  TOKEN_SECONDS,
} from '../../../contract/security/token-rules.ts';
import { Timestamp, UserId } from '../../../contract/shared.ts';
import type { SignIn } from '../../accounts/sign-in.ts';
import type { RateRule } from '../../limits/rate-limit.ts';
import { activeSession, activeSessions, type Sessions, type StoredSession } from '../../sessions/session.ts';
import { trustOf, type TrustFacts } from './trust.ts';

/** A smart token as it is stored. The token itself is not: only its hash. */
export const StoredToken = z.object({
  id: SmartTokenId,
  /** SHA-256 of the token, in hex. */
  hash: z.string(),
  user_id: UserId,
  /** The session that it was issued in. */
  session_id: z.string(),
  /** When that session began, in milliseconds. A newer sign-in that continues the session has the same time. */
  session_begun: z.number(),
  /**
   * What the sign-in that created it proved, and when (epoch seconds). A script cannot sign in, so its calls prove the
   * same as this sign-in did.
   */
  sign_in: z.object({
    assurance: z.enum(['aal1', 'aal2', 'unknown']),
    authenticated_at: z.nullable(z.number()),
  }),
  /** Thumbprint (RFC 7638) of the key that it is bound to. */
  thumbprint: z.string(),
  name: z.string(),
  use: TokenUse,
  security_level: z.union(TOKEN_LEVELS.map((level) => z.literal(level))),
  device_trust_score: z.number(),
  trust: z.readonly(z.array(TrustPart)),
  location_verified: z.boolean(),
  created_at: Timestamp,
  /** When it expires, in milliseconds since 1970. At that time, it has expired. */
  valid_until: z.number(),
  last_activity: z.optional(Timestamp),
  revoked_at: z.optional(Timestamp),
  revoke_reason: z.optional(z.string()),
  /** Set when its client refreshed it: with the token itself, it gives the one that took its place. */
  refresh_salt: z.optional(z.string()),
});
export type StoredToken = z.infer<typeof StoredToken>;

/** Bytes of a new token, and of a salt. */
const TOKEN_BYTES = 32;
const PREFIX = 'sst_';
/** A smart token in the header of a request. */
const HEADER = /^DPoP +(sst_[A-Za-z0-9_-]{43})$/i;

/** The smart token of a call, from its `Authorization` header; undefined without one. */
export const tokenIn = (header: string | undefined): string | undefined => HEADER.exec(header ?? '')?.[1];

/** Hash under which a token is stored, so that read access to the table cannot use it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A salt for the refresh of a token. */
export const newRefreshSalt = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The token that takes the place of a refreshed one: as long as a random one, and the same each time, so that a client
 * that lost the response can ask again. The table contains neither of the two tokens, so read access to it cannot
 * compute one, and a thief of the old token does not know the salt.
 */
export const successorOf = (token: string, salt: string): string =>
  PREFIX + createHmac('sha256', token).update(`successor ${salt}`).digest('base64url');

/** What a token is issued for, and by whom. */
export interface TokenRequest {
  readonly userId: string;
  readonly session: StoredSession & { readonly id: string };
  /** The sign-in of the call that creates it. */
  readonly signIn: Pick<SignIn, 'assurance' | 'authenticatedAt'>;
  readonly name: string;
  readonly use: TokenUse;
  /** Thumbprint of the key that it is bound to. */
  readonly thumbprint: string;
  readonly facts: TrustFacts;
  /** A new id. */
  readonly id: string;
  /** The token. @default a random one */
  readonly token?: string;
}

/** A new token, with how it is stored. */
export interface NewToken {
  readonly token: string;
  readonly stored: StoredToken;
}

/** Makes a token, valid for 24 hours from the time of its facts. */
export const newToken = ({
  userId,
  session,
  signIn,
  name,
  use,
  thumbprint,
  facts,
  id,
  ...given
}: TokenRequest): NewToken => {
  const { token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url') } = given;
  const { score, parts, level } = trustOf(facts);
  const stored: StoredToken = {
    id,
    hash: tokenHash(token),
    user_id: userId,
    session_id: session.id,
    session_begun: session.begun,
    sign_in: { assurance: signIn.assurance, authenticated_at: signIn.authenticatedAt },
    thumbprint,
    name,
    use,
    security_level: level,
    device_trust_score: score,
    trust: parts,
    location_verified: facts.locationKnown,
    created_at: new Date(facts.at).toISOString(),
    valid_until: facts.at + TOKEN_SECONDS * 1000,
  };
  return { token, stored };
};

/** The sign-in of calls with a token: in its session, as strong and as old as the one that created it. */
export const signInOfToken = ({ session_id: id, sign_in: signIn }: StoredToken): SignIn => ({
  id,
  assurance: signIn.assurance,
  authenticatedAt: signIn.authenticated_at,
});

/** The part of a token that its session is found by. */
type BySession = Pick<StoredToken, 'session_id' | 'session_begun'>;

/**
 * The active session of a token: the one that it was issued in, or the newer sign-in that continues it, such as after a
 * further factor. Undefined when the session has ended or expired.
 */
export const sessionOf = (
  { session_id: id, session_begun: begun }: BySession,
  sessions: Sessions | undefined,
  now: number,
): (StoredSession & { readonly id: string }) | undefined => {
  const same = activeSession(sessions, id, now);
  return same ? { ...same, id } : activeSessions(sessions, now).find((session) => session.begun === begun);
};

/** The state of a token at a time (milliseconds), by its user's sessions. */
export const tokenStateOf = (token: StoredToken, sessions: Sessions | undefined, now: number): TokenState => {
  if (token.revoked_at !== undefined) return 'revoked';
  if (token.valid_until <= now) return 'expired';
  return sessionOf(token, sessions, now) ? 'active' : 'session_ended';
};

/** Whether a token is so old that its client may refresh it. `now` in milliseconds. */
export const isRefreshable = ({ valid_until: end }: Pick<StoredToken, 'valid_until'>, now: number): boolean =>
  end - now < REFRESH_BELOW_SECONDS * 1000;

/**
 * Whether a token that took the place of another is still as it was issued: no one has used or revoked it. Only then is
 * it given out again. `now` in milliseconds.
 */
export const isUnused = ({ last_activity: used, revoked_at: revoked, valid_until: end }: StoredToken, now: number) =>
  used === undefined && revoked === undefined && end > now;

/** The calls of one token, whatever its level. */
export const callsOfToken: RateRule = {
  name: 'SMART_TOKEN_CALLS',
  limit: TOKEN_CALLS_AN_HOUR,
  windowMs: 60 * 60_000,
};

/** A token as the API returns it. */
export const toSmartToken = (token: StoredToken, state: TokenState): SmartToken => ({
  id: token.id,
  user_id: token.user_id,
  name: token.name,
  use: token.use,
  state,
  security_level: token.security_level,
  device_trust_score: token.device_trust_score,
  trust: [...token.trust],
  location_verified: token.location_verified,
  created_at: token.created_at,
  expires_at: new Date(token.valid_until).toISOString(),
  last_activity: token.last_activity ?? null,
  revoked_at: token.revoked_at ?? null,
  revoke_reason: token.revoke_reason ?? null,
});
