/** The response of a stubbed endpoint. A string body is sent unchanged, anything else as JSON. */
export interface StubAnswer {
  readonly status?: number;
  readonly body?: unknown;
}

export interface StubRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type StubHandler = StubAnswer | ((request: StubRequest) => StubAnswer | Promise<StubAnswer>);

/** A stub of the API that records its requests. */
export interface ApiStub {
  readonly fetch: typeof fetch;
  readonly requests: StubRequest[];
  /** Sets the response for `METHOD /path` (without query). */
  on(route: string, handler: StubHandler): ApiStub;
}

/**
 * Creates a stub that responds only to the requests that every listener screen sends. A request without a stubbed
 * response throws an error that names the route.
 */
export const createApiStub = (): ApiStub => {
  const handlers = new Map<string, StubHandler>([
    ['GET /api/playback-positions', { body: { items: [] } }],
    ['GET /api/queue', { body: { queue: null, items: [] } }],
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
      if (!handler) throw new Error(`No response is stubbed for ${method} ${url}`);
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
