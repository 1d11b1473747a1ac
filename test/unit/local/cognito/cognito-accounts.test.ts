import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  ListUsersCommand,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { ManualClock } from '../../../../infra/local/clock.ts';
import { CLIENT, PASSWORD, POOL, signInSrp, startPool } from './cognito-support.ts';
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

const signUp = (Username: string, email: string, Password = PASSWORD, extra: { Name: string; Value: string }[] = []) =>
  pool.client.send(
    new SignUpCommand({
      ClientId: CLIENT,
      Username,
      Password,
      UserAttributes: [{ Name: 'email', Value: email }, ...extra],
    }),
  );
const confirm = (Username: string, ConfirmationCode: string, ForceAliasCreation?: boolean) =>
  pool.client.send(new ConfirmSignUpCommand({ ClientId: CLIENT, Username, ConfirmationCode, ForceAliasCreation }));
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
const admin = (Username: string) => pool.client.send(new AdminGetUserCommand({ UserPoolId: POOL, Username }));

describe('sign-up', () => {
  it('hides that an address is taken until the code has proved it', async () => {
    await start();
    await signUp('one', 'Same@x.io');
    await confirm('one', pool.code('Same@x.io'));
    const second = await signUp('two', 'same@x.io');
    expect(second).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: 's***@x***', AttributeName: 'email' },
    });
    const code = pool.code('same@x.io');
    await expect(confirm('two', wrongFor(code))).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    });
    await expect(confirm('two', code)).rejects.toMatchObject({
      name: 'AliasExistsException',
      message: 'An account with the email already exists.',
    });
    expect(await admin('two')).toMatchObject({ UserStatus: 'UNCONFIRMED' });
    expect(await admin('SAME@x.io')).toMatchObject({ Username: 'one' });
    await confirm('two', code, true);
    expect(await admin('same@x.io')).toMatchObject({ Username: 'two' });
    expect((await admin('one')).UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'false' });
  });

  it('does not let an unconfirmed user in, nor an unverified address stand for one', async () => {
    await start();
    await signUp('early', 'early@x.io');
    await expect(signInSrp(pool.client, 'early', PASSWORD)).rejects.toMatchObject({
      name: 'UserNotConfirmedException',
      message: 'User is not confirmed.',
    });
    await expect(signInSrp(pool.client, 'early@x.io', PASSWORD)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });

  it.each([
    ['Ab1!', 'Password not long enough'],
    ['abcdefgh1!', 'Password must have uppercase characters'],
    ['ABCDEFGH1!', 'Password must have lowercase characters'],
    ['Abcdefghi!', 'Password must have numeric characters'],
    ['Abcdefghi1', 'Password must have symbol characters'],
  ])('refuses the password %s', async (password, why) => {
    await start();
    await expect(signUp('weak', 'weak@x.io', password)).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${why}`,
    });
  });

  it('refuses what Cognito refuses', async () => {
    await start();
    const refusal = async (promise: Promise<unknown>, name: string, text: string) =>
      expect(promise).rejects.toMatchObject({ name, message: expect.stringContaining(text) as string });
    await signUp('Taken', 'a@x.io');
    await refusal(signUp('taken', 'b@x.io'), 'UsernameExistsException', 'User already exists');
    await refusal(signUp('a@x.io', 'b@x.io'), 'InvalidParameterException', 'Username cannot be of email format');
    await refusal(signUp('b', 'not-an-address'), 'InvalidParameterException', 'Invalid email address format.');
    await refusal(signUp('with space', 'b@x.io'), 'InvalidParameterException', 'username');
    await refusal(signUp('b', ''), 'InvalidParameterException', 'email: The attribute email is required');
    await refusal(
      signUp('b', 'b@x.io', PASSWORD, [{ Name: 'email_verified', Value: 'true' }]),
      'NotAuthorizedException',
      'unauthorized attribute',
    );
    await refusal(
      signUp('b', 'b@x.io', PASSWORD, [{ Name: 'custom:role', Value: 'admin' }]),
      'InvalidParameterException',
      'custom:role',
    );
    await signUp('__proto__', 'c@x.io');
    await signUp('constructor', 'c@x.io');
    expect(await admin('__proto__')).toMatchObject({ Username: '__proto__' });
  });

  it('ends codes after 24 hours and guesses after 15 an hour', async () => {
    await start();
    await signUp('slow', 'slow@x.io');
    const code = pool.code('slow@x.io');
    for (let i = 0; i < 15; i += 1)
      await expect(confirm('slow', wrongFor(code))).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(confirm('slow', code)).rejects.toMatchObject({ name: 'LimitExceededException' });
    await clock.advance(86_400_000);
    await expect(confirm('slow', code)).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    });
    await pool.client.send(new ResendConfirmationCodeCommand({ ClientId: CLIENT, Username: 'slow' }));
    await confirm('slow', pool.code('slow@x.io'));
    await expect(confirm('slow', code)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
    await expect(
      pool.client.send(new ResendConfirmationCodeCommand({ ClientId: CLIENT, Username: 'slow' })),
    ).rejects.toMatchObject({ name: 'InvalidParameterException', message: 'User is already confirmed.' });
  });

  it('is off when only administrators create', async () => {
    await start({ pool: { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } } });
    await expect(signUp('a', 'a@x.io')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'SignUp is not permitted for this user pool',
    });
  });
});

describe('a forgotten password', () => {
  const forgot = (Username: string) => pool.client.send(new ForgotPasswordCommand({ ClientId: CLIENT, Username }));
  const reset = (Username: string, ConfirmationCode: string, Password = 'Another-pass-1') =>
    pool.client.send(new ConfirmForgotPasswordCommand({ ClientId: CLIENT, Username, ConfirmationCode, Password }));

  it('answers for unknown users as for known ones, in every step', async () => {
    await start();
    await pool.engine.seedUser({ poolId: POOL, username: 'known', email: 'known@x.io', password: PASSWORD });
    const names = ['known@x.io', 'knave@x.io'];
    const outcomes = (run: (name: string) => Promise<object>) =>
      Promise.all(
        names.map((name) =>
          run(name).then(
            (ok) => JSON.stringify({ ...ok, $metadata: 0 }),
            (error: Error) => `${error.name}: ${error.message}`,
          ),
        ),
      );
    const steps = [
      () => outcomes((name) => reset(name, '000000x')),
      () => outcomes(forgot),
      () => outcomes((name) => reset(name, '00000x')),
      () => outcomes((name) => reset(name, '00000x', 'weak')),
    ];
    for (const step of steps) {
      const [known, unknown] = await step();
      expect(unknown).toBe(known);
    }
    for (let i = 0; i < 4; i += 1) await outcomes(forgot);
    const [known, unknown] = await outcomes(forgot);
    expect(known).toContain('LimitExceededException');
    expect(unknown).toBe(known);
  });

  it('is replaced within the hour, once', async () => {
    await start();
    await pool.engine.seedUser({ poolId: POOL, username: 'known', email: 'known@x.io', password: PASSWORD });
    await forgot('known');
    const old = pool.code('known@x.io');
    await clock.advance(3_600_000);
    await expect(reset('known', old)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await forgot('known');
    await reset('known', pool.code('known@x.io'));
    await expect(reset('known', pool.code('known@x.io'))).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await signInSrp(pool.client, 'known@x.io', 'Another-pass-1');
    await expect(signInSrp(pool.client, 'known', PASSWORD)).rejects.toThrow('Incorrect username or password.');
  });
});

describe('triggers', () => {
  const LambdaConfig = {
    PreSignUp: 'pre-sign-up',
    PostConfirmation: 'post-confirmation',
    CustomMessage: 'custom-message',
    PreAuthentication: 'pre-auth',
    PostAuthentication: 'post-auth',
    PreTokenGenerationConfig: { LambdaArn: 'pre-token', LambdaVersion: 'V1_0' },
  };
  const responses: Record<string, object> = {
    'custom-message': { emailSubject: 'Hello', emailMessage: '<a href="/auth?code={####}">{####}</a>' },
    'pre-token': {
      claimsOverrideDetails: { claimsToAddOrOverride: { plan: 'free', sub: 'x' }, claimsToSuppress: ['email'] },
    },
  };

  it("run in Cognito's order with Cognito's events", async () => {
    await start({
      pool: { LambdaConfig },
      trigger: (name, event) => ({ payload: { ...event, response: responses[name] ?? event.response }, logs: [] }),
    });
    await signUp('eva', 'eva@x.io');
    const mail = pool.mailbox.list({ to: 'eva@x.io' })[0];
    expect(mail?.subject).toBe('Hello');
    expect(mail?.body).toMatch(/^<a href="\/auth\?code=(\d{6})">\1<\/a>$/);
    await confirm('eva', pool.code('eva@x.io'));
    const { AuthenticationResult } = await signInSrp(pool.client, 'eva', PASSWORD);
    const id = decodeJwt(AuthenticationResult?.IdToken ?? '');
    expect(id).toMatchObject({
      plan: 'free',
      sub: (await admin('eva')).UserAttributes?.find(({ Name }) => Name === 'sub')?.Value,
    });
    expect(id).not.toHaveProperty('email');
    expect(decodeJwt(AuthenticationResult?.AccessToken ?? '')).not.toHaveProperty('plan');
    await pool.client.send(new ForgotPasswordCommand({ ClientId: CLIENT, Username: 'eva' }));
    expect(pool.events.map(({ target, event }) => [target, event.triggerSource])).toEqual([
      ['pre-sign-up', 'PreSignUp_SignUp'],
      ['custom-message', 'CustomMessage_SignUp'],
      ['post-confirmation', 'PostConfirmation_ConfirmSignUp'],
      ['pre-auth', 'PreAuthentication_Authentication'],
      ['post-auth', 'PostAuthentication_Authentication'],
      ['pre-token', 'TokenGeneration_Authentication'],
      ['custom-message', 'CustomMessage_ForgotPassword'],
    ]);
    expect(pool.events[2]?.event).toEqual({
      version: '1',
      region: 'us-east-1',
      userPoolId: POOL,
      userName: 'eva',
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: CLIENT },
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: {
        userAttributes: {
          sub: id.sub,
          'cognito:user_status': 'CONFIRMED',
          email: 'eva@x.io',
          email_verified: 'true',
          'cognito:email_alias': 'eva@x.io',
        },
      },
      response: {},
    });
    expect(pool.events[1]?.event.request.codeParameter).toBe('{####}');
  });

  it('may confirm, refuse, fail after the fact, or answer nonsense', async () => {
    let answer: (name: string) => object | undefined = () => ({ autoConfirmUser: true, autoVerifyEmail: true });
    let fails = '';
    await start({
      pool: {
        LambdaConfig: {
          PreSignUp: 'pre-sign-up',
          PostConfirmation: 'post-confirmation',
          CustomMessage: 'custom-message',
        },
      },
      trigger: (name, event) => {
        if (name === fails) return { error: { errorType: 'Error', errorMessage: 'not today.' }, logs: [] };
        const response = answer(name);
        return { payload: response === undefined ? null : { ...event, response }, logs: [] };
      },
    });
    expect(await signUp('auto', 'auto@x.io')).toMatchObject({ UserConfirmed: true });
    await signInSrp(pool.client, 'auto@x.io', PASSWORD);
    answer = () => ({});
    fails = 'pre-sign-up';
    await expect(signUp('no', 'no@x.io')).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PreSignUp failed with error not today.',
    });
    await expect(admin('no')).rejects.toMatchObject({ name: 'UserNotFoundException' });
    fails = 'post-confirmation';
    await signUp('late', 'late@x.io');
    await expect(confirm('late', pool.code('late@x.io'))).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
    });
    expect(await admin('late')).toMatchObject({ UserStatus: 'CONFIRMED' });
    fails = '';
    answer = (name) => (name === 'custom-message' ? { emailMessage: 'no code in here' } : {});
    await expect(signUp('silent', 'silent@x.io')).rejects.toMatchObject({ name: 'InvalidLambdaResponseException' });
    answer = () => undefined;
    await expect(signUp('odd', 'odd@x.io')).rejects.toMatchObject({
      name: 'InvalidLambdaResponseException',
      message: 'Unrecognizable lambda output',
    });
  });
});

describe('administrators', () => {
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

  it('must sign their requests', async () => {
    await start();
    const response = await fetch(pool.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers' },
      body: JSON.stringify({ UserPoolId: POOL }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
    const unserved = new CognitoIdentityProviderClient({
      endpoint: pool.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    });
    await expect(unserved.send(new ListUsersCommand({ UserPoolId: POOL }))).rejects.toMatchObject({
      name: 'MissingAuthenticationTokenException',
    });
  });

  it('create, invite again, set passwords, reset, confirm and delete', async () => {
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
    await signUp('cid', 'cid@x.io');
    await pool.client.send(new AdminConfirmSignUpCommand({ UserPoolId: POOL, Username: 'cid' }));
    await signInSrp(pool.client, 'cid', PASSWORD);
    await pool.client.send(new AdminDeleteUserCommand(user));
    await expect(admin('ann@x.io')).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
    await create('ann');
  });

  it('list by filter and page', async () => {
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

  it('and users change attributes; a new address counts once it is proved', async () => {
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
    expect(await admin('ann@x.io')).toMatchObject({ Username: 'ann' });
    await verify(pool.code('new@x.io'));
    expect(await admin('new@x.io')).toMatchObject({ Username: 'ann' });
    await expect(admin('ann@x.io')).rejects.toMatchObject({ name: 'UserNotFoundException' });
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
    expect(await admin('ann2@x.io')).toMatchObject({ Username: 'ann' });
  });
});

it('refuses to start with a feature that it does not serve, by name', async () => {
  await start();
  const make = (properties: Record<string, unknown>) =>
    pool.engine.createUserPool({ id: 'us-east-1_other', properties });
  await expect(make({ UsernameAttributes: ['email'] })).rejects.toThrow('UsernameAttributes');
  await expect(make({ LambdaConfig: { UserMigration: 'arn' } })).rejects.toThrow('UserMigration');
  await expect(make({ EnabledMfas: ['SMS_MFA'] })).rejects.toThrow('EnabledMfas');
  expect(() =>
    pool.engine.createUserPoolClient({ id: 'c', poolId: POOL, properties: { GenerateSecret: true } }),
  ).toThrow('GenerateSecret');
  expect(() =>
    pool.engine.createUserPoolClient({
      id: 'c',
      poolId: POOL,
      properties: { ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] },
    }),
  ).toThrow('ExplicitAuthFlows');
});
