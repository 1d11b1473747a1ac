/** @jest-environment jest-fixed-jsdom */
import { createApiClient } from '../../../web/src/lib/api/api-client.ts';
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import { createApiStub } from '../support/api-stub.ts';

const contentId = 'cnt_01HZX3V5Q8W9T2M4N6P7R8S0A1';
const page = { items: [], next_cursor: null };

const setUp = (tokens: (string | undefined)[] = ['token-1']) => {
  const stub = createApiStub();
  const onSessionLost = jest.fn();
  const accessToken = jest.fn(async (_: { forceRefresh: boolean }) => (tokens.length > 1 ? tokens.shift() : tokens[0]));
  return { stub, onSessionLost, accessToken, api: createApiClient({ accessToken, onSessionLost, fetch: stub.fetch }) };
};

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not an ApiError: ${String(error)}`);
  return error;
};

describe('the API client', () => {
  it('sends query and token, and parses the response according to the contract', async () => {
    const { api, stub } = setUp();
    stub.on('GET /api/content', { body: { ...page, surplus: true } });
    await expect(api.call('catalog.list-content', { query: { content_type: 'music', limit: 5 } })).resolves.toEqual(
      page,
    );
    expect(stub.requests[0]?.url).toBe('/api/content?content_type=music&limit=5');
    expect(stub.requests[0]?.headers.get('authorization')).toBe('Bearer token-1');
  });

  it('fills the path and sends the body as JSON', async () => {
    const { api, stub } = setUp();
    stub.on(`DELETE /api/content/${contentId}`, { status: 204 });
    await expect(api.call('content.delete-content', { params: { id: contentId } })).resolves.toBeUndefined();
    stub.on('PUT /api/watch-history', {
      status: 404,
      body: { code: 'content_not_found', title: 'Content not found', status: 404, requestId: 'r1' },
    });
    const error = await failureOf(api.call('history.record-history', { body: { content_id: contentId } }));
    expect(stub.requests[1]?.body).toEqual({ content_id: contentId });
    expect(error).toMatchObject({ code: 'content_not_found', title: 'Content not found', requestId: 'r1' });
  });

  it('escapes path parameters', async () => {
    const { api, stub } = setUp();
    stub.on('GET /api/content/..%2Fme', { status: 404, body: { message: 'Not Found' } });
    expect((await failureOf(api.call('catalog.get-content', { params: { id: '../me' } }))).code).toBe('not_found');
  });

  it('keeps detail and issues of a problem', async () => {
    const { api, stub } = setUp();
    const issues = [{ path: 'full_name', message: 'Too long' }];
    stub.on('PATCH /api/me', {
      status: 400,
      body: {
        code: 'validation_failed',
        title: 'The request is not valid',
        detail: 'One field is wrong.',
        status: 400,
        requestId: 'r',
        issues,
      },
    });
    const error = await failureOf(api.call('account.update-me', { body: { full_name: 'x' } }));
    expect(error).toMatchObject({ message: 'One field is wrong.', issues });
  });

  it.each([
    [401, 'Unauthorized', 'unauthenticated'],
    [404, 'Not Found', 'not_found'],
    [413, 'Request Entity Too Large', 'request_too_large'],
    [429, 'Too Many Requests', 'too_many_requests'],
    [503, 'Service Unavailable', 'unavailable'],
    [500, 'Internal Server Error', 'internal_error'],
  ])("reads the gateway's own status %i", async (status, message, code) => {
    const { api, stub } = setUp([undefined]);
    stub.on('GET /api/me', { status, body: { message } });
    expect(await failureOf(api.call('account.get-me', {}))).toMatchObject({ code, status });
  });

  it('handles an error page that is not JSON, and a response that violates the contract', async () => {
    const { api, stub } = setUp();
    stub.on('GET /api/me', { status: 502, body: '<html>Bad gateway</html>' });
    expect((await failureOf(api.call('account.get-me', {}))).code).toBe('unavailable');
    stub.on('GET /api/me', { body: { id: 7 } });
    expect((await failureOf(api.call('account.get-me', {}))).code).toBe('invalid_response');
  });

  it('reports an unreachable server, and keeps an abort', async () => {
    const { accessToken, onSessionLost } = setUp();
    const unreachable = createApiClient({
      accessToken,
      onSessionLost,
      fetch: () => Promise.reject(new TypeError('failed')),
    });
    expect((await failureOf(unreachable.call('account.get-me', {}))).code).toBe('network_error');
    const abort = new AbortController();
    abort.abort();
    const aborted = createApiClient({
      accessToken,
      onSessionLost,
      fetch: (_, init) => Promise.reject(init?.signal?.reason as Error),
    });
    await expect(aborted.call('account.get-me', {}, { signal: abort.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('repeats a call with a rejected token once with a fresh token', async () => {
    const { api, stub, accessToken, onSessionLost } = setUp(['old', 'new']);
    stub.on('GET /api/categories', ({ headers }) =>
      headers.get('authorization') === 'Bearer new'
        ? { body: page }
        : { status: 401, body: { message: 'Unauthorized' } },
    );
    await expect(api.call('catalog.list-categories', {})).resolves.toEqual(page);
    expect(accessToken.mock.calls.map(([options]) => options.forceRefresh)).toEqual([false, true]);
    expect(onSessionLost).not.toHaveBeenCalled();
  });

  it('reports the session as lost when the fresh token is rejected too', async () => {
    const { api, stub, onSessionLost } = setUp(['old', 'new']);
    stub.on('GET /api/categories', { status: 401, body: { message: 'Unauthorized' } });
    expect((await failureOf(api.call('catalog.list-categories', {}))).code).toBe('unauthenticated');
    expect(onSessionLost).toHaveBeenCalledTimes(1);
  });
});
