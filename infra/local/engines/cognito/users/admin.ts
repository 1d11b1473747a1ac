import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type JsonOperation, operation } from '../../../aws/json-service.ts';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION } from '../../../aws/service.ts';
import { applyAttributes } from './account.ts';
import { sendCode, sendInvitation } from '../codes.ts';
import { attributeList, clientMetadata, persist, poolById, requiredText } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import { adminFactorOperations } from '../factors/factors.ts';
import { listInput, listUsers } from './list-users.ts';
import { checkPasswordPolicy, preparePassword, temporaryPassword } from '../passwords/password.ts';
import { revokeSessions } from '../sessions.ts';
import { createVerifier } from '../passwords/srp.ts';
import type { StoredUser } from '../state.ts';
import { runPostConfirmation, runPreSignUp } from '../triggers.ts';
import {
  aliasExists,
  aliasOwner,
  checkRequired,
  checkUsername,
  describeUser,
  listAttributes,
  mfaSettings,
  readAttributes,
  removeUser,
  requireUser,
  unverifyEmail,
  userKey,
  verifyEmail,
} from './users.ts';

const DAY_MS = 86_400_000;

const userInput = z.object({ UserPoolId: requiredText, Username: requiredText, ClientMetadata: clientMetadata });
const createInput = userInput.extend({
  UserAttributes: attributeList,
  ValidationData: attributeList,
  TemporaryPassword: z.string().nullish(),
  ForceAliasCreation: z.boolean().nullish(),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).nullish(),
  DesiredDeliveryMediums: z.array(z.enum(['EMAIL'], 'the local cloud supports EMAIL only')).nullish(),
});
const passwordInput = userInput.extend({ Password: requiredText, Permanent: z.boolean().nullish() });
const updateInput = userInput.extend({ UserAttributes: attributeList });

type CreateInput = z.infer<typeof createInput>;

const subjectOf = (user: StoredUser, metadata: Readonly<Record<string, string>> | null | undefined) => ({
  userName: user.username,
  clientId: undefined,
  clientMetadata: metadata,
});

const addUser = async (
  context: EngineContext,
  pool: Pool,
  input: CreateInput,
  password: string,
): Promise<StoredUser> => {
  checkUsername(pool.config, input.Username);
  const attributes = readAttributes(pool.config, undefined, input.UserAttributes);
  checkRequired(pool.config, attributes);
  checkPasswordPolicy(pool.config.passwordPolicy, password);
  const key = userKey(pool.config, input.Username);
  const rejectDuplicates = () => {
    if (pool.state.users[key]) throw new AwsError('UsernameExistsException', 'User account already exists');
    const verified = attributes.email !== undefined && attributes.email_verified === 'true';
    if (pool.config.emailAlias && verified && !input.ForceAliasCreation && aliasOwner(pool, attributes.email ?? ''))
      throw aliasExists();
  };
  rejectDuplicates();
  const subject = { userName: input.Username, clientId: undefined, clientMetadata: input.ClientMetadata };
  const validation = input.ValidationData?.map(({ Name, Value }) => [Name, Value ?? ''] as const);
  await runPreSignUp(
    context,
    pool,
    'PreSignUp_AdminCreateUser',
    subject,
    attributes,
    validation ? Object.fromEntries(validation) : null,
  );
  const verifier = await createVerifier(pool.name, input.Username, password);
  // The name or the address may have been taken meanwhile.
  rejectDuplicates();
  const now = context.clock.now();
  const user: StoredUser = {
    username: input.Username,
    sub: randomUUID(),
    enabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    attributes,
    password: verifier,
    oldPasswords: [],
    temporaryUntil: now + pool.config.temporaryPasswordDays * DAY_MS,
    codes: {},
    createdAt: now,
    modifiedAt: now,
  };
  pool.state.users[key] = user;
  if (attributes.email_verified === 'true') verifyEmail(pool, user, input.ForceAliasCreation ?? false);
  return user;
};

const renewInvitation = async (
  context: EngineContext,
  pool: Pool,
  input: CreateInput,
  password: string,
): Promise<StoredUser> => {
  const user = requireUser(pool, input.Username);
  const replacePassword = await preparePassword(pool.config.passwordPolicy, pool.name, user, password);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new AwsError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    );
  }
  replacePassword();
  user.temporaryUntil = context.clock.now() + pool.config.temporaryPasswordDays * DAY_MS;
  return user;
};

const createUser = async (context: EngineContext, input: z.output<typeof createInput>) => {
  const pool = poolById(context, input.UserPoolId);
  const silent = input.MessageAction === 'SUPPRESS';
  if (!silent && !input.DesiredDeliveryMediums?.includes('EMAIL')) {
    throw new AwsError(
      'InvalidParameterException',
      'DesiredDeliveryMediums must name EMAIL: AWS would send an SMS by default.',
    );
  }
  const password = input.TemporaryPassword ?? temporaryPassword(pool.config.passwordPolicy);
  const user =
    input.MessageAction === 'RESEND'
      ? await renewInvitation(context, pool, input, password)
      : await addUser(context, pool, input, password);
  await persist(pool);
  const email = user.attributes.email;
  if (!silent && email)
    await sendInvitation(context, pool, user, subjectOf(user, input.ClientMetadata), email, password);
  return { User: describeUser(user) };
};

const setPassword = async (context: EngineContext, input: z.output<typeof passwordInput>) => {
  const pool = poolById(context, input.UserPoolId);
  const user = requireUser(pool, input.Username);
  const replacePassword = await preparePassword(pool.config.passwordPolicy, pool.name, user, input.Password);
  replacePassword();
  user.status = input.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
  if (!input.Permanent) user.temporaryUntil = context.clock.now() + pool.config.temporaryPasswordDays * DAY_MS;
  user.modifiedAt = context.clock.now();
  await persist(pool);
  return {};
};

const updateAttributes = async (context: EngineContext, input: z.output<typeof updateInput>) => {
  const pool = poolById(context, input.UserPoolId);
  const user = requireUser(pool, input.Username);
  const changes = readAttributes(pool.config, undefined, input.UserAttributes);
  const verified = changes.email_verified;
  const target = changes.email ?? user.attributes.email;
  const owner = verified === 'true' && pool.config.emailAlias && target ? aliasOwner(pool, target) : undefined;
  if (owner && owner !== user) throw aliasExists();
  const address = applyAttributes(pool, user, changes, true);
  if (verified === 'true') verifyEmail(pool, user);
  if (verified === 'false') unverifyEmail(pool, user);
  user.modifiedAt = context.clock.now();
  if (address !== undefined && verified === undefined) {
    await sendCode(
      context,
      pool,
      user,
      'attribute',
      'CustomMessage_UpdateUserAttribute',
      subjectOf(user, input.ClientMetadata),
      address,
    );
  }
  await persist(pool);
  return {};
};

const confirmSignUp = async (context: EngineContext, input: z.output<typeof userInput>) => {
  const pool = poolById(context, input.UserPoolId);
  const user = requireUser(pool, input.Username);
  if (user.status !== 'UNCONFIRMED') {
    throw new AwsError('NotAuthorizedException', `User cannot be confirmed. Current status is ${user.status}`);
  }
  user.status = 'CONFIRMED';
  user.modifiedAt = context.clock.now();
  await persist(pool);
  await runPostConfirmation(
    context,
    pool,
    'PostConfirmation_ConfirmSignUp',
    subjectOf(user, input.ClientMetadata),
    user,
  );
  return {};
};

const resetPassword = async (context: EngineContext, input: z.output<typeof userInput>) => {
  const pool = poolById(context, input.UserPoolId);
  const user = requireUser(pool, input.Username);
  const email = user.attributes.email_verified === 'true' ? user.attributes.email : undefined;
  if (!email) {
    throw new AwsError(
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  }
  user.status = 'RESET_REQUIRED';
  user.modifiedAt = context.clock.now();
  await sendCode(
    context,
    pool,
    user,
    'reset',
    'CustomMessage_ForgotPassword',
    subjectOf(user, input.ClientMetadata),
    email,
  );
  await persist(pool);
  return {};
};

/** An operation that changes one user and an empty response. */
const changeUser = (context: EngineContext, change: (pool: Pool, user: StoredUser) => void): JsonOperation =>
  operation(userInput, async (input) => {
    const pool = poolById(context, input.UserPoolId);
    const user = requireUser(pool, input.Username);
    change(pool, user);
    user.modifiedAt = context.clock.now();
    await persist(pool);
  });

const getUser = (context: EngineContext, input: z.output<typeof userInput>) => {
  const user = requireUser(poolById(context, input.UserPoolId), input.Username);
  const { Attributes: UserAttributes, ...rest } = describeUser(user, listAttributes(user));
  return { ...rest, UserAttributes, ...mfaSettings(user) };
};

const operationsOf = (context: EngineContext): Readonly<Record<string, JsonOperation>> => ({
  AdminCreateUser: operation(createInput, (input) => createUser(context, input)),
  AdminGetUser: operation(userInput, (input) => getUser(context, input)),
  AdminSetUserPassword: operation(passwordInput, (input) => setPassword(context, input)),
  AdminUpdateUserAttributes: operation(updateInput, (input) => updateAttributes(context, input)),
  AdminConfirmSignUp: operation(userInput, (input) => confirmSignUp(context, input)),
  AdminResetUserPassword: operation(userInput, (input) => resetPassword(context, input)),
  AdminDisableUser: changeUser(context, (pool, user) => {
    user.enabled = false;
    revokeSessions(pool, user);
  }),
  AdminEnableUser: changeUser(context, (_pool, user) => {
    user.enabled = true;
  }),
  AdminUserGlobalSignOut: changeUser(context, revokeSessions),
  AdminDeleteUser: changeUser(context, removeUser),
  ...adminFactorOperations(context),
  ListUsers: operation(listInput, (input) => listUsers(context, input)),
});

const requestedPool = (input: unknown): string => String((input as { readonly UserPoolId?: unknown }).UserPoolId);

/** Operations for administrators. As in AWS, they need a signed request. */
export const adminOperations = (context: EngineContext): Readonly<Record<string, JsonOperation>> =>
  Object.fromEntries(
    Object.entries(operationsOf(context)).map(([name, run]): readonly [string, JsonOperation] => [
      name,
      (input, caller, invalid) => {
        if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
        context.authorize?.(
          caller,
          `cognito-idp:${name}`,
          `arn:aws:cognito-idp:${LOCAL_REGION}:${LOCAL_ACCOUNT}:userpool/${requestedPool(input)}`,
        );
        return run(input, caller, invalid);
      },
    ]),
  );
