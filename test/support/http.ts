import type { Context } from 'aws-lambda';
import type { HttpHandler } from '../../lambdas/http/http-function.ts';
import type { GatewayEvent } from '../../lambdas/http/state.ts';
import type { Problem } from '../../lambdas/contract/errors.ts';

/** A user ID in Cognito's format. */
export const PERSON = '11111111-2222-4333-8444-555555555555';

/** Claims of an access token that the gateway has verified, of a user who has just signed in. */
export const accessClaims = (sub = PERSON): Record<string, unknown> => ({
  sub,
  token_use: 'access',
  client_id: 'client',
  auth_time: String(Math.floor(Date.now() / 1000)),
});

/** A call as a test describes it; the rest is filled in. */
export interface TestCall {
  /** `GET /api/me`, as in the template. */
  readonly routeKey: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The gateway encodes bodies that are not text. @default false */
  readonly isBase64Encoded?: boolean;
  /** Claims from the gateway's authorizer; none when left out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Milliseconds until the function's time-out; unlimited when left out. */
  readonly timeLeft?: number;
}

/** A gateway event of payload format 2.0. */
export const gatewayEvent = ({
  routeKey,
  params,
  query,
  body,
  headers,
  claims,
  isBase64Encoded = false,
}: TestCall): GatewayEvent =>
  ({
    version: '2.0',
    routeKey,
    rawPath: '/',
    rawQueryString: '',
    headers: { ...headers },
    ...(params ? { pathParameters: { ...params } } : {}),
    ...(query ? { queryStringParameters: { ...query } } : {}),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded,
    requestContext: { requestId: 'request-1', ...(claims ? { authorizer: { jwt: { claims } } } : {}) },
  }) as unknown as GatewayEvent;

/** The response to a call. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The body as a problem; tests mostly check its code. */
  readonly problem: Problem;
}

/** Calls a function as the gateway does. */
export const call = async (handler: HttpHandler, request: TestCall): Promise<TestResponse> => {
  const { timeLeft } = request;
  const context = timeLeft === undefined ? {} : { getRemainingTimeInMillis: () => timeLeft };
  const { statusCode = 0, headers = {}, body } = await handler(gatewayEvent(request), context as Context);
  const parsed: unknown = body === undefined || body === '' ? undefined : JSON.parse(body);
  return { status: statusCode, headers, body: parsed, problem: parsed as Problem };
};
