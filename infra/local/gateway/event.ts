import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { LOCAL_ACCOUNT } from '../aws/service.ts';
import { jsonResponse, type WebRequest, type WebResponse } from '../http.ts';
import type { Authorization } from './authorizer.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** API Gateway's time format, e.g. `12/Mar/2026:19:03:58 +0000`. */
export const requestTime = (now: number): string => {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()] ?? ''}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
};

const isText = (contentType: string): boolean =>
  contentType === '' ||
  /^(text\/|application\/(json|xml|javascript)\b|application\/[^;]*\+(json|xml)\b)/i.test(contentType);

const queryParameters = (query: string): Record<string, string> => {
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    parameters[name] = Object.hasOwn(parameters, name) ? `${parameters[name]},${value}` : value;
  }
  return parameters;
};

/** The data of an event in addition to the request. */
export interface EventContext {
  readonly apiId: string;
  readonly routeKey: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization?: Extract<Authorization, { allowed: true }>;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Creates an event of payload format 2.0. */
export const proxyEvent = (
  request: WebRequest & { readonly body: Buffer },
  context: EventContext,
): APIGatewayProxyEventV2 => {
  const { cookie, ...headers } = request.headers;
  const domainName = headers['host'] ?? `${context.apiId}.execute-api.local`;
  const text = isText(headers['content-type'] ?? '');
  const { authorization } = context;
  return {
    version: '2.0',
    routeKey: context.routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
    ...(cookie ? { cookies: cookie.split(/; */) } : {}),
    headers,
    ...(request.query === '' ? {} : { queryStringParameters: queryParameters(request.query) }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: context.apiId,
      ...(authorization ? { authorizer: { jwt: { claims: authorization.claims, scopes: null } } } : {}),
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: {
        method: request.method,
        path: request.path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: context.requestId,
      routeKey: context.routeKey,
      stage: '$default',
      time: requestTime(context.now),
      timeEpoch: context.now,
    },
    ...(Object.keys(context.parameters).length === 0 ? {} : { pathParameters: context.parameters }),
    ...(request.body.length === 0 ? {} : { body: request.body.toString(text ? 'utf8' : 'base64') }),
    isBase64Encoded: request.body.length > 0 && !text,
  };
};

interface StructuredResult {
  readonly statusCode: number | string;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

const isStructured = (payload: unknown): payload is StructuredResult =>
  typeof payload === 'object' && payload !== null && 'statusCode' in payload;

/** The response when a function failed or returned an invalid response. */
export const internalServerError = (): WebResponse => jsonResponse(500, { message: 'Internal Server Error' });

/** Converts a function's result to a response. A value without `statusCode` becomes the body of a 200. */
export const proxyResponse = (payload: unknown): WebResponse => {
  if (!isStructured(payload)) return jsonResponse(200, payload);
  const status = Number(payload.statusCode);
  const malformed = payload.body !== undefined && payload.body !== null && typeof payload.body !== 'string';
  if (!Number.isInteger(status) || status < 200 || status > 599 || malformed) return internalServerError();
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(payload.headers ?? {})) {
    if (value !== null && value !== undefined) headers[name.toLowerCase()] = String(value);
  }
  if (payload.cookies?.length) headers['set-cookie'] = payload.cookies;
  const body = Buffer.from(payload.body ?? '', payload.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > 0) headers['content-type'] ??= 'text/plain;charset=UTF-8';
  return { status, headers, ...(body.length > 0 ? { body } : {}) };
};
