import { createManualClock, type ManualClock } from '../../../../infra/local/clock.ts';
import { AdminGetUserCommand, type CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { silentLogger } from '../../../../lambdas/domain/logger.ts';
import type { UserDirectory } from '../../../../lambdas/domain/people/user-directory.ts';
import { createUserDirectory } from '../../../../lambdas/platform/user-directory.ts';
import { PASSWORD, POOL, signInSrp, startPool, type StartedPool } from './cognito-support.ts';

const ann = { email: 'ann@example.org', fullName: 'Ann', password: PASSWORD };

let clock: ManualClock;
let pool: StartedPool;
let directory: UserDirectory;
beforeEach(async () => {
  clock = createManualClock();
  pool = await startPool(clock);
  directory = createUserDirectory(pool.client, POOL, silentLogger);
});
afterEach(() => pool.stop());

it('creates an account that needs a new password at its first sign-in, and emails the temporary one', async () => {
  const id = await directory.create(ann);
  expect(await directory.find('ANN@example.org')).toMatchObject({ userId: id, isNew: true });
  expect(pool.mailbox.list({ to: ann.email })[0]?.body).toContain(PASSWORD);
  expect((await signInSrp(pool.client, ann.email, PASSWORD)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

it('returns undefined for an address with an account, and reports a rejected password', async () => {
  await directory.create(ann);
  expect(await directory.create(ann)).toBeUndefined();
  await expect(directory.create({ ...ann, email: 'bob@example.org', password: 'short' })).rejects.toMatchObject({
    code: 'validation_failed',
    issues: [{ path: 'password' }],
  });
  expect(await directory.find('bob@example.org')).toBeUndefined();
});

it('replaces the temporary password of an unused account', async () => {
  await directory.create(ann);
  const { username = '' } = (await directory.find(ann.email)) ?? {};
  await directory.renew(username, 'Another-Pass-22');
  await expect(signInSrp(pool.client, ann.email, PASSWORD)).rejects.toThrow('Incorrect username or password.');
  expect((await signInSrp(pool.client, ann.email, 'Another-Pass-22')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

it('denies sign-in to a disabled user until the user is enabled', async () => {
  const id = (await directory.create(ann)) ?? '';
  const { username: Username } = (await directory.find(ann.email)) ?? {};
  await directory.disable(id);
  await directory.disable(id);
  expect((await pool.client.send(new AdminGetUserCommand({ UserPoolId: POOL, Username }))).Enabled).toBe(false);
  await expect(signInSrp(pool.client, ann.email, PASSWORD)).rejects.toThrow('User is disabled.');
  await directory.enable(id);
  expect((await signInSrp(pool.client, ann.email, PASSWORD)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

it('ignores an unknown user, and reports throttling by the pool', async () => {
  await directory.disable('11111111-2222-4333-8444-555555555555');
  const { TooManyRequestsException } = await import('@aws-sdk/client-cognito-identity-provider');
  const busy = {
    send: async () => Promise.reject(new TooManyRequestsException({ message: 'Rate exceeded', $metadata: {} })),
  } as unknown as CognitoIdentityProviderClient;
  await expect(createUserDirectory(busy, POOL, silentLogger).create(ann)).rejects.toMatchObject({
    code: 'too_many_requests',
  });
});
