/** Runs Amplify against the engine over HTTP, as a browser does. */
import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type * as auth from 'aws-amplify/auth';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { systemClock } from '../../../../infra/local/clock.ts';
import { CLIENT, PASSWORD, POOL, startPool, totp } from './cognito-support.ts';
import type { StartedPool } from './cognito-support.ts';

interface Token {
  readonly text: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
type Calls = typeof auth & {
  tokens(options?: {
    forceRefresh: boolean;
  }): Promise<{ readonly accessToken: Token; readonly idToken: Token } | undefined>;
};
type Reply = {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
};

let pool: StartedPool;
let worker: Worker;
const waiting = new Map<number, (reply: Reply) => void>();
let calls = 0;

/** Calls one of Amplify's functions in its worker. */
const amplify = async <K extends keyof Calls>(
  name: K,
  ...args: Parameters<Extract<Calls[K], (...a: never[]) => unknown>>
) => {
  const id = (calls += 1);
  const reply = await new Promise<Reply>((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, name, args });
  });
  if (reply.error) throw Object.assign(new Error(reply.error.message), { name: reply.error.name });
  return reply.result as Awaited<ReturnType<Extract<Calls[K], (...a: never[]) => unknown>>>;
};

beforeAll(async () => {
  pool = await startPool(systemClock);
  await pool.engine.seedUser({
    poolId: POOL,
    username: 'listener',
    email: 'listener@soundstage.local',
    password: PASSWORD,
  });
  worker = new Worker(join(__dirname, 'amplify-worker.mjs'), {
    workerData: { userPoolId: POOL, userPoolClientId: CLIENT, userPoolEndpoint: `${pool.endpoint}/` },
    stdout: true,
    stderr: true,
  });
  worker.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
});
afterEach(() => amplify('signOut'));
afterAll(async () => {
  await worker.terminate();
  await pool.stop();
});

it('signs up, resends the code, confirms with it and signs in automatically', async () => {
  const username = crypto.randomUUID();
  const made = await amplify('signUp', {
    username,
    password: PASSWORD,
    options: { userAttributes: { email: 'new@x.io' }, autoSignIn: true },
  });
  expect(made.nextStep).toMatchObject({
    signUpStep: 'CONFIRM_SIGN_UP',
    codeDeliveryDetails: { destination: 'n***@x***', deliveryMedium: 'EMAIL' },
  });
  const first = pool.code('new@x.io');
  await amplify('resendSignUpCode', { username });
  const second = pool.code('new@x.io');
  const wrong = second === '000000' ? '000001' : '000000';
  await expect(amplify('confirmSignUp', { username, confirmationCode: wrong })).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  if (first !== second) {
    await expect(amplify('confirmSignUp', { username, confirmationCode: first })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
  }
  expect((await amplify('confirmSignUp', { username, confirmationCode: second })).nextStep.signUpStep).toBe(
    'COMPLETE_AUTO_SIGN_IN',
  );
  expect(await amplify('autoSignIn')).toMatchObject({ isSignedIn: true });
  expect(await amplify('getCurrentUser')).toMatchObject({ username });
  expect(await amplify('fetchUserAttributes')).toMatchObject({ email: 'new@x.io', email_verified: 'true' });
});

it('signs in by address in any case, issues valid tokens, rotates them and signs out', async () => {
  expect(await amplify('signIn', { username: 'Listener@Soundstage.LOCAL', password: PASSWORD })).toMatchObject({
    isSignedIn: true,
  });
  const before = await amplify('tokens');
  const verifier = CognitoJwtVerifier.create({ userPoolId: POOL, clientId: CLIENT, tokenUse: 'access' });
  verifier.cacheJwks(JSON.parse(await (await fetch(`${pool.endpoint}/${POOL}/.well-known/jwks.json`)).text()));
  expect(await verifier.verify(before?.accessToken.text ?? '')).toMatchObject({
    username: 'listener',
    client_id: CLIENT,
    scope: 'aws.cognito.signin.user.admin',
    token_use: 'access',
  });
  expect(before?.idToken?.payload).toMatchObject({
    aud: CLIENT,
    email: 'listener@soundstage.local',
    email_verified: true,
    'cognito:username': 'listener',
    token_use: 'id',
  });
  const after = await amplify('tokens', { forceRefresh: true });
  expect(after?.accessToken.text).not.toBe(before?.accessToken.text);
  expect(after?.accessToken.payload.origin_jti).toBe(before?.accessToken.payload.origin_jti);
  expect(after?.accessToken.payload.auth_time).toBe(before?.accessToken.payload.auth_time);
  await amplify('signOut', { global: true });
  await expect(amplify('getCurrentUser')).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
});

it('gives the same answer for a wrong password and an unknown user', async () => {
  const expected = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
  await expect(amplify('signIn', { username: 'listener', password: 'Wrong-password-1' })).rejects.toMatchObject(
    expected,
  );
  await expect(amplify('signIn', { username: 'nobody@x.io', password: 'Wrong-password-1' })).rejects.toMatchObject(
    expected,
  );
});

it('requires a new password from an invited user', async () => {
  await pool.client.send(
    new AdminCreateUserCommand({
      UserPoolId: POOL,
      Username: 'invited',
      DesiredDeliveryMediums: ['EMAIL'],
      UserAttributes: [
        { Name: 'email', Value: 'invited@x.io' },
        { Name: 'email_verified', Value: 'true' },
      ],
    }),
  );
  const temporary =
    /temporary password is (.*)\.$/.exec(pool.mailbox.list({ to: 'invited@x.io' })[0]?.body ?? '')?.[1] ?? '';
  const step = await amplify('signIn', { username: 'invited@x.io', password: temporary });
  expect(step.nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
    missingAttributes: [],
  });
  await expect(amplify('confirmSignIn', { challengeResponse: 'short' })).rejects.toMatchObject({
    name: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password not long enough',
  });
  expect(await amplify('confirmSignIn', { challengeResponse: 'Brand-new-pass-1' })).toMatchObject({ isSignedIn: true });
  expect(await pool.client.send(new AdminGetUserCommand({ UserPoolId: POOL, Username: 'invited' }))).toMatchObject({
    UserStatus: 'CONFIRMED',
  });
});

it('asks for the code of an authenticator app once it is set up', async () => {
  await pool.engine.seedUser({ poolId: POOL, username: 'careful', email: 'careful@x.io', password: PASSWORD });
  await amplify('signIn', { username: 'careful', password: PASSWORD });
  const { sharedSecret } = await amplify('setUpTOTP');
  await expect(amplify('verifyTOTPSetup', { code: '12345' })).rejects.toMatchObject({
    name: 'EnableSoftwareTokenMFAException',
  });
  // Codes of neighboring steps are accepted; each works once, so the set-up takes an older one than the sign-in.
  const now = Date.now();
  await amplify('verifyTOTPSetup', { code: totp(sharedSecret, now) });
  await amplify('updateMFAPreference', { totp: 'PREFERRED' });
  await amplify('signOut');

  const step = await amplify('signIn', { username: 'careful@x.io', password: PASSWORD });
  expect(step.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
  const code = totp(sharedSecret, now + 30_000);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await expect(amplify('confirmSignIn', { challengeResponse: wrong })).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  expect(await amplify('confirmSignIn', { challengeResponse: code })).toMatchObject({ isSignedIn: true });
  await amplify('signOut');

  await amplify('signIn', { username: 'careful@x.io', password: PASSWORD });
  await expect(amplify('confirmSignIn', { challengeResponse: code })).rejects.toMatchObject({
    name: 'ExpiredCodeException',
    message: 'Your software token has already been used once.',
  });
});

it('resets a forgotten password and changes a known one', async () => {
  await pool.engine.seedUser({ poolId: POOL, username: 'forgetful', email: 'forgetful@x.io', password: PASSWORD });
  const known = await amplify('resetPassword', { username: 'forgetful@x.io' });
  const unknown = await amplify('resetPassword', { username: 'foreign@xy.io' });
  expect(unknown).toEqual(known);
  expect(pool.mailbox.list({ to: 'foreign@xy.io' })).toHaveLength(0);
  await amplify('confirmResetPassword', {
    username: 'forgetful@x.io',
    confirmationCode: pool.code('forgetful@x.io'),
    newPassword: 'Another-pass-1',
  });
  await amplify('signIn', { username: 'forgetful@x.io', password: 'Another-pass-1' });
  await expect(
    amplify('updatePassword', { oldPassword: PASSWORD, newPassword: 'Third-password-1' }),
  ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await amplify('updatePassword', { oldPassword: 'Another-pass-1', newPassword: 'Third-password-1' });
  await amplify('signOut');
  expect(await amplify('signIn', { username: 'forgetful', password: 'Third-password-1' })).toMatchObject({
    isSignedIn: true,
  });
});

it('denies sign-in and refresh to a disabled user', async () => {
  await pool.engine.seedUser({ poolId: POOL, username: 'barred', email: 'barred@x.io', password: PASSWORD });
  await amplify('signIn', { username: 'barred', password: PASSWORD });
  await pool.client.send(new AdminDisableUserCommand({ UserPoolId: POOL, Username: 'barred' }));
  await expect(amplify('fetchUserAttributes')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'User is disabled.',
  });
  expect(await amplify('tokens', { forceRefresh: true })).toBeUndefined();
  await expect(amplify('signIn', { username: 'barred', password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'User is disabled.',
  });
});
