import { randomInt, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../../aws/service.ts';
import type { MailTemplate } from './config.ts';
import type { EngineContext, Pool } from './context.ts';
import type { CodePurpose, StoredUser } from './state.ts';
import { runCustomMessage } from './triggers.ts';
import type { TriggerSubject } from './triggers.ts';

/** Lifetime of a code in milliseconds, as in Cognito. */
const LIFETIME_MS: Readonly<Record<CodePurpose, number>> = {
  confirm: 24 * 3_600_000,
  reset: 3_600_000,
  attribute: 24 * 3_600_000,
  phone: 24 * 3_600_000,
};

/** The destination of a code, in the shape of Cognito's API. */
export interface CodeDelivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL' | 'SMS';
  readonly AttributeName: 'email' | 'phone_number';
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

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Masks a number the way Cognito does: its last four digits. */
const maskNumber = (number: string): string => `+${'*'.repeat(Math.max(0, number.length - 5))}${number.slice(-4)}`;

/** Sends a code by SMS. The local cloud delivers it to the mailbox of the emails. */
const sendSms = async (
  context: EngineContext,
  pool: Pool,
  user: StoredUser,
  sms: { readonly source: string; readonly subject: TriggerSubject; readonly to: string; readonly code: string },
): Promise<void> => {
  const custom = await runCustomMessage(context, pool, sms.source, sms.subject, user, null);
  const text = custom.sms ?? 'Your verification code is {####}.';
  if (!text.includes('{####}'))
    throw new AwsError(
      'InvalidLambdaResponseException',
      'CustomMessage response must contain the code parameter {####}',
    );
  await context.mail.send({
    to: sms.to,
    medium: 'sms',
    subject: 'SMS',
    body: text.replaceAll('{####}', () => sms.code),
    at: new Date(context.clock.now()).toISOString(),
  });
};

/** Generates a code and sends it by SMS to the user's number, for one sign-in. */
export const sendSignInCode = async (
  context: EngineContext,
  pool: Pool,
  user: StoredUser,
  subject: TriggerSubject,
): Promise<{ readonly code: string; readonly destination: string }> => {
  const to = user.attributes['phone_number'] ?? '';
  const code = newCode();
  await sendSms(context, pool, user, { source: 'CustomMessage_Authentication', subject, to, code });
  return { code, destination: maskNumber(to) };
};

/** Generates a code, stores it with the user and sends it by SMS. It verifies the user's number. */
export const sendNumberCode = async (
  context: EngineContext,
  pool: Pool,
  user: StoredUser,
  subject: TriggerSubject,
  to: string,
): Promise<CodeDelivery> => {
  const code = newCode();
  user.codes.phone = { code, expiresAt: context.clock.now() + LIFETIME_MS.phone, target: to };
  await sendSms(context, pool, user, { source: 'CustomMessage_VerifyUserAttribute', subject, to, code });
  return { Destination: maskNumber(to), DeliveryMedium: 'SMS', AttributeName: 'phone_number' };
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
  const code = newCode();
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

/** Compares codes in a time that reveals nothing. */
export const sameCode = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Checks a code and returns what it verifies. The code stays open until the caller deletes it. */
export const checkCode = (context: EngineContext, user: StoredUser, purpose: CodePurpose, given: string): string => {
  const pending = user.codes[purpose];
  if (!pending || pending.expiresAt <= context.clock.now()) throw expiredCode();
  if (!sameCode(pending.code, given)) throw wrongCode();
  return pending.target;
};
