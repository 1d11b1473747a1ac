import {
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
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

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

describe('sign-up', () => {
  it('reveals that an address is taken only after its code is confirmed', async () => {
    await start();
    await pool.signUp('one', 'Same@x.io');
    await pool.confirm('one', pool.code('Same@x.io'));
    const second = await pool.signUp('two', 'same@x.io');
    expect(second).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: 's***@x***', AttributeName: 'email' },
    });
    const code = pool.code('same@x.io');
    await expect(pool.confirm('two', wrongFor(code))).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    });
    await expect(pool.confirm('two', code)).rejects.toMatchObject({
      name: 'AliasExistsException',
      message: 'An account with the email already exists.',
    });
    expect(await pool.getUser('two')).toMatchObject({ UserStatus: 'UNCONFIRMED' });
    expect(await pool.getUser('SAME@x.io')).toMatchObject({ Username: 'one' });
    await pool.confirm('two', code, true);
    expect(await pool.getUser('same@x.io')).toMatchObject({ Username: 'two' });
    expect((await pool.getUser('one')).UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'false' });
  });

  it('denies sign-in to an unconfirmed user and by an unverified address', async () => {
    await start();
    await pool.signUp('early', 'early@x.io');
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
  ])('rejects the password %s', async (password, why) => {
    await start();
    await expect(pool.signUp('weak', 'weak@x.io', password)).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${why}`,
    });
  });

  it('rejects the same input as Cognito', async () => {
    await start();
    const expectRejection = async (promise: Promise<unknown>, name: string, text: string) =>
      expect(promise).rejects.toMatchObject({ name, message: expect.stringContaining(text) as string });
    await pool.signUp('Taken', 'a@x.io');
    await expectRejection(pool.signUp('taken', 'b@x.io'), 'UsernameExistsException', 'User already exists');
    await expectRejection(
      pool.signUp('a@x.io', 'b@x.io'),
      'InvalidParameterException',
      'Username cannot be of email format',
    );
    await expectRejection(
      pool.signUp('b', 'not-an-address'),
      'InvalidParameterException',
      'Invalid email address format.',
    );
    await expectRejection(pool.signUp('with space', 'b@x.io'), 'InvalidParameterException', 'username');
    await expectRejection(pool.signUp('b', ''), 'InvalidParameterException', 'email: The attribute email is required');
    await expectRejection(
      pool.signUp('b', 'b@x.io', PASSWORD, [{ Name: 'email_verified', Value: 'true' }]),
      'NotAuthorizedException',
      'unauthorized attribute',
    );
    await expectRejection(
      pool.signUp('b', 'b@x.io', PASSWORD, [{ Name: 'custom:role', Value: 'admin' }]),
      'InvalidParameterException',
      'custom:role',
    );
    await pool.signUp('__proto__', 'c@x.io');
    await pool.signUp('constructor', 'c@x.io');
    expect(await pool.getUser('__proto__')).toMatchObject({ Username: '__proto__' });
  });

  it('expires codes after 24 hours and limits attempts to 15 an hour', async () => {
    await start();
    await pool.signUp('slow', 'slow@x.io');
    const code = pool.code('slow@x.io');
    for (let i = 0; i < 15; i += 1)
      await expect(pool.confirm('slow', wrongFor(code))).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(pool.confirm('slow', code)).rejects.toMatchObject({ name: 'LimitExceededException' });
    await clock.advance(86_400_000);
    await expect(pool.confirm('slow', code)).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    });
    await pool.client.send(new ResendConfirmationCodeCommand({ ClientId: CLIENT, Username: 'slow' }));
    await pool.confirm('slow', pool.code('slow@x.io'));
    await expect(pool.confirm('slow', code)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
    await expect(
      pool.client.send(new ResendConfirmationCodeCommand({ ClientId: CLIENT, Username: 'slow' })),
    ).rejects.toMatchObject({ name: 'InvalidParameterException', message: 'User is already confirmed.' });
  });

  it('sends an email for each new name with the same address: the product therefore keeps it off', async () => {
    await start();
    await Promise.all(Array.from({ length: 30 }, (_, index) => pool.signUp(`name-${index}`, 'stranger@x.io')));
    expect(pool.mailbox.list({ to: 'stranger@x.io' })).toHaveLength(30);
  });

  it('is not permitted when only administrators create accounts', async () => {
    await start({ pool: { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } } });
    await expect(pool.signUp('a', 'a@x.io')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'SignUp is not permitted for this user pool',
    });
  });
});

describe('password reset', () => {
  const forgot = (Username: string) => pool.client.send(new ForgotPasswordCommand({ ClientId: CLIENT, Username }));
  const reset = (Username: string, ConfirmationCode: string, Password = 'Another-pass-1') =>
    pool.client.send(new ConfirmForgotPasswordCommand({ ClientId: CLIENT, Username, ConfirmationCode, Password }));

  it('gives the same answers for unknown and known users in every step', async () => {
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

  it('accepts a code once, within one hour', async () => {
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
