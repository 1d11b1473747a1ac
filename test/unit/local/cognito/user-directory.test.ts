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

it('makes an account whose first sign-in asks for another password, and mails the temporary one', async () => {
  const id = await directory.create(ann);
  expect(await directory.find('ANN@example.org')).toMatchObject({ userId: id, isNew: true });
  expect(pool.mailbox.list({ to: ann.email })[0]?.body).toContain(PASSWORD);
  expect((await signInSrp(pool.client, ann.email, PASSWORD)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

it('says of an address that has an account that it has one, and of a password that the pool refuses why', async () => {
  await directory.create(ann);
  expect(await directory.create(ann)).toBeUndefined();
  await expect(directory.create({ ...ann, email: 'bob@example.org', password: 'short' })).rejects.toMatchObject({
    code: 'validation_failed',
    issues: [{ path: 'password' }],
  });
  expect(await directory.find('bob@example.org')).toBeUndefined();
});

it('gives an unused account another temporary password', async () => {
  await directory.create(ann);
  const { username = '' } = (await directory.find(ann.email)) ?? {};
  await directory.renew(username, 'Another-Pass-22');
  await expect(signInSrp(pool.client, ann.email, PASSWORD)).rejects.toThrow('Incorrect username or password.');
  expect((await signInSrp(pool.client, ann.email, 'Another-Pass-22')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

it('lets a disabled person sign in no more, until enabled again', async () => {
  const id = (await directory.create(ann)) ?? '';
  const { username: Username } = (await directory.find(ann.email)) ?? {};
  await directory.disable(id);
  await directory.disable(id);
  expect((await pool.client.send(new AdminGetUserCommand({ UserPoolId: POOL, Username }))).Enabled).toBe(false);
  await expect(signInSrp(pool.client, ann.email, PASSWORD)).rejects.toThrow('User is disabled.');
  await directory.enable(id);
  expect((await signInSrp(pool.client, ann.email, PASSWORD)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

it('does nothing to whom the pool does not know, and passes a full pool on as such', async () => {
  await directory.disable('11111111-2222-4333-8444-555555555555');
  const { TooManyRequestsException } = await import('@aws-sdk/client-cognito-identity-provider');
  const busy = {
    send: async () => Promise.reject(new TooManyRequestsException({ message: 'Rate exceeded', $metadata: {} })),
  } as unknown as CognitoIdentityProviderClient;
  await expect(createUserDirectory(busy, POOL, silentLogger).create(ann)).rejects.toMatchObject({
    code: 'too_many_requests',
  });
});
