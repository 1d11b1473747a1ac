import { SESSION_SECONDS } from '../../../lambdas/contract/people/sessions.ts';
import { WHERE_PATH } from '../../../lambdas/contract/delivery/where.ts';
import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';
import { contentView } from './content-view.ts';
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
  /** Sets the response for `METHOD /path` (without query); `{id}` in the path is any id. */
  on(route: string, handler: StubHandler): ApiStub;
}

/**
 * Requests of the running test without a stubbed response. The client takes them for a lost connection and tries again,
 * so that a message appears at any time later, also in the next test.
 */
const unstubbed = new Set<string>();
afterEach(() => {
  const routes = [...unstubbed];
  unstubbed.clear();
  if (routes.length > 0) throw new Error(`No response is stubbed for ${routes.join(', ')}`);
});

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

/** Whether a request is for the list of unfinished uploads, which every page of the admin area sends. */
export const isUploadList = ({ url, body }: StubRequest): boolean =>
  url.endsWith('/s3-upload-url') && (body as { readonly action?: string }).action === 'list';

const noItems: StubAnswer = { body: { items: [], next_cursor: null } };

/** An id, as the only one in a path. */
const ID = /(?<=\/)[a-z]{3}_[0-9A-Z]{26}(?=[/?]|$)/;

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
 * response fails the test, and the error names the route.
 */
export const createApiStub = (): ApiStub => {
  const handlers = new Map<string, StubHandler>([
    ['GET /api/playback-positions', { body: { items: [] } }],
    ['GET /api/playback-positions/{id}', { body: { position: null } }],
    ['GET /api/watch-history', noItems],
    ['GET /api/content', noItems],
    ['GET /api/data-requests', { body: { items: [], held_since: null } }],
    ['GET /api/queue', { body: { queue: null, items: [] } }],
    // The player sends it a while after a title began: to many tests, only on a slow machine.
    ['PUT /api/queue', { status: 204 }],
    ['GET /api/factors', { body: noFactors }],
    // Everywhere in the admin area.
    ['GET /api/admin/security-alerts', { body: { items: [] } }],
    // Of unfinished uploads.
    ['POST /api/functions/s3-upload-url', { body: { uploads: [] } }],
    ['POST /api/functions/check-subscription', { body: subscription() }],
    ['GET /api/sessions', { body: { items: [], limit: 3 } }],
    ['GET /api/current-session', { body: { expires_in: SESSION_SECONDS } }],
    ['POST /api/current-session/activity', { body: { expires_in: SESSION_SECONDS } }],
    ['POST /api/current-session/page-view', { status: 204 }],
    ['PUT /api/current-session/device', { body: { changed: false } }],
    [`GET ${WHERE_PATH}`, { body: '' }],
    ['GET /api/privacy/consent', { body: { consent: null, notice: currentNotice } }],
    // The Edit dialog of a title, and the player.
    ['GET /api/creators', noItems],
    [
      'GET /api/content/{id}',
      ({ url }) => ({ body: contentView({ id: ID.exec(url)?.[0] ?? '', status: 'published' }) }),
    ],
    [
      'GET /api/content/{id}/safety',
      { status: 404, body: { code: 'content_not_found', title: 'Not found', status: 404 } },
    ],
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
      const route = `${method} ${url.split('?')[0] ?? ''}`;
      const handler = handlers.get(route) ?? handlers.get(route.replace(ID, '{id}'));
      if (!handler) {
        unstubbed.add(route);
        throw new Error(`No response is stubbed for ${route}`);
      }
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
