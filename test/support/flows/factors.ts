import { randomUUID } from 'node:crypto';
import { createAuthenticatorApp } from '../stack/authenticator-app.ts';
import { newNumber } from '../stack/factor-tools.ts';
import { codeIn, smsCode } from '../stack/session.ts';
import { claimsOf } from '../stack/sign-in.ts';
import { createAuthenticator } from '../webauthn/authenticator.ts';
import type { FlowTools } from './flow-tools.ts';

/** Signs up a new user, and returns their address and token. */
const signUp = async ({ open }: FlowTools) => {
  const { session } = open;
  const email = `factors-${randomUUID()}@example.org`;
  const password = `Pass-${randomUUID()}`;
  await session.signUp(email, password);
  await session.confirm(email, codeIn(await open.mailTo(email)));
  return { email, token: await session.signIn(email, password) };
};

const setUpApp = async ({ api }: FlowTools, token: string): Promise<readonly string[]> => {
  const { secret } = await api.call('factors.start-totp', {}, token);
  const code = await createAuthenticatorApp(secret).nextCode();
  return (await api.call('factors.verify-totp', { body: { code } }, token)).recovery_codes;
};

/** Adds a phone, confirms a sign-in with a code that it receives, and removes it. */
const usePhone = async (tools: FlowTools): Promise<void> => {
  const { api, open } = tools;
  const { token } = await signUp(tools);
  const phone = newNumber();
  await api.call('factors.start-phone', { body: { phone } }, token);
  const proof = smsCode(await open.mailTo(phone));
  await api.call('factors.verify-phone', { body: { code: proof } }, token);
  const params = { id: 'phone' };
  const { id } = await api.call('factors.challenge-factor', { params, body: { channel: 'sms' } }, token);
  const code = smsCode(await open.mailTo(phone, /SMS/, new RegExp(`\\b(?!${proof})\\d{6}\\b`)));
  const raised = await api.call('factors.verify-factor', { params, body: { challenge_id: id, code } }, token);
  await api.call('factors.remove-factor', { params }, raised.access_token);
};

/**
 * Registers and renames a passkey. Adds a phone and removes it. Sets up authenticator apps that are removed by a
 * recovery code and by an administrator.
 */
export const protectAccounts = async (tools: FlowTools): Promise<void> => {
  const { api, admin } = tools;
  const passkeyUser = await signUp(tools);
  const { options } = await api.call('factors.start-passkey', {}, passkeyUser.token);
  const credential = createAuthenticator().register(options as never);
  await api.call('factors.verify-passkey', { body: { name: 'Laptop', credential } }, passkeyUser.token);
  const params = { id: credential.id };
  await api.call('factors.rename-factor', { params, body: { name: 'Old laptop' } }, passkeyUser.token);
  const { items } = await api.call('factors.list-factors', {}, passkeyUser.token);
  if (items[0]?.name !== 'Old laptop') throw new Error('The passkey was not renamed');

  await usePhone(tools);

  const forgetful = await signUp(tools);
  const [code = ''] = await setUpApp(tools, forgetful.token);
  await api.call('factors.redeem-recovery-code', { body: { email: forgetful.email, code } });

  const unlucky = await signUp(tools);
  await setUpApp(tools, unlucky.token);
  const reset = { params: { id: String(claimsOf(unlucky.token)['sub']) }, body: { reason: 'Requested by the flow' } };
  await api.call('factors.reset-person', reset, admin);
};
