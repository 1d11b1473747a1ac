import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { jsonResponse, type WebRequest, type WebResponse } from '../http.ts';
import type { InvokeFunction } from '../invoke.ts';
import type { ApiRequest } from './api-metrics.ts';
import { authorize, type JwtAuthorizer, type TokenKeys } from './authorizer.ts';
import { internalServerError, proxyEvent, proxyResponse } from './event.ts';
import { createIntegrationRunner, type Integration } from './integration.ts';
import { matchRoute, orderRoutes, parseRouteKey, type RoutePattern } from './routes.ts';

/** Maximum request body of an HTTP API, in bytes. */
export const MAX_API_BODY_BYTES = 10 * 1024 * 1024;
/** A route of the template. */
export interface RouteDefinition {
  readonly key: string;
  readonly integration: Integration;
  readonly authorizer?: JwtAuthorizer;
  readonly scopes?: readonly string[];
}

export interface GatewayOptions {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  /** Public keys of a token issuer; undefined for an unknown one. */
  readonly keysOf: (issuer: string) => TokenKeys | undefined;
  /** Called after each response. */
  readonly onRequest?: (request: ApiRequest) => void;
}

/** What a response reports of its request, for the metrics. */
interface Trace {
  readonly requestId: string;
  /** Milliseconds that the function took. */
  integrationMs?: number;
}

/** The HTTP APIs of the template. */
export interface Gateway {
  defineApi(apiId: string): void;
  defineRoute(apiId: string, route: RouteDefinition): void;
  /** Creates the `$default` stage. Without it, an API returns 404 for every request. */
  defineStage(apiId: string): void;
  has(apiId: string): boolean;
  handle(apiId: string, request: WebRequest): Promise<WebResponse>;
}

interface Api {
  routes: readonly (RoutePattern & RouteDefinition)[];
  open: boolean;
}

const bytesOf = (body: WebRequest['body'] | WebResponse['body']): number => (Buffer.isBuffer(body) ? body.length : 0);

/** Creates the gateway of a local cloud. */
export const createGateway = ({ clock, invoke, keysOf, onRequest }: GatewayOptions): Gateway => {
  const apis = new Map<string, Api>();
  const apiOf = (apiId: string): Api => {
    const api = apis.get(apiId);
    if (!api) throw new Error(`HTTP API ${apiId} does not exist`);
    return api;
  };

  const run = createIntegrationRunner(clock, invoke);

  const respond = async (apiId: string, request: WebRequest, trace: Trace): Promise<WebResponse> => {
    const { routes, open } = apiOf(apiId);
    const match = open ? matchRoute(routes, request.method, request.path) : undefined;
    if (!match) return jsonResponse(404, { message: 'Not Found' });
    const { route, parameters } = match;
    const { body } = request;
    if (body === 'too-large') return jsonResponse(413, { message: 'Request Entity Too Large' });
    const now = clock.now();
    const context = { apiId, routeKey: route.key, parameters, requestId: trace.requestId, now };
    const authorizer = route.authorizer;
    const authorization =
      authorizer &&
      (await authorize(authorizer, request.headers[authorizer.header], keysOf(authorizer.issuer) ?? { keys: [] }, now));
    if (authorization && !authorization.allowed) {
      return jsonResponse(401, { message: 'Unauthorized' }, { 'www-authenticate': 'Bearer' });
    }
    if (authorization && route.scopes?.length && !route.scopes.some((scope) => authorization.scopes.includes(scope))) {
      return jsonResponse(403, { message: 'Forbidden' });
    }
    const event = proxyEvent({ ...request, body }, { ...context, ...(authorization ? { authorization } : {}) });
    const calledAt = clock.now();
    const result = await run(route.integration, event, `${apiId}/$default/${route.key.replace(' ', '')}`);
    trace.integrationMs = clock.now() - calledAt;
    if (result === 'late') return jsonResponse(503, { message: 'Service Unavailable' });
    return result.error ? internalServerError() : proxyResponse(result.payload);
  };

  return {
    defineApi: (apiId) => void apis.set(apiId, { routes: [], open: false }),
    defineRoute(apiId, definition) {
      const api = apiOf(apiId);
      api.routes = orderRoutes([...api.routes, { ...definition, ...parseRouteKey(definition.key) }]);
    },
    defineStage: (apiId) => void (apiOf(apiId).open = true),
    has: (apiId) => apis.has(apiId),
    async handle(apiId, request) {
      const startedAt = clock.now();
      const trace: Trace = { requestId: randomUUID() };
      const report = (status: number, body?: WebResponse['body']): void =>
        onRequest?.({
          apiId,
          status,
          latencyMs: clock.now() - startedAt,
          bytes: bytesOf(request.body) + bytesOf(body),
          ...(trace.integrationMs === undefined ? {} : { integrationMs: trace.integrationMs }),
        });
      const response = await respond(apiId, request, trace).catch((error: unknown) => {
        if (error instanceof URIError) return jsonResponse(400, { message: 'Bad Request' });
        report(500);
        throw error;
      });
      report(response.status, response.body);
      return { ...response, headers: { ...response.headers, 'apigw-requestid': trace.requestId } };
    },
  };
};
