import { z } from 'zod';
import { operation } from '../../../aws/json-service.ts';
import { AwsError } from '../../../aws/service.ts';
import type { ClientConfig } from '../config.ts';
import { challengeAt, clientById, clientMetadata, invalidSession, persist, requiredText } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import { sameCode, wrongCode } from '../codes.ts';
import { consumeSoftwareCode } from '../factors/mfa.ts';
import { answerPasskey } from './passkey-sign-in.ts';
import { answerPassword, askForPassword, decoyId } from './password-sign-in.ts';
import { preparePassword } from '../passwords/password.ts';
import { refreshSession } from '../sessions.ts';
import { lockKey, nextStep, requireParameter, requireSignInStatus } from './sign-in-steps.ts';
import type { Given, Metadata } from './sign-in-steps.ts';
import type { StoredUser } from '../state.ts';
import { runPreAuthentication } from '../triggers.ts';
import { answerSelection, initiateUserAuth } from './user-auth.ts';
import { checkRequired, findUser, readAttributes, unverifyEmail } from '../users/users.ts';

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

const initiateSrp = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  given: Given,
  metadata: Metadata,
) => {
  const name = requireParameter(given, 'USERNAME');
  requireParameter(given, 'SRP_A');
  const user = findUser(pool, name);
  if (!user && !client.hideUnknownUsers) throw new AwsError('UserNotFoundException', 'User does not exist.');
  const userId = user?.username ?? decoyId(pool, name);
  await runPreAuthentication(context, pool, { userName: userId, clientId: client.id, clientMetadata: metadata }, user);
  return askForPassword(context, pool, client, { user, userId }, given);
};

const initiate = async (context: EngineContext, input: z.output<typeof initiateInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  const flow = input.AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : input.AuthFlow;
  if (!client.flows.includes(`ALLOW_${flow}`)) {
    throw new AwsError('InvalidParameterException', `${flow} flow not enabled for this client`);
  }
  if (flow === 'USER_SRP_AUTH') return initiateSrp(context, pool, client, input.AuthParameters, input.ClientMetadata);
  if (flow === 'USER_AUTH') return initiateUserAuth(context, pool, client, input.AuthParameters, input.ClientMetadata);
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

const answerNewPassword = async (pool: Pool, client: ClientConfig, user: StoredUser, given: Given, now: number) => {
  const list = Object.entries(given ?? {})
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

/** Checks the code of a second factor. `sent` is the code that was sent by SMS; without it, the app shows the code. */
const answerCode = (context: EngineContext, pool: Pool, user: StoredUser, given: Given, sent?: string): void => {
  const key = `mfa ${lockKey(pool, user.username)}`;
  context.limits.requireUnlocked(key);
  try {
    if (sent === undefined)
      consumeSoftwareCode(user.softwareToken, requireParameter(given, 'SOFTWARE_TOKEN_MFA_CODE'), context.clock.now());
    else if (!sameCode(sent, requireParameter(given, 'SMS_MFA_CODE'))) throw wrongCode();
  } catch (error) {
    context.limits.failed(key);
    throw error;
  }
  context.limits.succeeded(key);
};

const CHOICES: ReadonlySet<string> = new Set(['SELECT_CHALLENGE', 'PASSWORD', 'PASSWORD_SRP']);

const respond = async (context: EngineContext, input: z.output<typeof respondInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  const given = input.ChallengeResponses ?? {};
  const metadata = input.ClientMetadata;
  const name = input.ChallengeName;
  const session = input.Session;
  const source = 'TokenGeneration_Authentication';
  if (CHOICES.has(name)) return answerSelection(context, pool, client, { name, session, given }, metadata);
  if (name === 'PASSWORD_VERIFIER') {
    const user = await answerPassword(context, pool, client.id, given);
    return nextStep(context, pool, client, user, metadata, { source, methods: ['pwd'] });
  }
  if (name === 'WEB_AUTHN') {
    const { user, method } = await answerPasskey(context, pool, client, session, given);
    return nextStep(context, pool, client, user, metadata, { source, methods: [method] });
  }
  if (name !== 'NEW_PASSWORD_REQUIRED' && name !== 'SOFTWARE_TOKEN_MFA' && name !== 'SMS_MFA' && name !== 'MFA_SETUP') {
    throw new AwsError('InvalidParameterException', `The local cloud does not support the challenge ${name}`);
  }
  const challenge = challengeAt(context, session, name);
  const user = pool.state.users[challenge.userKey ?? ''];
  if (!user || challenge.clientId !== client.id) throw invalidSession();
  requireSignInStatus(user);
  if (challenge.name === 'NEW_PASSWORD_REQUIRED') {
    await answerNewPassword(pool, client, user, given, context.clock.now());
    context.challenges.delete(session ?? '');
    return nextStep(context, pool, client, user, metadata, {
      source: 'TokenGeneration_NewPasswordChallenge',
      methods: ['pwd'],
    });
  }
  if (challenge.name === 'SOFTWARE_TOKEN_MFA') answerCode(context, pool, user, given);
  else if (challenge.name === 'SMS_MFA') answerCode(context, pool, user, given, challenge.code);
  else if (!challenge.verified)
    throw new AwsError('InvalidParameterException', 'Verify the software token before answering this challenge.');
  context.challenges.delete(session ?? '');
  const methods = [...challenge.methods, challenge.name === 'SMS_MFA' ? ('sms' as const) : ('otp' as const)];
  return nextStep(context, pool, client, user, metadata, { source: challenge.source, methods });
};

/** Operations that sign a user in. */
export const signInOperations = (context: EngineContext) => ({
  InitiateAuth: operation(initiateInput, (input) => initiate(context, input)),
  RespondToAuthChallenge: operation(respondInput, (input) => respond(context, input)),
});
