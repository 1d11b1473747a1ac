import { generateSecret, verifySync } from 'otplib';
import { z } from 'zod';
import { operation } from '../../../aws/json-service.ts';
import { AwsError } from '../../../aws/service.ts';
import { challengeAt, openChallenge, persist, poolById } from '../context.ts';
import type { EngineContext } from '../context.ts';
import { requireOffered } from './factors.ts';
import { authorize } from '../sessions.ts';
import type { SoftwareToken } from '../state.ts';

/** Length of the shared secret in bytes, as in Cognito. */
const SECRET_BYTES = 32;
/** Codes of the neighboring 30-second steps are accepted too. */
const TOLERANCE_SECONDS = 30;

/** The 30-second step that a code belongs to; undefined when the code is wrong. */
export const codeStep = (secret: string, code: string, now: number): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
};

/**
 * Checks a code of a user's authenticator app and marks it as used. Throws CodeMismatchException for a wrong code and
 * ExpiredCodeException for a used one.
 */
export const consumeSoftwareCode = (token: SoftwareToken | undefined, code: string, now: number): void => {
  const step = token && codeStep(token.secret, code, now);
  if (!token || step === undefined) throw new AwsError('CodeMismatchException', 'Invalid code received for user');
  if (step <= token.lastStep) {
    throw new AwsError('ExpiredCodeException', 'Your software token has already been used once.');
  }
  token.lastStep = step;
};

const associateInput = z.object({ AccessToken: z.string().nullish(), Session: z.string().nullish() });
const verifyInput = associateInput.extend({ UserCode: z.string(), FriendlyDeviceName: z.string().nullish() });
const associate = async (context: EngineContext, input: z.output<typeof associateInput>) => {
  const secret = generateSecret({ length: SECRET_BYTES });
  if (input.AccessToken) {
    const { pool, user } = await authorize(context, input.AccessToken);
    requireOffered(pool);
    // The current app stays valid until the new one is verified.
    user.pendingSecret = secret;
    await persist(pool);
    return { SecretCode: secret };
  }
  const challenge = challengeAt(context, input.Session, 'MFA_SETUP');
  requireOffered(poolById(context, challenge.poolId));
  context.challenges.delete(input.Session ?? '');
  return { SecretCode: secret, Session: openChallenge(context, { ...challenge, secret }) };
};

const newToken = (secret: string, step: number, deviceName: string | null | undefined): SoftwareToken => ({
  secret,
  verified: true,
  enabled: false,
  preferred: false,
  lastStep: step,
  deviceName: deviceName ?? undefined,
});

const mismatch = () => new AwsError('EnableSoftwareTokenMFAException', 'Code mismatch');

const verify = async (context: EngineContext, input: z.output<typeof verifyInput>) => {
  const now = context.clock.now();
  if (input.AccessToken) {
    const { pool, user } = await authorize(context, input.AccessToken);
    requireOffered(pool);
    if (user.pendingSecret === undefined)
      throw new AwsError('InvalidParameterException', 'No software token is being set up.');
    const step = codeStep(user.pendingSecret, input.UserCode, now);
    if (step === undefined) throw mismatch();
    const enabled = user.softwareToken?.enabled ?? false;
    user.softwareToken = {
      ...newToken(user.pendingSecret, step, input.FriendlyDeviceName),
      enabled,
      preferred: enabled,
    };
    user.pendingSecret = undefined;
    await persist(pool);
    return { Status: 'SUCCESS' };
  }
  const challenge = challengeAt(context, input.Session, 'MFA_SETUP');
  const pool = poolById(context, challenge.poolId);
  const user = pool.state.users[challenge.userKey ?? ''];
  if (!user || challenge.secret === undefined)
    throw new AwsError('InvalidParameterException', 'No software token is being set up.');
  const step = codeStep(challenge.secret, input.UserCode, now);
  if (step === undefined) throw mismatch();
  user.softwareToken = {
    ...newToken(challenge.secret, step, input.FriendlyDeviceName),
    enabled: true,
    preferred: true,
  };
  context.challenges.delete(input.Session ?? '');
  await persist(pool);
  return { Status: 'SUCCESS', Session: openChallenge(context, { ...challenge, verified: true }) };
};

/** Operations that set up an authenticator app. */
export const mfaOperations = (context: EngineContext) => ({
  AssociateSoftwareToken: operation(associateInput, (input) => associate(context, input)),
  VerifySoftwareToken: operation(verifyInput, (input) => verify(context, input)),
});
