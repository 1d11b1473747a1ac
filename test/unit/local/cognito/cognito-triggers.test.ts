import { ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
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
    await pool.signUp('eva', 'eva@x.io');
    const mail = pool.mailbox.list({ to: 'eva@x.io' })[0];
    expect(mail?.subject).toBe('Hello');
    expect(mail?.body).toMatch(/^<a href="\/auth\?code=(\d{6})">\1<\/a>$/);
    await pool.confirm('eva', pool.code('eva@x.io'));
    const { AuthenticationResult } = await signInSrp(pool.client, 'eva', PASSWORD);
    const id = decodeJwt(AuthenticationResult?.IdToken ?? '');
    expect(id).toMatchObject({
      plan: 'free',
      sub: (await pool.getUser('eva')).UserAttributes?.find(({ Name }) => Name === 'sub')?.Value,
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

  it('can confirm a user, reject a sign-up, fail after confirmation and return invalid answers', async () => {
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
    expect(await pool.signUp('auto', 'auto@x.io')).toMatchObject({ UserConfirmed: true });
    await signInSrp(pool.client, 'auto@x.io', PASSWORD);
    answer = () => ({});
    fails = 'pre-sign-up';
    await expect(pool.signUp('no', 'no@x.io')).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PreSignUp failed with error not today.',
    });
    await expect(pool.getUser('no')).rejects.toMatchObject({ name: 'UserNotFoundException' });
    fails = 'post-confirmation';
    await pool.signUp('late', 'late@x.io');
    await expect(pool.confirm('late', pool.code('late@x.io'))).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
    });
    expect(await pool.getUser('late')).toMatchObject({ UserStatus: 'CONFIRMED' });
    fails = '';
    answer = (name) => (name === 'custom-message' ? { emailMessage: 'no code in here' } : {});
    await expect(pool.signUp('silent', 'silent@x.io')).rejects.toMatchObject({
      name: 'InvalidLambdaResponseException',
    });
    answer = () => undefined;
    await expect(pool.signUp('odd', 'odd@x.io')).rejects.toMatchObject({
      name: 'InvalidLambdaResponseException',
      message: 'Unrecognizable lambda output',
    });
  });
});
