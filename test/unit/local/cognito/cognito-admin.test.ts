import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  GetUserCommand,
  ListUsersCommand,
  RespondToAuthChallengeCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { ManualClock } from '../../../../infra/local/clock.ts';
import { CLIENT, CLIENT_PROPERTIES, PASSWORD, POOL, signInSrp, startPool } from './cognito-support.ts';
import type { Options, StartedPool } from './cognito-support.ts';

let clock: ManualClock;
let pool: StartedPool;
const start = async (options: Options = {}) => {
  pool = await startPool(clock, options);
};

beforeEach(() => {
  clock = createManualClock();
});
afterEach(() => pool.stop());

describe('administrator operations', () => {
  const create = (Username: string, extra: object = {}) =>
    pool.client.send(
      new AdminCreateUserCommand({
        UserPoolId: POOL,
        Username,
        MessageAction: 'SUPPRESS',
        TemporaryPassword: PASSWORD,
        UserAttributes: [
          { Name: 'email', Value: `${Username}@x.io` },
          { Name: 'email_verified', Value: 'true' },
        ],
        ...extra,
      }),
    );

  it('require a signed request', async () => {
    await start();
    const response = await fetch(pool.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers' },
      body: JSON.stringify({ UserPoolId: POOL }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
    const unsigned = new CognitoIdentityProviderClient({
      endpoint: pool.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    });
    await expect(unsigned.send(new ListUsersCommand({ UserPoolId: POOL }))).rejects.toMatchObject({
      name: 'MissingAuthenticationTokenException',
    });
  });

  it('create, reinvite, reset, confirm and delete users, and set passwords', async () => {
    await start();
    expect((await create('ann')).User).toMatchObject({
      Username: 'ann',
      UserStatus: 'FORCE_CHANGE_PASSWORD',
      Enabled: true,
      UserCreateDate: new Date(clock.now()),
    });
    await expect(create('ann')).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'User account already exists',
    });
    await expect(
      create('bob', {
        UserAttributes: [
          { Name: 'email', Value: 'ann@x.io' },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    ).rejects.toMatchObject({ name: 'AliasExistsException' });
    await create('ann', {
      MessageAction: 'RESEND',
      DesiredDeliveryMediums: ['EMAIL'],
      TemporaryPassword: 'Second-temporary-1',
    });
    expect(pool.mailbox.list({ to: 'ann@x.io' })[0]?.body).toBe(
      'Your username is ann and temporary password is Second-temporary-1.',
    );
    const step = await signInSrp(pool.client, 'ann', 'Second-temporary-1');
    expect(step.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    await clock.advance(7 * 86_400_000);
    await expect(signInSrp(pool.client, 'ann', 'Second-temporary-1')).rejects.toThrow(
      'Temporary password has expired and must be reset by an administrator.',
    );
    await expect(
      pool.client.send(
        new RespondToAuthChallengeCommand({
          ClientId: CLIENT,
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session: step.Session ?? '',
          ChallengeResponses: { USERNAME: 'ann', NEW_PASSWORD: 'Brand-new-pass-1' },
        }),
      ),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });

    const user = { UserPoolId: POOL, Username: 'ann' };
    await pool.client.send(new AdminSetUserPasswordCommand({ ...user, Password: 'Set-for-good-1', Permanent: true }));
    expect((await signInSrp(pool.client, 'ann', 'Set-for-good-1')).AuthenticationResult).toBeDefined();
    await pool.client.send(new AdminResetUserPasswordCommand(user));
    await expect(signInSrp(pool.client, 'ann', 'Set-for-good-1')).rejects.toMatchObject({
      name: 'PasswordResetRequiredException',
    });
    await pool.signUp('cid', 'cid@x.io');
    await pool.client.send(new AdminConfirmSignUpCommand({ UserPoolId: POOL, Username: 'cid' }));
    await signInSrp(pool.client, 'cid', PASSWORD);
    await pool.client.send(new AdminDeleteUserCommand(user));
    await expect(pool.getUser('ann@x.io')).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
    await create('ann');
  });

  it('list users by filter and page', async () => {
    await start();
    for (const name of ['ann', 'anton', 'bob', 'cid', 'dora']) await create(name);
    const list = async (input: object) => {
      const { Users, PaginationToken } = await pool.client.send(new ListUsersCommand({ UserPoolId: POOL, ...input }));
      return { names: Users?.map(({ Username }) => Username), next: PaginationToken };
    };
    expect((await list({ Filter: 'email = "ANN@x.io"' })).names).toEqual(['ann']);
    expect((await list({ Filter: 'username ^= "an"' })).names).toEqual(['ann', 'anton']);
    expect((await list({ Filter: 'cognito:user_status = "CONFIRMED"' })).names).toEqual([]);
    await expect(list({ Filter: 'custom:x = "1"' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    const one = await list({ Limit: 2 });
    const two = await list({ Limit: 2, PaginationToken: one.next });
    const three = await list({ Limit: 2, PaginationToken: two.next });
    expect([one.names, two.names, three.names, three.next]).toEqual([
      ['ann', 'anton'],
      ['bob', 'cid'],
      ['dora'],
      undefined,
    ]);
    const { Users } = await pool.client.send(
      new ListUsersCommand({ UserPoolId: POOL, AttributesToGet: ['email'], Limit: 1 }),
    );
    expect(Users?.[0]?.Attributes).toEqual([{ Name: 'email', Value: 'ann@x.io' }]);
  });

  it('change attributes, as users do; a new address applies after its code is confirmed', async () => {
    await start({ pool: { UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] } } });
    await pool.engine.seedUser({ poolId: POOL, username: 'ann', email: 'ann@x.io', password: PASSWORD });
    await pool.engine.seedUser({ poolId: POOL, username: 'bob', email: 'bob@x.io', password: PASSWORD });
    const AccessToken = (await signInSrp(pool.client, 'ann', PASSWORD)).AuthenticationResult?.AccessToken ?? '';
    const update = (Name: string, Value: string) =>
      pool.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name, Value }] }));
    const verify = (Code: string) =>
      pool.client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }));
    await update('name', 'Ann');
    await expect(update('email_verified', 'true')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(update('sub', 'x')).rejects.toMatchObject({ name: 'InvalidParameterException' });
    expect((await update('email', 'new@x.io')).CodeDeliveryDetailsList).toMatchObject([{ Destination: 'n***@x***' }]);
    expect(await pool.getUser('ann@x.io')).toMatchObject({ Username: 'ann' });
    await verify(pool.code('new@x.io'));
    expect(await pool.getUser('new@x.io')).toMatchObject({ Username: 'ann' });
    await expect(pool.getUser('ann@x.io')).rejects.toMatchObject({ name: 'UserNotFoundException' });
    await update('email', 'bob@x.io');
    await expect(verify(pool.code('bob@x.io'))).rejects.toMatchObject({ name: 'AliasExistsException' });
    expect((await pool.client.send(new GetUserCommand({ AccessToken }))).UserAttributes).toEqual(
      expect.arrayContaining([
        { Name: 'name', Value: 'Ann' },
        { Name: 'email', Value: 'new@x.io' },
      ]),
    );

    await expect(
      pool.client.send(
        new AdminUpdateUserAttributesCommand({
          UserPoolId: POOL,
          Username: 'ann',
          UserAttributes: [
            { Name: 'email', Value: 'bob@x.io' },
            { Name: 'email_verified', Value: 'true' },
          ],
        }),
      ),
    ).rejects.toMatchObject({ name: 'AliasExistsException' });
    await pool.client.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: POOL,
        Username: 'ann',
        UserAttributes: [
          { Name: 'email', Value: 'ann2@x.io' },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    );
    expect(await pool.getUser('ann2@x.io')).toMatchObject({ Username: 'ann' });
  });
});

it('rejects a client that cannot write an attribute the pool requires', async () => {
  await start();
  const properties = { ...CLIENT_PROPERTIES, WriteAttributes: ['name'] };
  expect(() => pool.engine.createUserPoolClient({ id: 'other', poolId: POOL, properties })).toThrow(
    'WriteAttributes: must contain the required email',
  );
});
