import { SESSION_SECONDS } from '../../../lambdas/contract/people/sessions.ts';
import { subscription } from './subscription.ts';

/** The response of a stubbed endpoint. A string body is sent unchanged, anything else as JSON. */
export interface StubAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
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

/** The factors of a user who has none. */
export const noFactors = {
  items: [],
  recovery_codes: 0,
  passkeys_offered: true,
  phones_offered: true,
  setup_wanted: false,
  current_level: 'aal1',
  next_level: 'aal1',
};

/** The denial of RFC 9470. */
export const stepUpDenial = (assurance: 'aal1' | 'aal2' = 'aal1'): StubAnswer => ({
  status: 401,
  headers: {
    'www-authenticate': `Bearer error="insufficient_user_authentication", acr_values="${assurance}", max_age="600"`,
  },
  body: {
    code: 'insufficient_authentication',
    title: 'Confirm that it is you to continue',
    status: 401,
    requestId: 'r1',
  },
});

/**
 * Creates a stub that responds only to the requests that many screens send. A request without a stubbed
 * response throws an error that names the route.
 */
export const createApiStub = (): ApiStub => {
  const handlers = new Map<string, StubHandler>([
    ['GET /api/playback-positions', { body: { items: [] } }],
    ['GET /api/data-requests', { body: { items: [], held_since: null } }],
    ['GET /api/queue', { body: { queue: null, items: [] } }],
    ['GET /api/factors', { body: noFactors }],
    // Everywhere in the admin area.
    ['GET /api/admin/security-alerts', { body: { items: [] } }],
    ['POST /api/functions/check-subscription', { body: subscription() }],
    ['GET /api/sessions', { body: { items: [], limit: 3 } }],
    ['GET /api/current-session', { body: { expires_in: SESSION_SECONDS } }],
    ['POST /api/current-session/activity', { body: { expires_in: SESSION_SECONDS } }],
    ['PUT /api/current-session/device', { body: { changed: false } }],
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
      const { status = 200, body, headers = {} } = typeof handler === 'function' ? await handler(request) : handler;
      init.signal?.throwIfAborted();
      return new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers,
      });
    },
  };
  return stub;
};
