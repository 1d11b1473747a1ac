import { AwsError } from '../../../aws/service.ts';
import { codeFactorFor, firstFactorsOf, reaches, targetLevel } from '../factors/assurance.ts';
import type { ClientConfig } from '../config.ts';
import { challengeAt, invalidSession, openChallenge } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import { askForPasskey } from './passkey-sign-in.ts';
import { askForPassword, checkPassword, decoyId } from './password-sign-in.ts';
import type { Candidate } from './password-sign-in.ts';
import { authorize } from '../sessions.ts';
import type { Completed } from '../sessions.ts';
import { askForCode, challengeOf, nextStep, requireParameter, requireSignInStatus } from './sign-in-steps.ts';
import type { Given, Metadata } from './sign-in-steps.ts';
import type { StoredUser } from '../state.ts';
import { runPreAuthentication } from '../triggers.ts';
import { findUser } from '../users/users.ts';

const SOURCE = 'TokenGeneration_Authentication';

/** What an access token contributes to a sign-in that raises its level: methods that need not be repeated. */
const creditOf = async (
  context: EngineContext,
  pool: Pool,
  user: StoredUser | undefined,
  given: Given,
): Promise<Completed | undefined> => {
  const token = given?.['ACCESS_TOKEN'];
  if (token === undefined) return undefined;
  if (given?.['TARGET_ACR_VALUES'] === undefined)
    throw new AwsError('InvalidParameterException', 'ACCESS_TOKEN requires TARGET_ACR_VALUES.');
  const { pool: issuing, user: owner, session } = await authorize(context, token);
  if (issuing !== pool || owner !== user)
    throw new AwsError('NotAuthorizedException', 'The access token was issued to another user.');
  const maxAge = given['MAX_AGE'];
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge))
    throw new AwsError('InvalidParameterException', 'MAX_AGE must be an integer.');
  const tooOld = maxAge !== undefined && context.clock.now() - session.authTime > Number(maxAge) * 1000;
  return { source: SOURCE, methods: tooOld ? [] : (session.methods ?? []), authTime: session.authTime };
};

/** Continues with the method that the caller chose. Undefined for one that is not offered. */
const continueWith = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  candidate: Candidate,
  choice: { readonly method: string | undefined; readonly available: readonly string[]; readonly given: Given },
  metadata: Metadata,
) => {
  const { method, available, given } = choice;
  if (method === undefined || !available.includes(method)) return undefined;
  if (method === 'WEB_AUTHN') return askForPasskey(context, pool, client, candidate);
  if (method === 'PASSWORD_SRP') return askForPassword(context, pool, client, candidate, given);
  const password = given?.['PASSWORD'];
  if (password === undefined) {
    const { user, userId } = candidate;
    return {
      ChallengeName: 'PASSWORD',
      Session: openChallenge(context, {
        name: 'SELECT_CHALLENGE',
        userId,
        available: ['PASSWORD'],
        ...challengeOf(context, pool, client, user),
      }),
      ChallengeParameters: {},
    };
  }
  const user = await checkPassword(context, pool, candidate, password);
  return nextStep(context, pool, client, user, metadata, { source: SOURCE, methods: ['pwd'] });
};

/**
 * Starts the flow `USER_AUTH`: the caller chooses among the methods that the user has. A name without a user is
 * answered like a user who has only a password. With `ACCESS_TOKEN`, only what is missing for `TARGET_ACR_VALUES` is
 * asked.
 */
export const initiateUserAuth = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  given: Given,
  metadata: Metadata,
) => {
  const name = requireParameter(given, 'USERNAME');
  const user = findUser(pool, name);
  if (!user && !client.hideUnknownUsers) throw new AwsError('UserNotFoundException', 'User does not exist.');
  const credit = await creditOf(context, pool, user, given);
  const candidate = { user, userId: user?.username ?? decoyId(pool, name) };
  await runPreAuthentication(
    context,
    pool,
    { userName: candidate.userId, clientId: client.id, clientMetadata: metadata },
    user,
  );
  const targets = given?.['TARGET_ACR_VALUES'];
  const target = targets === undefined ? undefined : targetLevel(pool, user, targets);
  if (credit && user && targets !== undefined) {
    if (target === undefined)
      throw new AwsError('InvalidParameterException', 'The user cannot reach any of TARGET_ACR_VALUES.');
    requireSignInStatus(user);
    if (reaches(credit.methods, target)) return nextStep(context, pool, client, user, metadata, credit);
    const factor = codeFactorFor(pool, user, target);
    if (factor && credit.methods.includes('pwd'))
      return askForCode(context, pool, client, user, credit, metadata, factor);
  }
  const first = firstFactorsOf(pool, user, target);
  const available = [...(first.password ? ['PASSWORD', 'PASSWORD_SRP'] : []), ...(first.passkey ? ['WEB_AUTHN'] : [])];
  const method = given?.['PREFERRED_CHALLENGE'];
  const step = await continueWith(context, pool, client, candidate, { method, available, given }, metadata);
  if (step) return step;
  return {
    ChallengeName: 'SELECT_CHALLENGE',
    Session: openChallenge(context, {
      name: 'SELECT_CHALLENGE',
      userId: candidate.userId,
      available,
      ...challengeOf(context, pool, client, user),
    }),
    ChallengeParameters: {},
    AvailableChallenges: available,
  };
};

/** Continues after `SELECT_CHALLENGE`, with the method of `ANSWER`, and after `PASSWORD` or `PASSWORD_SRP`. */
export const answerSelection = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  input: { readonly name: string; readonly session: string | null | undefined; readonly given: Given },
  metadata: Metadata,
) => {
  const { name, session, given } = input;
  const challenge = challengeAt(context, session, 'SELECT_CHALLENGE');
  if (challenge.clientId !== client.id) throw invalidSession();
  const method = name === 'SELECT_CHALLENGE' ? requireParameter(given, 'ANSWER') : name;
  const { userId, available } = challenge;
  context.challenges.delete(session ?? '');
  const user = challenge.userKey === undefined ? undefined : pool.state.users[challenge.userKey];
  const step = await continueWith(context, pool, client, { user, userId }, { method, available, given }, metadata);
  if (!step) throw new AwsError('InvalidParameterException', `${method} is not available for this user.`);
  return step;
};
