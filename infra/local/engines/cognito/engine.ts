import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWK } from 'jose';
import { jsonService } from '../../aws/json-service.ts';
import { type LocalService, sendJson } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { Authorize } from '../../iam/access.ts';
import type { InvokeFunction } from '../../invoke.ts';
import type { Mail } from '../../services/ses.ts';
import { accountOperations } from './users/account.ts';
import { adminOperations } from './users/admin.ts';
import { checkWritable, readClientConfig, readPoolConfig } from './config.ts';
import { invalidParameter, persist, poolById } from './context.ts';
import type { EngineContext, Pool } from './context.ts';
import { createLimits } from './limits.ts';
import { factorOperations } from './factors/factors.ts';
import { mfaOperations } from './factors/mfa.ts';
import { passkeyOperations } from './factors/passkeys.ts';
import { checkPasswordPolicy } from './passwords/password.ts';
import { recoveryOperations } from './passwords/recovery.ts';
import { signInOperations } from './sign-in/sign-in.ts';
import { signUpOperations } from './users/sign-up.ts';
import { createVerifier, matchesVerifier } from './passwords/srp.ts';
import { createStateFile } from './state.ts';
import type { PoolState } from './state.ts';
import { createTokenSigner, generateSigningKeys } from './tokens.ts';
import { findUser, userKey, verifyEmail } from './users/users.ts';

/** Options of the engine. */
export interface CognitoEngineOptions {
  /** Folder with one file per pool. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Runs a trigger's function. */
  readonly invoke: InvokeFunction;
  readonly mail: { send(mail: Mail): unknown };
  /** The `iss` of a pool's tokens, as the template's JWT authorizer expects it. */
  readonly issuer: (poolId: string) => string;
  /** Authorizes each call of an administrator operation. Default: every call is allowed. */
  readonly authorize?: Authorize;
}

/** A demo account: confirmed, with a verified address. */
export interface SeedUser {
  readonly poolId: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/**
 * Cognito user pools, served over AWS JSON. Public operations need no caller; administrator operations need a signed
 * request.
 */
export interface CognitoEngine extends LocalService {
  /**
   * Opens a pool with an ID like `us-east-1_local0001` and loads the accounts and keys of earlier runs. `properties`
   * are those of AWS::Cognito::UserPool with every intrinsic resolved. Throws for an unsupported feature.
   */
  createUserPool(config: {
    readonly id: string;
    readonly properties: Readonly<Record<string, unknown>>;
  }): Promise<void>;
  /**
   * Adds an app client to a pool; `properties` are those of AWS::Cognito::UserPoolClient. Throws for an unsupported
   * feature.
   */
  createUserPoolClient(config: {
    readonly id: string;
    readonly poolId: string;
    readonly properties: Readonly<Record<string, unknown>>;
  }): void;
  /**
   * Creates a demo account, or resets the password and status of an existing one. Runs no trigger and sends no mail.
   */
  seedUser(user: SeedUser): Promise<{ readonly username: string; readonly sub: string }>;
  /** A pool's public keys, for the gateway's authorizer. */
  jwks(poolId: string): { readonly keys: readonly JWK[] };
  /** Serves an unsigned request, as from a browser. The path may have any prefix before `/<poolId>/.well-known/…`. */
  handleHttp(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Writes the state to disk. */
  stop(): Promise<void>;
}

const POOL_ID = /^[\w-]+_[0-9a-zA-Z]+$/;
const WELL_KNOWN = /\/([\w-]+_[0-9a-zA-Z]+)\/\.well-known\/(jwks\.json|openid-configuration)$/;

const newState = async (): Promise<PoolState> => ({
  version: 1,
  keys: await generateSigningKeys(),
  decoySeed: randomBytes(32).toString('hex'),
  users: {},
  aliases: {},
  sessions: {},
  refreshTokens: {},
});

/** Records with keys from callers have no prototype, so that a user can be called `constructor`. */
const withoutPrototype = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.assign(Object.create(null), record);

const discovery = (issuer: string) => ({
  issuer,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  id_token_signing_alg_values_supported: ['RS256'],
  response_types_supported: ['code', 'token'],
  scopes_supported: ['openid', 'email', 'phone', 'profile'],
  subject_types_supported: ['public'],
});

const operationsOf = (context: EngineContext) => ({
  ...signUpOperations(context),
  ...recoveryOperations(context),
  ...signInOperations(context),
  ...accountOperations(context),
  ...mfaOperations(context),
  ...factorOperations(context),
  ...passkeyOperations(context),
  ...adminOperations(context),
});

/** Creates the engine. It opens no port: the local cloud's servers pass it requests. */
export const createCognitoEngine = (options: CognitoEngineOptions): CognitoEngine => {
  const context: EngineContext = {
    ...options,
    pools: new Map(),
    clients: new Map(),
    limits: createLimits(options.clock),
    challenges: new Map(),
  };
  const json = jsonService({
    signingName: 'cognito-idp',
    operations: operationsOf(context),
    invalid: invalidParameter,
  });

  const serveDocument = (response: ServerResponse, poolId: string, document: string): void => {
    const pool = context.pools.get(poolId);
    if (!pool) return sendJson(response, 404, { message: `User pool ${poolId} does not exist.` }, 'application/json');
    const body = document === 'jwks.json' ? pool.signer.jwks : discovery(context.issuer(poolId));
    sendJson(response, 200, body, 'application/json', { 'cache-control': 'public, max-age=86400' });
  };

  const handle: CognitoEngine['handle'] = async (request, response, caller) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const [, poolId, document] = request.method === 'GET' ? (WELL_KNOWN.exec(path) ?? []) : [];
    if (poolId !== undefined && document !== undefined) return serveDocument(response, poolId, document);
    return json.handle(request, response, caller);
  };

  return {
    signingName: 'cognito-idp',
    unsignedTarget: 'AWSCognitoIdentityProviderService.',
    handle,
    handleHttp: (request, response) => handle(request, response, undefined),
    jwks: (poolId) => poolById(context, poolId).signer.jwks,

    async createUserPool({ id, properties }) {
      if (!POOL_ID.test(id)) throw new Error(`User pool ID ${id} must have the form region_name`);
      const config = readPoolConfig(id, properties);
      const file = createStateFile(options.dataDir, id);
      const loaded = (await file.load()) ?? (await newState());
      const state: PoolState = {
        ...loaded,
        users: withoutPrototype(loaded.users),
        aliases: withoutPrototype(loaded.aliases),
        sessions: withoutPrototype(loaded.sessions),
        refreshTokens: withoutPrototype(loaded.refreshTokens),
      };
      const signer = await createTokenSigner(context.issuer(id), state.keys);
      const pool: Pool = { id, name: id.slice(id.indexOf('_') + 1), config, state, signer, file };
      context.pools.set(id, pool);
      await persist(pool);
    },

    createUserPoolClient({ id, poolId, properties }) {
      const { config } = poolById(context, poolId);
      context.clients.set(id, checkWritable(config, readClientConfig(id, poolId, properties)));
    },

    seedUser: ({ poolId, username, email, password, attributes }) => {
      const pool = poolById(context, poolId);
      const key = userKey(pool.config, username);
      return context.limits.inTurn(`seed ${poolId} ${key}`, async () => {
        checkPasswordPolicy(pool.config.passwordPolicy, password);
        const now = context.clock.now();
        const existing = findUser(pool, username);
        const name = existing?.username ?? username;
        const isUnchanged = existing && (await matchesVerifier(pool.name, name, password, existing.password));
        const verifier = isUnchanged ? existing.password : await createVerifier(pool.name, name, password);
        const user = existing ?? {
          username,
          sub: randomUUID(),
          enabled: true,
          status: 'CONFIRMED' as const,
          attributes: {},
          password: verifier,
          oldPasswords: [],
          codes: {},
          createdAt: now,
          modifiedAt: now,
        };
        user.password = verifier;
        user.enabled = true;
        user.status = 'CONFIRMED';
        user.attributes = { ...user.attributes, ...attributes, email };
        pool.state.users[key] = user;
        verifyEmail(pool, user);
        await persist(pool);
        return { username: user.username, sub: user.sub };
      });
    },

    async stop() {
      await Promise.all([...context.pools.values()].map(persist));
    },
  };
};
