import { randomInt, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../../aws/service.ts';
import type { MailTemplate } from './config.ts';
import type { EngineContext, Pool } from './context.ts';
import type { CodePurpose, StoredUser } from './state.ts';
import { runCustomMessage } from './triggers.ts';
import type { TriggerSubject } from './triggers.ts';

/** Lifetime of a mailed code in milliseconds, as in Cognito. */
const LIFETIME_MS: Readonly<Record<CodePurpose, number>> = {
  confirm: 24 * 3_600_000,
  reset: 3_600_000,
  attribute: 24 * 3_600_000,
};

/** The destination of a code, in the shape of Cognito's API. */
export interface CodeDelivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL';
  readonly AttributeName: 'email';
}

/** Masks an address the way Cognito does: `a***@e***`. */
export const describeDelivery = (address: string): CodeDelivery => {
  const [name = '', domain = ''] = address.split('@');
  return {
    Destination: `${name.charAt(0)}***@${domain.charAt(0)}***`,
    DeliveryMedium: 'EMAIL',
    AttributeName: 'email',
  };
};

const deliver = async (
  context: EngineContext,
  pool: Pool,
  mail: {
    readonly source: string;
    readonly subject: TriggerSubject;
    readonly user: StoredUser;
    readonly to: string;
    readonly secret: string;
    readonly usernameParameter: string | null;
    readonly fallback: MailTemplate;
  },
): Promise<void> => {
  const custom = await runCustomMessage(context, pool, mail.source, mail.subject, mail.user, mail.usernameParameter);
  if (custom.body !== undefined && !custom.body.includes('{####}')) {
    throw new AwsError(
      'InvalidLambdaResponseException',
      'CustomMessage response must contain the code parameter {####}',
    );
  }
  const fill = (text: string) =>
    text.replaceAll('{####}', () => mail.secret).replaceAll('{username}', () => mail.user.username);
  await context.mail.send({
    to: mail.to,
    subject: fill(custom.subject ?? mail.fallback.subject),
    body: fill(custom.body ?? mail.fallback.body),
    at: new Date(context.clock.now()).toISOString(),
  });
};

/** Generates a code, stores it with the user and emails it. It replaces an older code of the same purpose. */
export const sendCode = async (
  context: EngineContext,
  pool: Pool,
  user: StoredUser,
  purpose: CodePurpose,
  source: string,
  subject: TriggerSubject,
  to: string,
): Promise<CodeDelivery> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  user.codes[purpose] = { code, expiresAt: context.clock.now() + LIFETIME_MS[purpose], target: to };
  await deliver(context, pool, {
    source,
    subject,
    user,
    to,
    secret: code,
    usernameParameter: null,
    fallback: pool.config.verificationMail,
  });
  return describeDelivery(to);
};

/** Emails a new account's temporary password. */
export const sendInvitation = async (
  context: EngineContext,
  pool: Pool,
  user: StoredUser,
  subject: TriggerSubject,
  to: string,
  password: string,
): Promise<void> => {
  await deliver(context, pool, {
    source: 'CustomMessage_AdminCreateUser',
    subject,
    user,
    to,
    secret: password,
    usernameParameter: '{username}',
    fallback: pool.config.inviteMail,
  });
};

/** Cognito's error when no code is open, or the code has expired. */
export const expiredCode = () =>
  new AwsError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

/** Cognito's error for a wrong code. */
export const wrongCode = () =>
  new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.');

/** Checks a code and returns the address that it verifies. The code stays open until the caller deletes it. */
export const checkCode = (context: EngineContext, user: StoredUser, purpose: CodePurpose, given: string): string => {
  const pending = user.codes[purpose];
  if (!pending || pending.expiresAt <= context.clock.now()) throw expiredCode();
  const expected = Buffer.from(pending.code);
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw wrongCode();
  return pending.target;
};
