/** @jest-environment jest-fixed-jsdom */
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
    client: createCognitoClient(
      { ...testConfig, userPoolEndpoint: 'http://localhost:4000/_local/cognito' },
      async () => undefined,
    ),
  };
};

describe('the user pool', () => {
  it('is called at the configured endpoint, including its path, and its errors keep name and message', async () => {
    const { client, calls } = setUp({
      InitiateAuth: {
        status: 400,
        body: { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' },
      },
    });
    await expect(client.signIn('ada@example.com', 'Long-enough-1')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
    expect(calls[0]?.url).toBe('http://localhost:4000/_local/cognito');
    expect(JSON.stringify(calls)).not.toContain('Long-enough-1');
  });

  it('has no token while no one is signed in', async () => {
    const { client } = setUp({});
    await expect(client.accessToken({ forceRefresh: false })).resolves.toBeUndefined();
  });
});
