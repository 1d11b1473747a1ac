/** What a stubbed endpoint answers. A string body is sent as it is, anything else as JSON. */
export interface StubAnswer {
  readonly status?: number;
  readonly body?: unknown;
}

export interface StubRequest {
  readonly method: string;
  /** Path with its query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type StubHandler = StubAnswer | ((request: StubRequest) => StubAnswer | Promise<StubAnswer>);

/** The API as a test sees it. */
export interface ApiStub {
  readonly fetch: typeof fetch;
  readonly requests: StubRequest[];
  /** Sets the answer of `METHOD /path` (without query). */
  on(route: string, handler: StubHandler): ApiStub;
}

/**
 * Makes an API that knows nothing but what every screen of a listener asks for: a call without an answer fails the test
 * by name.
 */
export const createApiStub = (): ApiStub => {
  const handlers = new Map<string, StubHandler>([
    ['GET /api/playback-positions', { body: { items: [] } }],
    ['GET /api/queue', { body: { queue: null, contents: [] } }],
  ]);
  const requests: StubRequest[] = [];
  const stub: ApiStub = {
    requests,
    on: (route, handler) => {
      handlers.set(route, handler);
      return stub;
    },
    fetch: async (input, init = {}) => {
      const url = String(input);
      const method = init.method ?? 'GET';
      const handler = handlers.get(`${method} ${url.split('?')[0] ?? ''}`);
      if (!handler) throw new Error(`No answer is stubbed for ${method} ${url}`);
      const request = {
        method,
        url,
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      };
      requests.push(request);
      const { status = 200, body } = typeof handler === 'function' ? await handler(request) : handler;
      init.signal?.throwIfAborted();
      return new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
        status,
      });
    },
  };
  return stub;
};
