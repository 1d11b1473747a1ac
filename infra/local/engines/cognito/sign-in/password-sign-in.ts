import { AwsError } from '../../../aws/service.ts';
import type { ClientConfig } from '../config.ts';
import { challengeAt, openChallenge } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import { challengeOf, incorrect, lockKey, requireParameter, requireSignInStatus } from './sign-in-steps.ts';
import type { Given } from './sign-in-steps.ts';
import {
  beginExchange,
  decoyUserId,
  decoyVerifier,
  matchesVerifier,
  readClientPublic,
  verifyExchange,
} from '../passwords/srp.ts';
import type { StoredUser } from '../state.ts';

/** Who signs in. Users that do not exist get answers of the same shape. */
export interface Candidate {
  readonly user: StoredUser | undefined;
  /** The user's ID for SRP. */
  readonly userId: string;
}

/** The user ID for SRP when no user has the name. It has the shape of a real user's ID. */
export const decoyId = (pool: Pool, name: string) =>
  name.includes('@') ? decoyUserId(pool.state.decoySeed, name.toLowerCase()) : name;

const verifierOf = (pool: Pool, { user, userId }: Candidate) =>
  user?.password ?? decoyVerifier(pool.state.decoySeed, userId.toLowerCase());

/** First step of SRP: returns the challenge for the client's public number. */
export const askForPassword = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  candidate: Candidate,
  given: Given,
) => {
  const clientPublic = readClientPublic(requireParameter(given, 'SRP_A'));
  if (clientPublic === undefined) throw new AwsError('InvalidParameterException', 'Invalid SRP_A');
  const exchange = await beginExchange(clientPublic, verifierOf(pool, candidate));
  const { user, userId } = candidate;
  openChallenge(
    context,
    { name: 'PASSWORD_VERIFIER', userId, exchange, ...challengeOf(context, pool, client, user) },
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

/** Checks a guess at a password. Counts failures, and throws NotAuthorizedException for a wrong one. */
const checkGuess = (
  context: EngineContext,
  pool: Pool,
  userId: string,
  guess: () => Promise<StoredUser | undefined>,
): Promise<StoredUser> => {
  const key = lockKey(pool, userId);
  return context.limits.inTurn(key, async () => {
    context.limits.requireUnlocked(key);
    const user = await guess();
    if (!user) {
      context.limits.failed(key);
      throw incorrect();
    }
    context.limits.succeeded(key);
    requireSignInStatus(user);
    return user;
  });
};

const TIMESTAMP = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

/** Second step of SRP: returns the user whose password the client has proved to know. */
export const answerPassword = async (
  context: EngineContext,
  pool: Pool,
  clientId: string,
  given: Given,
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
  return checkGuess(context, pool, challenge.userId, async () => {
    const matches = await verifyExchange(challenge.exchange, { ...claim, userId: challenge.userId });
    const user = challenge.userKey === undefined ? undefined : pool.state.users[challenge.userKey];
    const current =
      user?.password.verifier === challenge.exchange.stored.verifier &&
      name.toLowerCase() === challenge.userId.toLowerCase();
    return matches && current && challenge.clientId === clientId ? user : undefined;
  });
};

/** Checks a password in clear text, which only `USER_AUTH` accepts. */
export const checkPassword = (
  context: EngineContext,
  pool: Pool,
  candidate: Candidate,
  password: string,
): Promise<StoredUser> =>
  checkGuess(context, pool, candidate.userId, async () =>
    (await matchesVerifier(pool.name, candidate.userId, password, verifierOf(pool, candidate)))
      ? candidate.user
      : undefined,
  );
