import { z } from 'zod';
import { operation } from '../../../aws/json-service.ts';
import { AwsError } from '../../../aws/service.ts';
import { checkCode, describeDelivery, expiredCode, sendCode, wrongCode } from '../codes.ts';
import { clientById, clientMetadata, persist, requiredText } from '../context.ts';
import type { EngineContext } from '../context.ts';
import { checkPasswordPolicy, preparePassword } from './password.ts';
import { decoyAddress } from '../users/sign-up.ts';
import { runPostConfirmation } from '../triggers.ts';
import { findUser, verifyEmail } from '../users/users.ts';

const forgotInput = z.object({ ClientId: requiredText, Username: requiredText, ClientMetadata: clientMetadata });
const confirmInput = forgotInput.extend({ ConfirmationCode: requiredText, Password: requiredText });

const forgot = async (context: EngineContext, input: z.output<typeof forgotInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  if (pool.config.adminRecoveryOnly)
    throw new AwsError('NotAuthorizedException', 'Contact administrator to reset password.');
  const user = findUser(pool, input.Username);
  context.limits.spend('ForgotPassword', `${pool.id} ${(user?.username ?? input.Username).toLowerCase()}`);
  const email = user?.attributes.email_verified === 'true' ? user.attributes.email : undefined;
  if (!user || !user.enabled || !email) {
    if (client.hideUnknownUsers) return { CodeDeliveryDetails: describeDelivery(decoyAddress(input.Username)) };
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    if (!user.enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
    throw new AwsError(
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  }
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    throw new AwsError('NotAuthorizedException', 'User password cannot be reset in the current state.');
  }
  const subject = { userName: user.username, clientId: client.id, clientMetadata: input.ClientMetadata };
  const delivery = await sendCode(context, pool, user, 'reset', 'CustomMessage_ForgotPassword', subject, email);
  await persist(pool);
  return { CodeDeliveryDetails: delivery };
};

const confirmForgot = async (context: EngineContext, input: z.output<typeof confirmInput>) => {
  const { client, pool } = clientById(context, input.ClientId);
  checkPasswordPolicy(pool.config.passwordPolicy, input.Password);
  const user = findUser(pool, input.Username);
  const key = `${pool.id} ${(user?.username ?? input.Username).toLowerCase()}`;
  context.limits.spend('ConfirmForgotPassword', key);
  if (!user || !user.enabled) {
    // Answer as for a real account: either no code was requested, or this one is wrong.
    if (client.hideUnknownUsers) throw context.limits.used('ForgotPassword', key) ? wrongCode() : expiredCode();
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
    throw new AwsError('NotAuthorizedException', 'User is disabled.');
  }
  checkCode(context, user, 'reset', input.ConfirmationCode);
  const replacePassword = await preparePassword(pool.config.passwordPolicy, pool.name, user, input.Password);
  // Another request may have used the code meanwhile.
  const address = checkCode(context, user, 'reset', input.ConfirmationCode);
  replacePassword();
  delete user.codes.reset;
  if (address === user.attributes.email) verifyEmail(pool, user);
  user.status = 'CONFIRMED';
  user.modifiedAt = context.clock.now();
  await persist(pool);
  const subject = { userName: user.username, clientId: client.id, clientMetadata: input.ClientMetadata };
  await runPostConfirmation(context, pool, 'PostConfirmation_ConfirmForgotPassword', subject, user);
  return {};
};

/** Operations that replace a forgotten password. */
export const recoveryOperations = (context: EngineContext) => ({
  ForgotPassword: operation(forgotInput, (input) => forgot(context, input)),
  ConfirmForgotPassword: operation(confirmInput, (input) => confirmForgot(context, input)),
});
