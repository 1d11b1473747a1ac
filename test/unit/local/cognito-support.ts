import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CognitoIdentityProviderClient, InitiateAuthCommand, RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { RespondToAuthChallengeCommandOutput } from '@aws-sdk/client-cognito-identity-provider';
import type { Clock } from '../../../infra/local/clock.ts';
import { createCognitoEngine } from '../../../infra/local/engines/cognito/engine.ts';
import type { InvokeResult } from '../../../infra/local/invoke.ts';
import { createMailbox } from '../../../infra/local/services/ses.ts';
import { clientSettings, serve } from './aws-server.ts';

export const POOL = 'us-east-1_local0001';
export const CLIENT = 'localclient0001';
export const PASSWORD = 'Soundstage-demo-1';
export const issuer = (poolId: string) => `https://cognito-idp.us-east-1.amazonaws.com/${poolId}`;

export const POOL_PROPERTIES = {
  AliasAttributes: ['email'],
  AutoVerifiedAttributes: ['email'],
  UsernameConfiguration: { CaseSensitive: false },
  MfaConfiguration: 'OPTIONAL',
  EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
  Policies: { PasswordPolicy: { MinimumLength: 10, RequireLowercase: true, RequireUppercase: true, RequireNumbers: true, RequireSymbols: true } },
  Schema: [{ Name: 'email', Required: true, Mutable: true }],
};

export const CLIENT_PROPERTIES = {
  ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
  PreventUserExistenceErrors: 'ENABLED',
  AccessTokenValidity: 60,
  IdTokenValidity: 60,
  RefreshTokenValidity: 43_200,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
};

/** A trigger event as the engine sends it, as far as tests look. */
export interface TriggerEvent {
  readonly triggerSource: string;
  readonly userName: string;
  readonly request: { readonly userAttributes: Record<string, string>; readonly codeParameter?: string };
  readonly response: Record<string, unknown>;
}

export interface Options {
  readonly pool?: object;
  readonly client?: object;
  readonly trigger?: (name: string, event: TriggerEvent) => InvokeResult;
  readonly dataDir?: string;
}

/** Starts an engine with one pool and one client on a server of its own. */
export const startPool = async (clock: Clock, options: Options = {}) => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'soundstage-cognito-')));
  const mailbox = createMailbox({ clock });
  const events: { readonly target: string; readonly event: TriggerEvent }[] = [];
  const engine = createCognitoEngine({
    dataDir, clock, mail: mailbox, issuer,
    invoke: async (target, payload) => {
      const event = structuredClone(payload) as TriggerEvent;
      events.push({ target, event });
      return options.trigger?.(target, event) ?? { payload: event, logs: [] };
    },
  });
  await engine.createUserPool({ id: POOL, properties: { ...POOL_PROPERTIES, ...options.pool } });
  engine.createUserPoolClient({ id: CLIENT, poolId: POOL, properties: { ...CLIENT_PROPERTIES, ...options.client } });
  const served = await serve(engine);
  const client = new CognitoIdentityProviderClient(clientSettings(served));
  return {
    dataDir, engine, mailbox, events, client, endpoint: served.endpoint,
    /** The six digits of the newest mail to an address. */
    code: (to: string) => /\d{6}/.exec(mailbox.list({ to })[0]?.body ?? '')?.[0] ?? '',
    async stop(keepData = false) {
      client.destroy();
      await served.close();
      await engine.stop();
      if (!keepData) await rm(dataDir, { recursive: true });
    },
  };
};

export type StartedPool = Awaited<ReturnType<typeof startPool>>;

const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const pow = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let b = ((base % N) + N) % N, e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % N;
    b = (b * b) % N;
  }
  return result;
};
const bytesOf = (value: bigint) => {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(parseInt(even.slice(0, 2), 16) > 127 ? `00${even}` : even, 'hex');
};
const sha = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const number = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);

/** The client's side of SRP, written from Amazon's published algorithm apart from the engine's. */
export const startSrp = () => {
  const a = number(randomBytes(128));
  const A = pow(2n, a);
  return {
    publicHex: A.toString(16),
    answer(parameters: Record<string, string>, password: string, timestamp = 'Thu Jan 1 00:00:00 UTC 2026') {
      const userId = parameters.USER_ID_FOR_SRP ?? '';
      const poolName = POOL.split('_')[1] ?? '';
      const B = BigInt(`0x${parameters.SRP_B ?? '0'}`);
      const u = number(sha(bytesOf(A), bytesOf(B)));
      const x = number(sha(bytesOf(BigInt(`0x${parameters.SALT ?? '0'}`)), sha(Buffer.from(`${poolName}${userId}:${password}`))));
      const k = number(sha(bytesOf(N), bytesOf(2n)));
      const S = pow(B - k * pow(2n, x), a + u * x);
      const key = Buffer.from(hkdfSync('sha256', bytesOf(S), bytesOf(u), 'Caldera Derived Key', 16));
      const block = parameters.SECRET_BLOCK ?? '';
      const signature = createHmac('sha256', key)
        .update(Buffer.concat([Buffer.from(poolName + userId), Buffer.from(block, 'base64'), Buffer.from(timestamp)]))
        .digest('base64');
      return { USERNAME: userId, TIMESTAMP: timestamp, PASSWORD_CLAIM_SECRET_BLOCK: block, PASSWORD_CLAIM_SIGNATURE: signature };
    },
  };
};

/** First step of a sign-in; the second one comes with `finish`. */
export const beginSignIn = async (client: CognitoIdentityProviderClient, username: string, password: string) => {
  const srp = startSrp();
  const first = await client.send(new InitiateAuthCommand({
    AuthFlow: 'USER_SRP_AUTH', ClientId: CLIENT, AuthParameters: { USERNAME: username, SRP_A: srp.publicHex },
  }));
  const responses = srp.answer(first.ChallengeParameters ?? {}, password);
  return {
    first,
    finish: () => client.send(new RespondToAuthChallengeCommand({ ChallengeName: 'PASSWORD_VERIFIER', ClientId: CLIENT, ChallengeResponses: responses })),
  };
};

/** Signs in by SRP. */
export const signInSrp = async (client: CognitoIdentityProviderClient, username: string, password: string): Promise<RespondToAuthChallengeCommandOutput> =>
  (await beginSignIn(client, username, password)).finish();

/** The code of an authenticator app, by RFC 6238, from a base32 secret. */
export const totp = (secret: string, now: number): string => {
  const bits = [...secret].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};
