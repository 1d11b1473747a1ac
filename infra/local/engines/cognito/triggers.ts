import { z } from 'zod';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/service.ts';
import type { TriggerName } from './config.ts';
import type { EngineContext, Pool, TokenSource } from './context.ts';
import type { StoredUser } from './state.ts';
import type { ClaimOverrides } from './tokens.ts';

type Metadata = Readonly<Record<string, string>> | null | undefined;

/** The user and client of a trigger. As in AWS, `clientId` is `CLIENT_ID_NOT_APPLICABLE` for administrators. */
export interface TriggerSubject {
  readonly userName: string;
  readonly clientId: string | undefined;
  readonly clientMetadata: Metadata;
}

/** A user's attributes as triggers receive them: with the status, and the alias when there is one. */
export const triggerAttributes = (user: StoredUser): Record<string, string> => ({
  sub: user.sub,
  'cognito:user_status': user.status,
  ...user.attributes,
  ...(user.attributes.email_verified === 'true' && user.attributes.email
    ? { 'cognito:email_alias': user.attributes.email }
    : {}),
});

const envelope = z.object({ response: z.record(z.string(), z.unknown()).nullish() });

/**
 * Runs a trigger of the pool and returns the `response` of the event that it answers; undefined when the pool has no
 * such trigger. Throws UnexpectedLambdaException when the pool has no permission to call it,
 * UserLambdaValidationException when it fails, and InvalidLambdaResponseException when the response is not an event.
 */
const runTrigger = async (
  context: EngineContext,
  pool: Pool,
  trigger: TriggerName,
  triggerSource: string,
  subject: TriggerSubject,
  request: Readonly<Record<string, unknown>>,
  response: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const target = pool.config.triggers[trigger];
  if (target === undefined) return undefined;
  const result = await context.invoke(
    target,
    {
      version: '1',
      region: LOCAL_REGION,
      userPoolId: pool.id,
      userName: subject.userName,
      callerContext: {
        awsSdkVersion: 'aws-sdk-unknown-unknown',
        clientId: subject.clientId ?? 'CLIENT_ID_NOT_APPLICABLE',
      },
      triggerSource,
      request: { ...request, ...(subject.clientMetadata ? { clientMetadata: subject.clientMetadata } : {}) },
      response,
    },
    {
      service: 'cognito-idp.amazonaws.com',
      sourceArn: `arn:aws:cognito-idp:${LOCAL_REGION}:${LOCAL_ACCOUNT}:userpool/${pool.id}`,
    },
  );
  if (result.denied)
    throw new AwsError('UnexpectedLambdaException', `${trigger} invocation failed due to error AccessDeniedException.`);
  if (result.error) {
    const text = result.error.errorMessage.replace(/\.$/, '');
    throw new AwsError('UserLambdaValidationException', `${trigger} failed with error ${text}.`);
  }
  const answer = envelope.safeParse(result.payload);
  if (!answer.success) throw unrecognizable();
  return answer.data.response ?? {};
};

const unrecognizable = () => new AwsError('InvalidLambdaResponseException', 'Unrecognizable lambda output');

const readResponse = <T>(schema: z.ZodType<T>, response: unknown): T => {
  const result = schema.safeParse(response);
  if (!result.success) throw unrecognizable();
  return result.data;
};

const preSignUpResponse = z.object({ autoConfirmUser: z.boolean().nullish(), autoVerifyEmail: z.boolean().nullish() });

/** Runs the pre-sign-up trigger and returns its decision. */
export const runPreSignUp = async (
  context: EngineContext,
  pool: Pool,
  source: 'PreSignUp_SignUp' | 'PreSignUp_AdminCreateUser',
  subject: TriggerSubject,
  attributes: Readonly<Record<string, string>>,
  validationData: Readonly<Record<string, string>> | null,
): Promise<{ readonly confirm: boolean; readonly verifyEmail: boolean }> => {
  const response = await runTrigger(
    context,
    pool,
    'PreSignUp',
    source,
    subject,
    { userAttributes: attributes, validationData },
    { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  );
  const decision = readResponse(preSignUpResponse, response ?? {});
  return { confirm: decision.autoConfirmUser ?? false, verifyEmail: decision.autoVerifyEmail ?? false };
};

/** Runs the post-confirmation trigger. The user stays confirmed when it fails. */
export const runPostConfirmation = async (
  context: EngineContext,
  pool: Pool,
  source: 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword',
  subject: TriggerSubject,
  user: StoredUser,
): Promise<void> => {
  await runTrigger(context, pool, 'PostConfirmation', source, subject, { userAttributes: triggerAttributes(user) }, {});
};

/** Runs the pre-authentication trigger, which denies the sign-in by failing. */
export const runPreAuthentication = async (
  context: EngineContext,
  pool: Pool,
  subject: TriggerSubject,
  user: StoredUser | undefined,
): Promise<void> => {
  await runTrigger(
    context,
    pool,
    'PreAuthentication',
    'PreAuthentication_Authentication',
    subject,
    { userAttributes: user ? triggerAttributes(user) : {}, validationData: null, userNotFound: user === undefined },
    {},
  );
};

/** Runs the post-authentication trigger. */
export const runPostAuthentication = async (
  context: EngineContext,
  pool: Pool,
  subject: TriggerSubject,
  user: StoredUser,
): Promise<void> => {
  await runTrigger(
    context,
    pool,
    'PostAuthentication',
    'PostAuthentication_Authentication',
    subject,
    { userAttributes: triggerAttributes(user), newDeviceUsed: false },
    {},
  );
};

const tokenResponse = z.object({
  claimsOverrideDetails: z
    .object({
      claimsToAddOrOverride: z.record(z.string(), z.string()).nullish(),
      claimsToSuppress: z.array(z.string()).nullish(),
      groupOverrideDetails: z.object({ groupsToOverride: z.array(z.string()).nullish() }).nullish(),
    })
    .nullish(),
});

/** Runs the pre-token-generation trigger (version 1) and returns its changes to the ID token. */
export const runPreTokenGeneration = async (
  context: EngineContext,
  pool: Pool,
  source: TokenSource,
  subject: TriggerSubject,
  user: StoredUser,
): Promise<ClaimOverrides | undefined> => {
  const response = await runTrigger(
    context,
    pool,
    'PreTokenGeneration',
    source,
    subject,
    {
      userAttributes: triggerAttributes(user),
      groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
    },
    { claimsOverrideDetails: null },
  );
  const details = readResponse(tokenResponse, response ?? {}).claimsOverrideDetails;
  if (!details) return undefined;
  return {
    claimsToAddOrOverride: details.claimsToAddOrOverride ?? {},
    claimsToSuppress: details.claimsToSuppress ?? [],
    groupOverrideDetails: { groupsToOverride: details.groupOverrideDetails?.groupsToOverride ?? [] },
  };
};

const customMessageResponse = z.object({
  emailMessage: z.string().nullish(),
  emailSubject: z.string().nullish(),
  smsMessage: z.string().nullish(),
});

/** Texts of a message; for an undefined part, the pool's own is used. */
interface CustomMessage {
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  readonly sms?: string | undefined;
}

/** Runs the custom-message trigger for the texts of an email or SMS. */
export const runCustomMessage = async (
  context: EngineContext,
  pool: Pool,
  source: string,
  subject: TriggerSubject,
  user: StoredUser,
  usernameParameter: string | null,
): Promise<CustomMessage> => {
  const response = await runTrigger(
    context,
    pool,
    'CustomMessage',
    source,
    subject,
    {
      userAttributes: triggerAttributes(user),
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter,
    },
    { smsMessage: null, emailMessage: null, emailSubject: null },
  );
  const message = readResponse(customMessageResponse, response ?? {});
  return {
    subject: message.emailSubject ?? undefined,
    body: message.emailMessage ?? undefined,
    sms: message.smsMessage ?? undefined,
  };
};
