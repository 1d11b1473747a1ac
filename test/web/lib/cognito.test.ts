import { createCognitoClient } from '../../../web/src/lib/auth/cognito.ts';
import { testConfig } from '../support/render-app.tsx';

interface PoolCall {
  readonly operation: string;
  readonly url: string;
  readonly body: Record<string, unknown>;
}

/** A user pool that records operation, URL and body of every request. */
const setUp = (answers: Record<string, { status?: number; body: unknown }>) => {
  const calls: PoolCall[] = [];
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const operation = new Headers(init?.headers).get('x-amz-target')?.split('.')[1] ?? '';
    calls.push({ operation, url: String(input), body: JSON.parse(String(init?.body)) as Record<string, unknown> });
    const { status = 200, body } = answers[operation] ?? {
      status: 400,
      body: { __type: 'UnknownOperationException', message: operation },
    };
    return new Response(JSON.stringify(body), { status });
  });
  return {
    calls,
    client: createCognitoClient({ ...testConfig, userPoolEndpoint: 'http://localhost:4000/_local/cognito' }),
  };
};

describe('the user pool', () => {
  it('is called at the configured endpoint, including its path', async () => {
    const { client, calls } = setUp({
      SignUp: {
        body: {
          UserConfirmed: false,
          UserSub: 'sub',
          CodeDeliveryDetails: { Destination: 'a***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
        },
      },
    });
    await client.signUp({ username: 'u-1', email: 'ada@example.com', password: 'Long-enough-1', fullName: 'Ada' });
    expect(calls[0]?.url).toBe('http://localhost:4000/_local/cognito');
    expect(calls[0]?.body).toMatchObject({
      ClientId: 'test-client',
      Username: 'u-1',
      Password: 'Long-enough-1',
      UserAttributes: [
        { Name: 'email', Value: 'ada@example.com' },
        { Name: 'name', Value: 'Ada' },
      ],
    });
  });

  it('omits an empty name', async () => {
    const { client, calls } = setUp({ SignUp: { body: { UserConfirmed: false, UserSub: 'sub' } } });
    await client.signUp({ username: 'u-1', email: 'ada@example.com', password: 'Long-enough-1', fullName: '' });
    expect(calls[0]?.body['UserAttributes']).toEqual([{ Name: 'email', Value: 'ada@example.com' }]);
  });

  it('confirms, resends and resets by username', async () => {
    const delivered = { CodeDeliveryDetails: { Destination: 'a***', DeliveryMedium: 'EMAIL', AttributeName: 'email' } };
    const { client, calls } = setUp({
      ConfirmSignUp: { body: {} },
      ResendConfirmationCode: { body: delivered },
      ForgotPassword: { body: delivered },
      ConfirmForgotPassword: { body: {} },
    });
    await client.confirmSignUp('u-1', '123456');
    await client.resendCode('u-1');
    await client.requestPasswordReset('ada@example.com');
    await client.confirmPasswordReset('u-1', '654321', 'Long-enough-2');
    expect(calls.map(({ operation, body }) => [operation, body['Username'], body['ConfirmationCode']])).toEqual([
      ['ConfirmSignUp', 'u-1', '123456'],
      ['ResendConfirmationCode', 'u-1', undefined],
      ['ForgotPassword', 'ada@example.com', undefined],
      ['ConfirmForgotPassword', 'u-1', '654321'],
    ]);
  });

  it("keeps name and message of the user pool's errors", async () => {
    const { client } = setUp({
      ConfirmSignUp: {
        status: 400,
        body: { __type: 'AliasExistsException', message: 'An account with the email already exists.' },
      },
    });
    await expect(client.confirmSignUp('u-1', '123456')).rejects.toMatchObject({
      name: 'AliasExistsException',
      message: 'An account with the email already exists.',
    });
  });

  it('has no token while no one is signed in', async () => {
    const { client } = setUp({});
    await expect(client.accessToken({ forceRefresh: false })).resolves.toBeUndefined();
  });
});
