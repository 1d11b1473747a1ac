import {
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AssociateSoftwareTokenCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserAuthFactorsCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { createManualClock, type ManualClock } from '../../../../infra/local/clock.ts';
import {
  CLIENT,
  PASSKEY_POOL,
  PASSWORD,
  POOL,
  USER_AUTH_CLIENT,
  signInSrp,
  startPool,
  totp,
  type StartedPool,
} from './cognito-support.ts';

const NUMBER = '+4915112345678';
const SMS_POOL = {
  EnabledMfas: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'],
  SmsConfiguration: { SnsCallerArn: 'arn:aws:iam::000000000000:role/sms', ExternalId: 'soundstage' },
};
const ACCOUNT = { UserPoolId: POOL, Username: 'listener' };
const LOA_3 = { TARGET_ACR_VALUES: 'urn:cognito:loa:3' };

let clock: ManualClock;
let pool: StartedPool;

const start = async (options: Parameters<typeof startPool>[1] = {}) => {
  pool = await startPool(clock, { pool: SMS_POOL, client: USER_AUTH_CLIENT, ...options });
  await pool.engine.seedUser({ poolId: POOL, username: 'listener', email: 'listener@x.io', password: PASSWORD });
};
beforeEach(async () => {
  clock = createManualClock();
  await start();
});
afterEach(() => pool.stop());

const signIn = () => signInSrp(pool.client, 'listener', PASSWORD);
const token = async () => (await signIn()).AuthenticationResult?.AccessToken ?? '';
const setNumber = (Value = NUMBER) =>
  pool.client.send(
    new AdminUpdateUserAttributesCommand({ ...ACCOUNT, UserAttributes: [{ Name: 'phone_number', Value }] }),
  );
const attributes = async () =>
  Object.fromEntries(((await pool.getUser('listener')).UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]));
const askCode = (AccessToken: string) =>
  pool.client.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'phone_number' }));
const verify = (AccessToken: string, Code: string) =>
  pool.client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'phone_number', Code }));
const prefer = (AccessToken: string, Enabled = true) =>
  pool.client.send(
    new SetUserMFAPreferenceCommand({ AccessToken, SMSMfaSettings: { Enabled, PreferredMfa: Enabled } }),
  );
const setUpPhone = async (): Promise<string> => {
  const accessToken = await token();
  await setNumber();
  await askCode(accessToken);
  await verify(accessToken, pool.code(NUMBER));
  await prefer(accessToken);
  return accessToken;
};
const setUpApp = async (AccessToken: string): Promise<string> => {
  const { SecretCode = '' } = await pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  await pool.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: totp(SecretCode, clock.now()) }));
  const settings = { Enabled: true, PreferredMfa: true };
  await pool.client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: settings }));
  await clock.advance(60_000);
  return SecretCode;
};
const initiate = (more: Record<string, string>) =>
  pool.client.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_AUTH',
      ClientId: CLIENT,
      AuthParameters: { USERNAME: 'listener', ...more },
    }),
  );
const answer = (Session: string | undefined, code: string) =>
  pool.client.send(
    new RespondToAuthChallengeCommand({
      ChallengeName: 'SMS_MFA',
      ClientId: CLIENT,
      Session,
      ChallengeResponses: { USERNAME: 'listener', SMS_MFA_CODE: code },
    }),
  );
const levelOf = (accessToken: string | undefined) => {
  const { acr, amr } = decodeJwt(accessToken ?? '');
  return { acr, amr };
};
/** A code that is not the given one. */
const other = (code: string) => (code === '111111' ? '222222' : '111111');

describe('a phone number', () => {
  it('is verified by the code of an SMS, and only then a second factor', async () => {
    const accessToken = await token();
    await setNumber();
    expect(await attributes()).toMatchObject({ phone_number: NUMBER, phone_number_verified: 'false' });
    await expect(prefer(accessToken)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    const sent = await askCode(accessToken);
    expect(sent.CodeDeliveryDetails).toEqual({
      Destination: '+*********5678',
      DeliveryMedium: 'SMS',
      AttributeName: 'phone_number',
    });
    expect(pool.mailbox.list()).toMatchObject([{ to: NUMBER, medium: 'sms' }]);
    const code = pool.code(NUMBER);
    await expect(verify(accessToken, other(code))).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await verify(accessToken, code);
    await expect(verify(accessToken, code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    expect(await attributes()).toMatchObject({ phone_number_verified: 'true' });
    expect((await signIn()).AuthenticationResult).toBeDefined();
    await prefer(accessToken);
    expect(await pool.client.send(new GetUserAuthFactorsCommand({ AccessToken: accessToken }))).toMatchObject({
      PreferredMfaSetting: 'SMS_MFA',
      UserMFASettingList: ['SMS_MFA'],
      ConfiguredUserAuthFactors: ['PASSWORD', 'SMS_OTP'],
    });
  });

  it('replaced, is unverified, and the code for the old number verifies nothing', async () => {
    const accessToken = await token();
    await setNumber();
    await askCode(accessToken);
    const code = pool.code(NUMBER);
    await setNumber('+4915187654321');
    await expect(verify(accessToken, code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await setNumber('');
    expect(await attributes()).not.toHaveProperty('phone_number');
    expect(await attributes()).not.toHaveProperty('phone_number_verified');
  });

  it('must have the form of E.164, and is not written by a client that may not', async () => {
    for (const number of ['015112345678', '+0123', '+49 151 1234', `+${'1'.repeat(16)}`])
      await expect(setNumber(number)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await pool.stop();
    await start({ client: { ...USER_AUTH_CLIENT, WriteAttributes: ['email', 'name'] } });
    const UserAttributes = [{ Name: 'phone_number', Value: NUMBER }];
    await expect(
      pool.client.send(new UpdateUserAttributesCommand({ AccessToken: await token(), UserAttributes })),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('gets no code in a pool without SMS, which can also not turn it on', async () => {
    await pool.stop();
    await start({ pool: {} });
    const accessToken = await token();
    await setNumber();
    await expect(askCode(accessToken)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(prefer(accessToken)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(prefer(accessToken, false)).resolves.toBeDefined();
  });
});

describe('signing in with a code by SMS', () => {
  it('asks for the code, once, and reaches the third level', async () => {
    await setUpPhone();
    const asked = await signIn();
    expect(asked).toMatchObject({
      ChallengeName: 'SMS_MFA',
      ChallengeParameters: {
        USER_ID_FOR_SRP: 'listener',
        CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
        CODE_DELIVERY_DESTINATION: '+*********5678',
      },
    });
    const code = pool.code(NUMBER);
    await expect(answer(asked.Session, other(code))).rejects.toMatchObject({ name: 'CodeMismatchException' });
    const { AuthenticationResult } = await answer(asked.Session, code);
    expect(levelOf(AuthenticationResult?.AccessToken)).toEqual({
      acr: 'urn:cognito:loa:3',
      amr: ['pwd', 'sms', 'mfa'],
    });
    await expect(answer(asked.Session, code)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('rejects a late code, and the code of another sign-in', async () => {
    await setUpPhone();
    const late = await signIn();
    const code = pool.code(NUMBER);
    const next = await signIn();
    if (code !== pool.code(NUMBER))
      await expect(answer(next.Session, code)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await clock.advance(3 * 60_000);
    await expect(answer(late.Session, code)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('asks for the preferred factor of two, of which there is one', async () => {
    const accessToken = await setUpPhone();
    await setUpApp(accessToken);
    expect((await signIn()).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    await prefer(accessToken);
    expect((await signIn()).ChallengeName).toBe('SMS_MFA');
    await pool.client.send(
      new AdminSetUserMFAPreferenceCommand({ ...ACCOUNT, SMSMfaSettings: { Enabled: false, PreferredMfa: false } }),
    );
    expect((await signIn()).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });

  it('raises the level of a session by the code alone', async () => {
    const accessToken = await setUpPhone();
    const asked = await initiate({ ...LOA_3, ACCESS_TOKEN: accessToken, MAX_AGE: '900' });
    expect(asked.ChallengeName).toBe('SMS_MFA');
    const { AuthenticationResult } = await answer(asked.Session, pool.code(NUMBER));
    expect(levelOf(AuthenticationResult?.AccessToken).amr).toEqual(['pwd', 'sms', 'mfa']);
    await clock.advance(20 * 60_000);
    const stale = await initiate({ ...LOA_3, ACCESS_TOKEN: accessToken, MAX_AGE: '900' });
    expect(stale.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP']);
  });

  it('lets passkeys replace the code only when they count as several factors', async () => {
    await pool.stop();
    await start({ pool: { ...PASSKEY_POOL, ...SMS_POOL } });
    const accessToken = await setUpPhone();
    const passkeys = (Enabled: boolean) =>
      pool.client.send(new SetUserMFAPreferenceCommand({ AccessToken: accessToken, WebAuthnMfaSettings: { Enabled } }));
    await passkeys(true);
    await prefer(accessToken, false);
    await expect(passkeys(true)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('takes its text from the trigger, with the code in it', async () => {
    await pool.stop();
    const texts: (string | undefined)[] = ['Your code: {####}', 'No code'];
    await start({
      pool: { ...SMS_POOL, LambdaConfig: { CustomMessage: 'arn:custom' } },
      trigger: (_name, event) => ({
        payload: { ...event, response: { ...event.response, smsMessage: texts[0] } },
        logs: [],
      }),
    });
    await setUpPhone();
    expect(pool.mailbox.list({ to: NUMBER })[0]?.body).toMatch(/^Your code: \d{6}$/);
    expect(pool.events.at(-1)?.event.triggerSource).toBe('CustomMessage_VerifyUserAttribute');
    texts.shift();
    await expect(signIn()).rejects.toMatchObject({ name: 'InvalidLambdaResponseException' });
    expect(pool.events.at(-1)?.event.triggerSource).toBe('CustomMessage_Authentication');
  });
});

it('needs a configuration for SMS, as AWS does', async () => {
  const properties = { MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SMS_MFA'] };
  await expect(pool.engine.createUserPool({ id: 'us-east-1_other', properties })).rejects.toThrow(
    'SMS_MFA needs SmsConfiguration',
  );
});
