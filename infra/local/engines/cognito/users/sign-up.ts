import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { operation } from '../../../aws/json-service.ts';
import { AwsError } from '../../../aws/service.ts';
import { checkCode, describeDelivery, expiredCode, sendCode } from '../codes.ts';
import { attributeList, clientById, clientMetadata, persist, requiredText } from '../context.ts';
import type { EngineContext } from '../context.ts';
import { checkPasswordPolicy } from '../passwords/password.ts';
import { createVerifier } from '../passwords/srp.ts';
import type { StoredUser } from '../state.ts';
import { runPostConfirmation, runPreSignUp } from '../triggers.ts';
import {
  aliasExists,
  aliasOwner,
  checkRequired,
  checkUsername,
  findUser,
  readAttributes,
  userKey,
  verifyEmail,
} from './users.ts';

const signUpInput = z.object({
  ClientId: requiredText,
  Username: requiredText,
  Password: requiredText,
  UserAttributes: attributeList,
  ValidationData: attributeList,
  ClientMetadata: clientMetadata,
});
const confirmInput = z.object({
  ClientId: requiredText,
  Username: requiredText,
  ConfirmationCode: requiredText,
  ForceAliasCreation: z.boolean().nullish(),
  ClientMetadata: clientMetadata,
});
const resendInput = z.object({ ClientId: requiredText, Username: requiredText, ClientMetadata: clientMetadata });

const usernameExists = () => new AwsError('UsernameExistsException', 'User already exists');

const signUp = async (context: EngineContext, input: z.output<typeof signUpInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  if (pool.config.adminCreateOnly)
    throw new AwsError('NotAuthorizedException', 'SignUp is not permitted for this user pool');
  checkUsername(pool.config, input.Username);
  checkPasswordPolicy(pool.config.passwordPolicy, input.Password);
  const attributes = readAttributes(pool.config, client, input.UserAttributes);
  checkRequired(pool.config, attributes);
  const key = userKey(pool.config, input.Username);
  if (pool.state.users[key]) throw usernameExists();
  const subject = { userName: input.Username, clientId: client.id, clientMetadata: input.ClientMetadata };
  const validation = input.ValidationData
    ? Object.fromEntries(input.ValidationData.map(({ Name, Value }) => [Name, Value ?? '']))
    : null;
  const decision = await runPreSignUp(context, pool, 'PreSignUp_SignUp', subject, attributes, validation);
  const password = await createVerifier(pool.name, input.Username, input.Password);
  // Another sign-up may have taken the name meanwhile.
  if (pool.state.users[key]) throw usernameExists();
  if (decision.verifyEmail && attributes.email !== undefined && aliasOwner(pool, attributes.email)) throw aliasExists();

  const now = context.clock.now();
  const user: StoredUser = {
    username: input.Username,
    sub: randomUUID(),
    enabled: true,
    status: decision.confirm ? 'CONFIRMED' : 'UNCONFIRMED',
    attributes: { ...attributes, ...(attributes.email === undefined ? {} : { email_verified: 'false' }) },
    password,
    oldPasswords: [],
    codes: {},
    createdAt: now,
    modifiedAt: now,
  };
  pool.state.users[key] = user;
  if (decision.verifyEmail) verifyEmail(pool, user);
  await persist(pool);
  if (decision.confirm) {
    await runPostConfirmation(context, pool, 'PostConfirmation_ConfirmSignUp', subject, user);
    return { UserConfirmed: true, UserSub: user.sub };
  }
  const email = user.attributes.email;
  if (!pool.config.autoVerifyEmail || !email) return { UserConfirmed: false, UserSub: user.sub };
  const delivery = await sendCode(context, pool, user, 'confirm', 'CustomMessage_SignUp', subject, email);
  await persist(pool);
  return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: delivery };
};

const confirmSignUp = async (context: EngineContext, input: z.output<typeof confirmInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  const user = findUser(pool, input.Username);
  context.limits.spend('ConfirmSignUp', `${pool.id} ${(user?.username ?? input.Username).toLowerCase()}`);
  if (!user) {
    if (client.hideUnknownUsers) throw expiredCode();
    throw new AwsError('UserNotFoundException', 'User does not exist.');
  }
  if (user.status !== 'UNCONFIRMED') {
    throw new AwsError('NotAuthorizedException', `User cannot be confirmed. Current status is ${user.status}`);
  }
  if (!user.enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
  const address = checkCode(context, user, 'confirm', input.ConfirmationCode);
  if (address === user.attributes.email) verifyEmail(pool, user, input.ForceAliasCreation ?? false);
  delete user.codes.confirm;
  user.status = 'CONFIRMED';
  user.modifiedAt = context.clock.now();
  await persist(pool);
  const subject = { userName: user.username, clientId: client.id, clientMetadata: input.ClientMetadata };
  await runPostConfirmation(context, pool, 'PostConfirmation_ConfirmSignUp', subject, user);
  return {};
};

const resend = async (context: EngineContext, input: z.output<typeof resendInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  const user = findUser(pool, input.Username);
  context.limits.spend('ResendConfirmationCode', `${pool.id} ${(user?.username ?? input.Username).toLowerCase()}`);
  if (!user || !user.enabled) {
    if (client.hideUnknownUsers) return { CodeDeliveryDetails: describeDelivery(decoyAddress(input.Username)) };
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    throw new AwsError('NotAuthorizedException', 'User is disabled.');
  }
  if (user.status !== 'UNCONFIRMED') throw new AwsError('InvalidParameterException', 'User is already confirmed.');
  const email = user.attributes.email;
  if (!email || !pool.config.autoVerifyEmail) {
    throw new AwsError('InvalidParameterException', 'Auto verification not turned on.');
  }
  const subject = { userName: user.username, clientId: client.id, clientMetadata: input.ClientMetadata };
  const delivery = await sendCode(context, pool, user, 'confirm', 'CustomMessage_ResendCode', subject, email);
  await persist(pool);
  return { CodeDeliveryDetails: delivery };
};

/** The address that the response names as recipient when the user does not exist. */
export const decoyAddress = (name: string): string =>
  name.includes('@') ? name : `${name.charAt(0)}@${name.charAt(1)}`;

/** Operations that create and confirm an account. */
export const signUpOperations = (context: EngineContext) => ({
  SignUp: operation(signUpInput, (input) => signUp(context, input)),
  ConfirmSignUp: operation(confirmInput, (input) => confirmSignUp(context, input)),
  ResendConfirmationCode: operation(resendInput, (input) => resend(context, input)),
});
