import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { API_VERSION, newId } from '../ids.ts';
import { readBody } from '../../../aws/service.ts';
import { badRequest, StripeApiError, unrecognizedUrl } from '../errors.ts';
import { decodeForm, type FormValue } from '../form.ts';
import { parseParams } from '../params.ts';
import { catalogEndpoints } from './catalog.ts';
import { sessionEndpoints } from './checkout-sessions.ts';
import { customerEndpoints } from './customers.ts';
import type { ApiCall, ApiEndpoint, ApiEndpoints } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { expandAnswer } from './expand.ts';
import { invoiceEndpoints } from './invoices.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { portalEndpoints } from './portal.ts';
import { subscriptionEndpoints } from './subscriptions.ts';

/** Every endpoint. */
export const endpoints: ApiEndpoints = {
  ...customerEndpoints,
  ...catalogEndpoints,
  ...sessionEndpoints,
  ...portalEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...paymentMethodEndpoints,
  ...eventEndpoints,
};

/** A call as the console shows it. Times are epoch milliseconds. */
export interface CallRecord {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Why it was rejected. */
  readonly error?: string;
}

/** What the handler needs. */
export interface ApiOptions {
  readonly account: StripeAccount;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly testClocks: ApiCall<never>['testClocks'];
  /** Resolves when the state is stored. */
  readonly save: () => Promise<void>;
  readonly onCall: (record: CallRecord) => void;
}

const MAX_BODY = 256 * 1024;
const KEY_LIFE_MS = 24 * 60 * 60 * 1000;

const routes = Object.entries(endpoints).map(([key, found]) => {
  const [method = '', path = ''] = key.split(' ');
  return { method, parts: path.split('/'), endpoint: found };
});

/** Literal segments win over `{}`: `/invoices/create_preview` is no ID. */
const findRoute = (method: string, path: string): { endpoint: ApiEndpoint; ids: string[] } | undefined => {
  const parts = path.split('/');
  const [found] = routes
    .filter(
      (route) =>
        route.method === method &&
        route.parts.length === parts.length &&
        route.parts.every((part, index) => part === '{}' || part === parts[index]),
    )
    .sort((a, b) => a.parts.filter((part) => part === '{}').length - b.parts.filter((part) => part === '{}').length);
  return found
    ? {
        endpoint: found.endpoint,
        ids: parts.filter((_, index) => found.parts[index] === '{}').map(decodeURIComponent),
      }
    : undefined;
};

const expandParam = z.array(z.string()).optional();

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string;
  readonly replayed?: boolean;
}

const authenticate = (request: IncomingMessage, apiKey: string): void => {
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined)
    throw new StripeApiError(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (key !== apiKey)
    throw new StripeApiError(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 8)}****`);
};

const checkVersion = (request: IncomingMessage): void => {
  const version = request.headers['stripe-version'];
  if (version !== undefined && version !== API_VERSION)
    throw badRequest(`The local Stripe knows only the API version ${API_VERSION}, not ${String(version)}.`);
};

/** Responses that a repetition with the same key receives: not those of requests that never began. */
const isKept = (status: number): boolean => status < 400 || status === 402 || status >= 500;

/** Calls an endpoint. Every change is made within one turn, so that calls do not mix. */
const run = (
  options: ApiOptions,
  route: { endpoint: ApiEndpoint; ids: string[] },
  form: Record<string, FormValue>,
  call: { id: string; key: string | null },
): unknown => {
  const { account, testClocks } = options;
  const { expand: given, ...rest } = form;
  const paths = parseParams(z.object({ expand: expandParam }), { expand: given }).expand;
  const params = parseParams(route.endpoint.schema, rest);
  const answer = account.during({ id: call.id, idempotency_key: call.key }, () =>
    route.endpoint.handle(account, { ids: route.ids, params: params as never, testClocks }),
  );
  return expandAnswer(account, answer, paths);
};

/** Creates the handler of the API. */
export const createApi = (options: ApiOptions) => {
  const { account, now, save, onCall } = options;
  const running = new Set<string>();

  const answerOf = async (request: IncomingMessage, method: string, path: string, query: string): Promise<Answer> => {
    const requestId = newId('req');
    authenticate(request, account.state.apiKey);
    checkVersion(request);
    const body = (await readBody(request, MAX_BODY)).toString('utf8');
    const route = findRoute(method, path);
    if (!route) throw unrecognizedUrl(method, path);
    const given = request.headers['idempotency-key'];
    const key = method === 'POST' && typeof given === 'string' ? given.slice(0, 255) : null;
    const print = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
    const stored = key === null ? undefined : account.state.answers.get(key);
    if (key !== null && running.has(key))
      throw new StripeApiError(
        409,
        'idempotency_error',
        'There is currently another in-progress request using this Idempotent Key. Please try again later.',
        { code: 'idempotency_key_in_use' },
      );
    if (stored && stored.at > now() - KEY_LIFE_MS) {
      if (stored.request !== print)
        throw new StripeApiError(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters they were first used with. Try ' +
            `using a key other than '${String(key)}' if you meant to execute a different request.`,
        );
      return { status: stored.status, body: stored.body, requestId: stored.requestId, replayed: true };
    }
    if (key !== null) running.add(key);
    try {
      const answer = attempt(
        () => run(options, route, decodeForm(method === 'GET' ? query : body || query), { id: requestId, key }),
        requestId,
      );
      if (key !== null && isKept(answer.status))
        account.state.answers.set(key, { ...answer, request: print, at: now() });
      if (method !== 'GET') await save();
      return answer;
    } finally {
      if (key !== null) running.delete(key);
    }
  };

  const attempt = (task: () => unknown, requestId: string): Answer => {
    try {
      return { status: 200, body: task(), requestId };
    } catch (error) {
      return failureOf(error, requestId);
    }
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://local');
    const method = request.method ?? 'GET';
    let answer: Answer;
    try {
      answer = await answerOf(request, method, url.pathname, url.search.slice(1));
    } catch (error) {
      answer = failureOf(error, newId('req'));
    }
    const failed = answer.status >= 400 ? (answer.body as { error: { message: string } }).error.message : undefined;
    onCall({
      at: now(),
      method,
      path: url.pathname,
      status: answer.status,
      ...(failed === undefined ? {} : { error: failed }),
    });
    send(request, response, answer);
  };
};

const failureOf = (error: unknown, requestId: string): Answer => {
  if (error instanceof StripeApiError) return { status: error.status, body: error.body(), requestId };
  console.error(error);
  const body = { error: { type: 'api_error', message: 'The local Stripe failed. See its terminal for the reason.' } };
  return { status: 500, body, requestId };
};

const send = (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
  const text = JSON.stringify(answer.body, null, 2);
  const key = request.headers['idempotency-key'];
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-cache, no-store',
    'request-id': answer.requestId,
    'stripe-version': API_VERSION,
    ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    ...(answer.replayed ? { 'idempotent-replayed': 'true' } : {}),
  });
  response.end(text);
};
