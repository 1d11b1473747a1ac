import { AwsError } from '../../../aws/service.ts';
import { sendSignInCode } from '../codes.ts';
import { codeFactorsOf, isMultiFactor } from '../factors/assurance.ts';
import type { CodeFactor } from '../factors/assurance.ts';
import type { ClientConfig } from '../config.ts';
import { openChallenge } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import { openSession } from '../sessions.ts';
import type { Completed } from '../sessions.ts';
import type { StoredUser } from '../state.ts';
import { runPostAuthentication } from '../triggers.ts';
import { userKey } from '../users/users.ts';

/** Values that a client passes to triggers. */
export type Metadata = Readonly<Record<string, string>> | null | undefined;

/** Parameters or answers of a sign-in step. */
export type Given = Readonly<Record<string, string>> | null | undefined;

/** Cognito's error for a password or passkey that is wrong, and for a user that does not exist. */
export const incorrect = () => new AwsError('NotAuthorizedException', 'Incorrect username or password.');

/** Reads a parameter; throws InvalidParameterException when it is missing. */
export const requireParameter = (from: Given, name: string): string => {
  const value = from?.[name];
  if (!value) throw new AwsError('InvalidParameterException', `Missing required parameter ${name}`);
  return value;
};

/** The key that failed sign-ins are counted under. */
export const lockKey = (pool: Pool, userId: string) => `${pool.id} ${userId.toLowerCase()}`;

/** The fields that every challenge of a user has. */
export const challengeOf = (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  user: StoredUser | undefined,
) => ({
  poolId: pool.id,
  clientId: client.id,
  userKey: user && userKey(pool.config, user.username),
  expiresAt: context.clock.now() + client.challengeSeconds * 1000,
});

/** Throws Cognito's error unless the account can sign in now. */
export const requireSignInStatus = (user: StoredUser): void => {
  if (!user.enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
  if (user.status === 'UNCONFIRMED') throw new AwsError('UserNotConfirmedException', 'User is not confirmed.');
  if (user.status === 'RESET_REQUIRED')
    throw new AwsError('PasswordResetRequiredException', 'Password reset required for the user');
};

/** Asks for a code of the authenticator app. */
const askForAppCode = (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  user: StoredUser,
  { source, methods }: Completed,
) => ({
  ChallengeName: 'SOFTWARE_TOKEN_MFA',
  Session: openChallenge(context, {
    name: 'SOFTWARE_TOKEN_MFA',
    source,
    methods,
    ...challengeOf(context, pool, client, user),
  }),
  ChallengeParameters: {
    USER_ID_FOR_SRP: user.username,
    ...(user.softwareToken?.deviceName ? { FRIENDLY_DEVICE_NAME: user.softwareToken.deviceName } : {}),
  },
});

/** Sends a code by SMS, and asks for it. */
const askForSmsCode = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  user: StoredUser,
  { source, methods }: Completed,
  metadata: Metadata,
) => {
  const subject = { userName: user.username, clientId: client.id, clientMetadata: metadata };
  const { code, destination } = await sendSignInCode(context, pool, user, subject);
  const challenge = challengeOf(context, pool, client, user);
  return {
    ChallengeName: 'SMS_MFA',
    Session: openChallenge(context, { name: 'SMS_MFA', source, methods, code, ...challenge }),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
      CODE_DELIVERY_DESTINATION: destination,
    },
  };
};

/** Asks for the code of a second factor. */
export const askForCode = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  user: StoredUser,
  done: Completed,
  metadata: Metadata,
  factor: CodeFactor,
) =>
  factor === 'SMS_MFA'
    ? askForSmsCode(context, pool, client, user, done, metadata)
    : askForAppCode(context, pool, client, user, done);

/** Returns the next challenge of a sign-in whose last step was right, or its tokens. */
export const nextStep = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  user: StoredUser,
  metadata: Metadata,
  done: Completed,
) => {
  const step = challengeOf(context, pool, client, user);
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
  const strong = isMultiFactor(pool, done.methods);
  const [factor] = codeFactorsOf(pool, user);
  if (!strong && factor) return askForCode(context, pool, client, user, done, metadata, factor);
  if (!strong && pool.config.mfa === 'ON') {
    return {
      ChallengeName: 'MFA_SETUP',
      Session: openChallenge(context, { name: 'MFA_SETUP', source: done.source, methods: done.methods, ...step }),
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
    AuthenticationResult: await openSession(context, pool, client, user, done, metadata),
    ChallengeParameters: {},
  };
};
