import { z } from 'zod';
import { operation } from '../../aws/json-service.ts';
import { AwsError } from '../../aws/service.ts';
import {
  challengeAt,
  clientById,
  clientMetadata,
  invalidSession,
  openChallenge,
  persist,
  requiredText,
} from './context.ts';
import type { EngineContext, Pool, TokenSource } from './context.ts';
import type { ClientConfig } from './config.ts';
import { consumeSoftwareCode } from './mfa.ts';
import { preparePassword } from './password.ts';
import { openSession, refreshSession } from './sessions.ts';
import { beginExchange, decoyUserId, decoyVerifier, readClientPublic, verifyExchange } from './srp.ts';
import type { StoredUser } from './state.ts';
import { runPostAuthentication, runPreAuthentication } from './triggers.ts';
import { checkRequired, findUser, readAttributes, unverifyEmail, userKey } from './users.ts';

type Metadata = Readonly<Record<string, string>> | null | undefined;

const parameters = z.record(z.string(), z.string());
const initiateInput = z.object({
  AuthFlow: requiredText,
  ClientId: requiredText,
  AuthParameters: parameters.nullish(),
  ClientMetadata: clientMetadata,
});
const respondInput = z.object({
  ChallengeName: requiredText,
  ClientId: requiredText,
  ChallengeResponses: parameters.nullish(),
  Session: z.string().nullish(),
  ClientMetadata: clientMetadata,
});

const incorrect = () => new AwsError('NotAuthorizedException', 'Incorrect username or password.');

const requireParameter = (from: Readonly<Record<string, string>> | null | undefined, name: string): string => {
  const value = from?.[name];
  if (!value) throw new AwsError('InvalidParameterException', `Missing required parameter ${name}`);
  return value;
};

/** The key that failed sign-ins are counted under. */
const lockKey = (pool: Pool, userId: string) => `${pool.id} ${userId.toLowerCase()}`;

/** The user ID for SRP when no user has the name. It has the shape of a real user's ID. */
const decoyId = (pool: Pool, name: string) =>
  name.includes('@') ? decoyUserId(pool.state.decoySeed, name.toLowerCase()) : name;

const initiateSrp = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  given: Readonly<Record<string, string>> | null | undefined,
  metadata: Metadata,
) => {
  const name = requireParameter(given, 'USERNAME');
  const clientPublic = readClientPublic(requireParameter(given, 'SRP_A'));
  if (clientPublic === undefined) throw new AwsError('InvalidParameterException', 'Invalid SRP_A');
  const user = findUser(pool, name);
  if (!user && !client.hideUnknownUsers) throw new AwsError('UserNotFoundException', 'User does not exist.');
  const userId = user?.username ?? decoyId(pool, name);
  await runPreAuthentication(context, pool, { userName: userId, clientId: client.id, clientMetadata: metadata }, user);
  const exchange = await beginExchange(
    clientPublic,
    user?.password ?? decoyVerifier(pool.state.decoySeed, userId.toLowerCase()),
  );
  openChallenge(
    context,
    {
      name: 'PASSWORD_VERIFIER',
      poolId: pool.id,
      clientId: client.id,
      userId,
      exchange,
      userKey: user && userKey(pool.config, user.username),
      expiresAt: context.clock.now() + client.challengeSeconds * 1000,
    },
    exchange.secretBlock,
  );
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: exchange.stored.salt,
      SECRET_BLOCK: exchange.secretBlock,
      SRP_B: exchange.serverPublic.toString(16),
      USERNAME: userId,
      USER_ID_FOR_SRP: userId,
    },
  };
};

const initiate = async (context: EngineContext, input: z.output<typeof initiateInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  const flow = input.AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : input.AuthFlow;
  if (!client.flows.includes(`ALLOW_${flow}`)) {
    throw new AwsError('InvalidParameterException', `${flow} flow not enabled for this client`);
  }
  if (flow === 'USER_SRP_AUTH') return initiateSrp(context, pool, client, input.AuthParameters, input.ClientMetadata);
  const token = requireParameter(input.AuthParameters, 'REFRESH_TOKEN');
  if (client.rotation) {
    throw new AwsError(
      'InvalidParameterException',
      'Refresh token rotation is enabled for this client: use GetTokensFromRefreshToken.',
    );
  }
  return {
    AuthenticationResult: await refreshSession(context, client.id, token, input.ClientMetadata),
    ChallengeParameters: {},
  };
};

/** Returns the next challenge of a sign-in whose password was right, or its tokens. */
const nextStep = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  user: StoredUser,
  metadata: Metadata,
  done: { readonly source: TokenSource; readonly mfa: boolean },
) => {
  const step = {
    poolId: pool.id,
    clientId: client.id,
    userKey: userKey(pool.config, user.username),
    expiresAt: context.clock.now() + client.challengeSeconds * 1000,
  };
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    if ((user.temporaryUntil ?? Infinity) <= context.clock.now()) {
      throw new AwsError(
        'NotAuthorizedException',
        'Temporary password has expired and must be reset by an administrator.',
      );
    }
    const missing = pool.config.requiredAttributes.filter((name) => name !== 'sub' && !user.attributes[name]);
    return {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: openChallenge(context, { name: 'NEW_PASSWORD_REQUIRED', ...step }),
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.username,
        requiredAttributes: JSON.stringify(missing.map((name) => `userAttributes.${name}`)),
        userAttributes: JSON.stringify(user.attributes),
      },
    };
  }
  if (!done.mfa && pool.config.totpOffered && user.softwareToken?.enabled) {
    return {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: openChallenge(context, { name: 'SOFTWARE_TOKEN_MFA', source: done.source, ...step }),
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.username,
        ...(user.softwareToken.deviceName ? { FRIENDLY_DEVICE_NAME: user.softwareToken.deviceName } : {}),
      },
    };
  }
  if (!done.mfa && pool.config.mfa === 'ON') {
    return {
      ChallengeName: 'MFA_SETUP',
      Session: openChallenge(context, { name: 'MFA_SETUP', source: done.source, ...step }),
      ChallengeParameters: { USER_ID_FOR_SRP: user.username, MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
    };
  }
  await runPostAuthentication(
    context,
    pool,
    { userName: user.username, clientId: client.id, clientMetadata: metadata },
    user,
  );
  return {
    AuthenticationResult: await openSession(context, pool, client, user, done.source, metadata),
    ChallengeParameters: {},
  };
};

const requireSignInStatus = (user: StoredUser): void => {
  if (!user.enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
  if (user.status === 'UNCONFIRMED') throw new AwsError('UserNotConfirmedException', 'User is not confirmed.');
  if (user.status === 'RESET_REQUIRED')
    throw new AwsError('PasswordResetRequiredException', 'Password reset required for the user');
};

const TIMESTAMP = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

const answerPassword = async (
  context: EngineContext,
  pool: Pool,
  clientId: string,
  given: Readonly<Record<string, string>>,
): Promise<StoredUser> => {
  const secretBlock = requireParameter(given, 'PASSWORD_CLAIM_SECRET_BLOCK');
  const claim = {
    poolName: pool.name,
    timestamp: requireParameter(given, 'TIMESTAMP'),
    signature: requireParameter(given, 'PASSWORD_CLAIM_SIGNATURE'),
  };
  if (!TIMESTAMP.test(claim.timestamp)) {
    throw new AwsError('InvalidParameterException', 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
  }
  const name = requireParameter(given, 'USERNAME');
  const challenge = challengeAt(context, secretBlock, 'PASSWORD_VERIFIER');
  context.challenges.delete(secretBlock);
  const key = lockKey(pool, challenge.userId);
  return context.limits.inTurn(key, async () => {
    context.limits.requireUnlocked(key);
    const matches = await verifyExchange(challenge.exchange, { ...claim, userId: challenge.userId });
    const user = challenge.userKey === undefined ? undefined : pool.state.users[challenge.userKey];
    const current =
      user?.password.verifier === challenge.exchange.stored.verifier &&
      name.toLowerCase() === challenge.userId.toLowerCase();
    if (!matches || !user || !current || challenge.clientId !== clientId) {
      context.limits.failed(key);
      throw incorrect();
    }
    context.limits.succeeded(key);
    requireSignInStatus(user);
    return user;
  });
};

const answerNewPassword = async (
  pool: Pool,
  client: ClientConfig,
  user: StoredUser,
  given: Readonly<Record<string, string>>,
  now: number,
) => {
  const list = Object.entries(given)
    .filter(([name]) => name.startsWith('userAttributes.'))
    .map(([name, Value]) => ({ Name: name.slice('userAttributes.'.length), Value }));
  const changes = readAttributes(pool.config, client, list);
  checkRequired(pool.config, { ...user.attributes, ...changes });
  const password = requireParameter(given, 'NEW_PASSWORD');
  const replacePassword = await preparePassword(pool.config.passwordPolicy, pool.name, user, password);
  // Another answer may have set a password meanwhile.
  if (user.status !== 'FORCE_CHANGE_PASSWORD') throw invalidSession();
  replacePassword();
  if (changes.email !== undefined && changes.email !== user.attributes.email) unverifyEmail(pool, user);
  Object.assign(user.attributes, changes);
  user.status = 'CONFIRMED';
  user.modifiedAt = now;
  await persist(pool);
};

const respond = async (context: EngineContext, input: z.output<typeof respondInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  const given = input.ChallengeResponses ?? {};
  const metadata = input.ClientMetadata;
  const name = input.ChallengeName;
  if (name === 'PASSWORD_VERIFIER') {
    const user = await answerPassword(context, pool, client.id, given);
    return nextStep(context, pool, client, user, metadata, { source: 'TokenGeneration_Authentication', mfa: false });
  }
  if (name !== 'NEW_PASSWORD_REQUIRED' && name !== 'SOFTWARE_TOKEN_MFA' && name !== 'MFA_SETUP') {
    throw new AwsError('InvalidParameterException', `The local cloud does not support the challenge ${name}`);
  }
  const challenge = challengeAt(context, input.Session, name);
  const user = pool.state.users[challenge.userKey ?? ''];
  if (!user || challenge.clientId !== client.id) {
    throw invalidSession();
  }
  requireSignInStatus(user);
  if (challenge.name === 'NEW_PASSWORD_REQUIRED') {
    await answerNewPassword(pool, client, user, given, context.clock.now());
    context.challenges.delete(input.Session ?? '');
    return nextStep(context, pool, client, user, metadata, {
      source: 'TokenGeneration_NewPasswordChallenge',
      mfa: false,
    });
  }
  if (challenge.name === 'MFA_SETUP') {
    if (!challenge.verified)
      throw new AwsError('InvalidParameterException', 'Verify the software token before answering this challenge.');
  } else {
    const key = `mfa ${lockKey(pool, user.username)}`;
    context.limits.requireUnlocked(key);
    try {
      consumeSoftwareCode(user.softwareToken, requireParameter(given, 'SOFTWARE_TOKEN_MFA_CODE'), context.clock.now());
    } catch (error) {
      context.limits.failed(key);
      throw error;
    }
    context.limits.succeeded(key);
  }
  context.challenges.delete(input.Session ?? '');
  return nextStep(context, pool, client, user, metadata, { source: challenge.source, mfa: true });
};

/** Operations that sign a user in. */
export const signInOperations = (context: EngineContext) => ({
  InitiateAuth: operation(initiateInput, (input) => initiate(context, input)),
  RespondToAuthChallenge: operation(respondInput, (input) => respond(context, input)),
});
