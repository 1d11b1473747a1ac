import { z } from 'zod';
import { operation } from '../../../aws/json-service.ts';
import { AwsError } from '../../../aws/service.ts';
import { checkCode, expiredCode, sendCode, sendNumberCode } from '../codes.ts';
import type { CodeDelivery } from '../codes.ts';
import { attributeList, clientMetadata, persist, requiredText } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import { checkPasswordPolicy, preparePassword } from '../passwords/password.ts';
import { authorize, refreshSession, revokeSessions, revokeToken } from '../sessions.ts';
import { matchesVerifier } from '../passwords/srp.ts';
import type { StoredUser } from '../state.ts';
import {
  aliasExists,
  aliasOwner,
  checkRequired,
  listAttributes,
  mfaSettings,
  readAttributes,
  removeUser,
  unverifyEmail,
  verifyEmail,
} from './users.ts';

const accessToken = z.string().min(1);
const accessInput = z.object({ AccessToken: accessToken });

const getUser = async (context: EngineContext, { AccessToken }: z.output<typeof accessInput>) => {
  const { client, user } = await authorize(context, AccessToken);
  return { Username: user.username, UserAttributes: listAttributes(user, client.readAttributes), ...mfaSettings(user) };
};

/**
 * Sets attributes; an empty value removes one. A new email address is unverified. When the pool verifies before the
 * update, the old address stays until the code of the new one is confirmed. Returns the address that needs a code.
 */
export const applyAttributes = (
  pool: Pool,
  user: StoredUser,
  changes: Readonly<Record<string, string>>,
  byAdministrator: boolean,
): string | undefined => {
  const { email, ...others } = changes;
  for (const name of Object.keys(changes)) {
    if (pool.config.immutableAttributes.includes(name) && user.attributes[name] !== changes[name]) {
      throw new AwsError('InvalidParameterException', `user.${name}: Attribute cannot be updated.\n`);
    }
  }
  checkRequired(pool.config, { ...user.attributes, ...changes });
  const number = others['phone_number'];
  if (number !== undefined && number !== user.attributes['phone_number']) {
    // A new number is unverified, unless the same call of an administrator verifies it.
    delete user.attributes['phone_number_verified'];
    if (number !== '') user.attributes['phone_number_verified'] = 'false';
  }
  for (const [name, value] of Object.entries(others)) {
    if (name === 'email_verified') continue;
    if (value === '') delete user.attributes[name];
    else user.attributes[name] = value;
  }
  const changed = email !== undefined && email !== user.attributes.email;
  if (!changed) return undefined;
  if (email === '') {
    unverifyEmail(pool, user);
    delete user.attributes.email;
    delete user.attributes.email_verified;
    return undefined;
  }
  if (!byAdministrator && pool.config.verifyEmailBeforeUpdate) return email;
  unverifyEmail(pool, user);
  user.attributes.email = email;
  user.attributes.email_verified = 'false';
  return pool.config.autoVerifyEmail ? email : undefined;
};

const updateInput = z.object({
  AccessToken: accessToken,
  UserAttributes: attributeList,
  ClientMetadata: clientMetadata,
});

const updateAttributes = async (context: EngineContext, input: z.output<typeof updateInput>) => {
  const { pool, client, user } = await authorize(context, input.AccessToken);
  const address = applyAttributes(pool, user, readAttributes(pool.config, client, input.UserAttributes), false);
  user.modifiedAt = context.clock.now();
  const deliveries: CodeDelivery[] = [];
  if (address !== undefined) {
    const subject = { userName: user.username, clientId: client.id, clientMetadata: input.ClientMetadata };
    deliveries.push(
      await sendCode(context, pool, user, 'attribute', 'CustomMessage_UpdateUserAttribute', subject, address),
    );
  }
  await persist(pool);
  return { CodeDeliveryDetailsList: deliveries };
};

const verifiable = z.enum(['email', 'phone_number']);
const sendInput = z.object({ AccessToken: accessToken, AttributeName: verifiable, ClientMetadata: clientMetadata });
const verifyInput = z.object({ AccessToken: accessToken, AttributeName: verifiable, Code: requiredText });

const limitKey = (pool: Pool, user: StoredUser) => `${pool.id} ${user.username.toLowerCase()}`;

const sendAttributeCode = async (context: EngineContext, input: z.output<typeof sendInput>) => {
  const { pool, client, user } = await authorize(context, input.AccessToken);
  context.limits.spend('GetUserAttributeVerificationCode', limitKey(pool, user));
  const { AttributeName: name } = input;
  const target = user.attributes[name];
  if (!target) throw new AwsError('InvalidParameterException', `User has no ${name} attribute.`);
  if (name === 'phone_number' && !pool.config.smsOffered)
    throw new AwsError('InvalidParameterException', 'The user pool has no SMS configuration.');
  const subject = { userName: user.username, clientId: client.id, clientMetadata: input.ClientMetadata };
  const delivery =
    name === 'phone_number'
      ? await sendNumberCode(context, pool, user, subject, target)
      : await sendCode(context, pool, user, 'attribute', 'CustomMessage_VerifyUserAttribute', subject, target);
  await persist(pool);
  return { CodeDeliveryDetails: delivery };
};

/** Marks a user's number as verified. A code for a number that was replaced verifies nothing. */
const verifyNumber = async (context: EngineContext, pool: Pool, user: StoredUser, code: string) => {
  const number = checkCode(context, user, 'phone', code);
  if (number !== user.attributes['phone_number']) throw expiredCode();
  user.attributes['phone_number_verified'] = 'true';
  delete user.codes.phone;
  user.modifiedAt = context.clock.now();
  await persist(pool);
  return {};
};

const verifyAttribute = async (context: EngineContext, input: z.output<typeof verifyInput>) => {
  const { pool, user } = await authorize(context, input.AccessToken);
  context.limits.spend('VerifyUserAttribute', limitKey(pool, user));
  if (input.AttributeName === 'phone_number') return verifyNumber(context, pool, user, input.Code);
  const address = checkCode(context, user, 'attribute', input.Code);
  const owner = pool.config.emailAlias ? aliasOwner(pool, address) : undefined;
  if (owner && owner !== user) throw aliasExists();
  if (address !== user.attributes.email) {
    unverifyEmail(pool, user);
    user.attributes.email = address;
  }
  verifyEmail(pool, user);
  delete user.codes.attribute;
  user.modifiedAt = context.clock.now();
  await persist(pool);
  return {};
};

const changeInput = z.object({
  AccessToken: accessToken,
  PreviousPassword: requiredText,
  ProposedPassword: requiredText,
});

const changePassword = async (context: EngineContext, input: z.output<typeof changeInput>) => {
  const { pool, user } = await authorize(context, input.AccessToken);
  context.limits.spend('ChangePassword', limitKey(pool, user));
  checkPasswordPolicy(pool.config.passwordPolicy, input.ProposedPassword);
  const key = limitKey(pool, user);
  await context.limits.inTurn(key, async () => {
    context.limits.requireUnlocked(key);
    const incorrect = () => new AwsError('NotAuthorizedException', 'Incorrect username or password.');
    const current = user.password;
    if (!(await matchesVerifier(pool.name, user.username, input.PreviousPassword, current))) {
      context.limits.failed(key);
      throw incorrect();
    }
    const replacePassword = await preparePassword(pool.config.passwordPolicy, pool.name, user, input.ProposedPassword);
    // An administrator or a reset may have set another password meanwhile.
    if (user.password !== current) throw incorrect();
    replacePassword();
  });
  user.modifiedAt = context.clock.now();
  await persist(pool);
  return {};
};

const refreshInput = z.object({
  ClientId: requiredText,
  RefreshToken: z.string().min(1),
  ClientMetadata: clientMetadata,
});
const revokeInput = z.object({ ClientId: requiredText, Token: z.string().min(1) });

/** Operations that a signed-in user calls for their own account. */
export const accountOperations = (context: EngineContext) => ({
  GetUser: operation(accessInput, (input) => getUser(context, input)),
  UpdateUserAttributes: operation(updateInput, (input) => updateAttributes(context, input)),
  GetUserAttributeVerificationCode: operation(sendInput, (input) => sendAttributeCode(context, input)),
  VerifyUserAttribute: operation(verifyInput, (input) => verifyAttribute(context, input)),
  ChangePassword: operation(changeInput, (input) => changePassword(context, input)),
  GetTokensFromRefreshToken: operation(refreshInput, async (input) => ({
    AuthenticationResult: await refreshSession(context, input.ClientId, input.RefreshToken, input.ClientMetadata),
  })),
  RevokeToken: operation(revokeInput, (input) => revokeToken(context, input.ClientId, input.Token)),
  GlobalSignOut: operation(accessInput, async ({ AccessToken }) => {
    const { pool, user } = await authorize(context, AccessToken);
    revokeSessions(pool, user);
    await persist(pool);
  }),
  DeleteUser: operation(accessInput, async ({ AccessToken }) => {
    const { pool, user } = await authorize(context, AccessToken);
    removeUser(pool, user);
    await persist(pool);
  }),
});
