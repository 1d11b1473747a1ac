import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { RespondToAuthChallengeCommandOutput } from '@aws-sdk/client-cognito-identity-provider';
import type { Clock } from '../../../../infra/local/clock.ts';
import { createCognitoEngine } from '../../../../infra/local/engines/cognito/engine.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';
import { createMailbox } from '../../../../infra/local/services/ses.ts';
import { totp } from '../../../support/stack/authenticator-app.ts';
import { startSrp } from '../../../support/stack/srp.ts';
import { clientSettings, serve } from '../../../support/network/aws-server.ts';

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
  Policies: {
    PasswordPolicy: {
      MinimumLength: 10,
      RequireLowercase: true,
      RequireUppercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
    },
  },
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

/** The fields of a trigger event that tests check. */
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

/** Starts an engine with one pool and one client on its own server. */
export const startPool = async (clock: Clock, options: Options = {}) => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'soundstage-cognito-')));
  const mailbox = createMailbox({ clock });
  const events: { readonly target: string; readonly event: TriggerEvent }[] = [];
  const engine = createCognitoEngine({
    dataDir,
    clock,
    mail: mailbox,
    issuer,
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
    dataDir,
    engine,
    mailbox,
    events,
    client,
    endpoint: served.endpoint,
    /** The six digits of the newest mail to an address. */
    code: (to: string) => /\d{6}/.exec(mailbox.list({ to })[0]?.body ?? '')?.[0] ?? '',
    signUp: (Username: string, email: string, Password = PASSWORD, extra: { Name: string; Value: string }[] = []) =>
      client.send(
        new SignUpCommand({
          ClientId: CLIENT,
          Username,
          Password,
          UserAttributes: [{ Name: 'email', Value: email }, ...extra],
        }),
      ),
    confirm: (Username: string, ConfirmationCode: string, ForceAliasCreation?: boolean) =>
      client.send(new ConfirmSignUpCommand({ ClientId: CLIENT, Username, ConfirmationCode, ForceAliasCreation })),
    /** Finds a user as an administrator. */
    getUser: (Username: string) => client.send(new AdminGetUserCommand({ UserPoolId: POOL, Username })),
    async stop(keepData = false) {
      client.destroy();
      await served.close();
      await engine.stop();
      if (!keepData) await rm(dataDir, { recursive: true });
    },
  };
};

export type StartedPool = Awaited<ReturnType<typeof startPool>>;

/** First step of a sign-in; `finish` runs the second one. */
export const beginSignIn = async (client: CognitoIdentityProviderClient, username: string, password: string) => {
  const srp = startSrp(POOL);
  const first = await client.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: CLIENT,
      AuthParameters: { USERNAME: username, SRP_A: srp.publicHex },
    }),
  );
  const responses = srp.response(first.ChallengeParameters ?? {}, password);
  return {
    first,
    finish: () =>
      client.send(
        new RespondToAuthChallengeCommand({
          ChallengeName: 'PASSWORD_VERIFIER',
          ClientId: CLIENT,
          ChallengeResponses: responses,
        }),
      ),
  };
};

/** Signs in with SRP. */
export const signInSrp = async (
  client: CognitoIdentityProviderClient,
  username: string,
  password: string,
): Promise<RespondToAuthChallengeCommandOutput> => (await beginSignIn(client, username, password)).finish();

/** Properties of a pool that offers passkeys, which count as several factors. */
export const PASSKEY_POOL = {
  WebAuthnRelyingPartyID: 'localhost',
  WebAuthnUserVerification: 'required',
  WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
  Policies: {
    ...POOL_PROPERTIES.Policies,
    SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] },
  },
};

/** Properties of a client that also signs in with `USER_AUTH`. */
export const USER_AUTH_CLIENT = { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH'] };

export { totp };
