import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { InvalidInput } from '../../aws/json-service.ts';
import { AwsError } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { Authorize } from '../../iam/access.ts';
import type { InvokeFunction } from '../../invoke.ts';
import type { Mail } from '../../services/ses.ts';
import type { ClientConfig, PoolConfig } from './config.ts';
import type { Limits } from './limits.ts';
import type { SrpExchange } from './passwords/srp.ts';
import type { Method, PoolState, StateFile } from './state.ts';
import type { TokenSigner } from './tokens.ts';

/** A user pool with its state. */
export interface Pool {
  readonly id: string;
  /** The part of the ID after the underscore, which SRP hashes. */
  readonly name: string;
  readonly config: PoolConfig;
  readonly state: PoolState;
  readonly signer: TokenSigner;
  readonly file: StateFile;
}

/** A sign-in that waits for the caller's next step. `userKey` is undefined for a user that does not exist. */
export type Challenge = {
  readonly poolId: string;
  readonly clientId: string;
  readonly userKey: string | undefined;
  readonly expiresAt: number;
} & (
  | { readonly name: 'PASSWORD_VERIFIER'; readonly userId: string; readonly exchange: SrpExchange }
  | { readonly name: 'NEW_PASSWORD_REQUIRED' }
  | { readonly name: 'SELECT_CHALLENGE'; readonly userId: string; readonly available: readonly string[] }
  | { readonly name: 'WEB_AUTHN'; readonly options: string }
  | { readonly name: 'WEB_AUTHN_REGISTRATION'; readonly options: string }
  | { readonly name: 'SOFTWARE_TOKEN_MFA'; readonly source: TokenSource; readonly methods: readonly Method[] }
  | {
      readonly name: 'SMS_MFA';
      readonly source: TokenSource;
      readonly methods: readonly Method[];
      readonly code: string;
    }
  | {
      readonly name: 'MFA_SETUP';
      readonly source: TokenSource;
      readonly methods: readonly Method[];
      readonly secret?: string;
      readonly verified?: boolean;
    }
);

/** Why tokens are issued: the source that the pre-token-generation trigger receives. */
export type TokenSource =
  'TokenGeneration_Authentication' | 'TokenGeneration_NewPasswordChallenge' | 'TokenGeneration_RefreshTokens';

/** State and services that every operation of the engine shares. */
export interface EngineContext {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  readonly mail: { send(mail: Mail): unknown };
  readonly issuer: (poolId: string) => string;
  readonly authorize?: Authorize;
  readonly pools: Map<string, Pool>;
  readonly clients: Map<string, ClientConfig>;
  readonly limits: Limits;
  /** By session text or SRP secret block. Kept in memory: a restart ends unfinished sign-ins. */
  readonly challenges: Map<string, Challenge>;
}

/** Writes the pool's state; resolves when it is on disk. */
export const persist = (pool: Pool): Promise<void> => pool.file.save(pool.state);

/** Finds a pool by id; throws ResourceNotFoundException. */
export const poolById = (context: EngineContext, id: string): Pool => {
  const pool = context.pools.get(id);
  if (!pool) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
  return pool;
};

/** Finds an app client and its pool; throws ResourceNotFoundException. */
export const clientById = (
  context: EngineContext,
  id: string,
): { readonly client: ClientConfig; readonly pool: Pool } => {
  const client = context.clients.get(id);
  if (!client) throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  return { client, pool: poolById(context, client.poolId) };
};

/** Cognito's error for an input that does not fit its schema: names the member. */
export const invalidParameter: InvalidInput = ({ path, message }) => {
  const name = String(path[0] ?? 'input');
  const member = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return new AwsError(
    'InvalidParameterException',
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: ${message}`,
  );
};

/** Members that several operations share. */
export const clientMetadata = z.record(z.string(), z.string()).nullish();
export const attributeList = z
  .array(z.object({ Name: z.string().min(1).max(32), Value: z.string().max(2048).nullish() }))
  .nullish();
export const requiredText = z.string().min(1).max(2048);

/** Opens a challenge and returns the text that the caller must send back. Deletes expired challenges. */
export const openChallenge = (
  context: EngineContext,
  challenge: Challenge,
  key = randomBytes(192).toString('base64url'),
): string => {
  const now = context.clock.now();
  for (const [other, { expiresAt }] of context.challenges) if (expiresAt <= now) context.challenges.delete(other);
  context.challenges.set(key, challenge);
  return key;
};

/** Cognito's error for a session that is not open. */
export const invalidSession = () =>
  new AwsError('NotAuthorizedException', 'Invalid session for the user, session is expired.');

/** Finds an open challenge of the expected kind; throws NotAuthorizedException when none is open. */
export const challengeAt = <N extends Challenge['name']>(
  context: EngineContext,
  key: string | null | undefined,
  name: N,
): Extract<Challenge, { name: N }> => {
  const challenge = context.challenges.get(key ?? '');
  if (!challenge || challenge.name !== name || challenge.expiresAt <= context.clock.now()) throw invalidSession();
  return challenge as Extract<Challenge, { name: N }>;
};
