import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AwsError } from '../../aws/service.ts';
import { clientById, persist } from './context.ts';
import type { EngineContext, Pool, TokenSource } from './context.ts';
import type { ClientConfig } from './config.ts';
import type { Method, StoredSession, StoredUser } from './state.ts';
import { readIssuer, signTokens } from './tokens.ts';
import { runPreTokenGeneration } from './triggers.ts';
import { findUser, userKey } from './users/users.ts';

type Metadata = Readonly<Record<string, string>> | null | undefined;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const notAuthorized = (text: string) => new AwsError('NotAuthorizedException', text);

/** The tokens of a sign-in or a refresh, as `AuthenticationResult`. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
  readonly RefreshToken?: string;
}

const deleteExpired = (pool: Pool, now: number): void => {
  const { sessions, refreshTokens } = pool.state;
  for (const session of Object.values(sessions)) if (session.expiresAt <= now) delete sessions[session.id];
  for (const [hash, token] of Object.entries(refreshTokens)) if (!sessions[token.sessionId]) delete refreshTokens[hash];
};

const addRefreshToken = (pool: Pool, session: StoredSession): string => {
  const token = randomBytes(384).toString('base64url');
  pool.state.refreshTokens[hashOf(token)] = { sessionId: session.id };
  return token;
};

const issueTokens = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  user: StoredUser,
  session: StoredSession,
  source: TokenSource,
  clientMetadata: Metadata,
) => {
  const subject = { userName: user.username, clientId: client.id, clientMetadata };
  const overrides = await runPreTokenGeneration(context, pool, source, subject, user);
  return signTokens(pool.signer, { client, user, session, now: context.clock.now(), overrides });
};

/** A sign-in whose steps are all answered. */
export interface Completed {
  readonly source: TokenSource;
  /** How the user authenticated. */
  readonly methods: readonly Method[];
  /** When the user authenticated (epoch milliseconds), if earlier than now. */
  readonly authTime?: number;
}

/** Opens a session for an authenticated user and issues its tokens. */
export const openSession = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  user: StoredUser,
  { source, methods, authTime }: Completed,
  clientMetadata: Metadata,
): Promise<AuthenticationResult> => {
  const now = context.clock.now();
  const session: StoredSession = {
    id: randomUUID(),
    userKey: userKey(pool.config, user.username),
    clientId: client.id,
    authTime: authTime ?? now,
    methods,
    expiresAt: now + client.refreshTokenSeconds * 1000,
    revoked: false,
  };
  const tokens = await issueTokens(context, pool, client, user, session, source, clientMetadata);
  deleteExpired(pool, now);
  pool.state.sessions[session.id] = session;
  const RefreshToken = addRefreshToken(pool, session);
  await persist(pool);
  return { ...tokens, RefreshToken };
};

/**
 * Issues new tokens for a refresh token. With rotation, the response contains a new refresh token that expires when the
 * first one would have. The old one works for the grace period only.
 */
export const refreshSession = async (
  context: EngineContext,
  clientId: string,
  token: string,
  clientMetadata: Metadata,
): Promise<AuthenticationResult> => {
  const { client, pool } = clientById(context, clientId);
  const now = context.clock.now();
  const stored = pool.state.refreshTokens[hashOf(token)];
  const session = stored && pool.state.sessions[stored.sessionId];
  const user = session && pool.state.users[session.userKey];
  if (!stored || !session || !user || session.clientId !== client.id) throw notAuthorized('Invalid Refresh Token.');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (session.revoked) throw notAuthorized('Refresh Token has been revoked');
  if (session.expiresAt <= now) throw notAuthorized('Refresh Token has expired');
  if (stored.retiredAt !== undefined && now > stored.retiredAt + (client.rotation?.graceSeconds ?? 0) * 1000) {
    throw new AwsError('RefreshTokenReuseException', 'Refresh token has been rotated and can no longer be used.');
  }
  const rotated = client.rotation ? addRefreshToken(pool, session) : undefined;
  if (rotated !== undefined) stored.retiredAt ??= now;
  const tokens = await issueTokens(
    context,
    pool,
    client,
    user,
    session,
    'TokenGeneration_RefreshTokens',
    clientMetadata,
  );
  if (rotated === undefined) return tokens;
  await persist(pool);
  return { ...tokens, RefreshToken: rotated };
};

/** Revokes a user's sessions: refresh tokens stop working, and Cognito's operations reject the access tokens. */
export const revokeSessions = (pool: Pool, user: StoredUser): void => {
  const key = userKey(pool.config, user.username);
  for (const session of Object.values(pool.state.sessions)) if (session.userKey === key) session.revoked = true;
};

/** Revokes a refresh token's session. As in AWS, an unknown token is no error, but an ID or access token is. */
export const revokeToken = async (context: EngineContext, clientId: string, token: string): Promise<void> => {
  const { client, pool } = clientById(context, clientId);
  if (!client.revocation)
    throw new AwsError('UnsupportedOperationException', 'Token revocation is not enabled for this client.');
  if (readIssuer(token) !== undefined) throw new AwsError('UnsupportedTokenTypeException', 'Unsupported token type');
  const stored = pool.state.refreshTokens[hashOf(token)];
  const session = stored && pool.state.sessions[stored.sessionId];
  if (!session || session.revoked) return;
  if (session.clientId !== client.id)
    throw new AwsError('UnauthorizedException', 'The token was issued to another client.');
  session.revoked = true;
  await persist(pool);
};

/**
 * Finds the user of an access token. Checks the signature and expiry, that the account exists and is enabled, and that
 * the session is not revoked.
 */
export const authorize = async (
  context: EngineContext,
  accessToken: string,
): Promise<{
  readonly pool: Pool;
  readonly client: ClientConfig;
  readonly user: StoredUser;
  readonly session: StoredSession;
}> => {
  const issuer = readIssuer(accessToken);
  const pool = [...context.pools.values()].find(({ id }) => context.issuer(id) === issuer);
  if (!pool) throw notAuthorized('Invalid Access Token');
  const claims = await pool.signer.verifyAccess(accessToken, context.clock.now());
  const { client } = clientById(context, claims.client_id);
  const user = findUser(pool, claims.username);
  if (!user || user.sub !== claims.sub) throw new AwsError('UserNotFoundException', 'User does not exist.');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  const session = pool.state.sessions[claims.origin_jti];
  if (!session || session.revoked) throw notAuthorized('Access Token has been revoked');
  return { pool, client, user, session };
};
