import type { Execution } from '../../infra/local/functions/executions.ts';
import type { EndpointInput, EndpointOutput } from '../../lambdas/contract/endpoint.ts';
import { errorTable, type ErrorCode, type Problem } from '../../lambdas/contract/errors.ts';
import { endpoints, type EndpointKey, type Endpoints } from '../../lambdas/contract/index.ts';
import { openRawHttp, type RawResponse, type RawRequest } from './attacks/raw-http.ts';

/** The parts of a request. Values may be invalid. */
export interface LooseInput {
  /** Percent-encoded into the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Makes the exact bytes to send instead of `body`, and their headers. Called for each request: signatures expire. */
  readonly raw?: () => RawPart;
  /** Makes headers that prove the call, such as those of a smart token. Called for each request. */
  readonly proof?: Prove | undefined;
}

/** Makes the headers that prove a call. `url` is without query. */
export type Prove = (call: { readonly method: string; readonly url: string }) => Readonly<Record<string, string>>;

/** The bytes of a body, and the headers that belong to them, such as a signature. */
export interface RawPart {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The API of a running stack, by endpoint key. */
export interface Api {
  /** Calls an endpoint and returns the response, whatever its status. */
  request(
    key: EndpointKey,
    input?: LooseInput,
    token?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<RawResponse>;
  /** Calls an endpoint with valid input. Throws unless the status is one that the contract lists as a success. */
  call<K extends EndpointKey>(
    key: K,
    input: EndpointInput<Endpoints[K]>,
    token?: string,
  ): Promise<EndpointOutput<Endpoints[K]>>;
  /** Sends any request to any path. */
  send(path: string, request?: RawRequest): Promise<RawResponse>;
  close(): void;
}

/** The path of an endpoint with its parameters and query. */
export const pathOf = (key: EndpointKey, { params = {}, query }: LooseInput = {}): string => {
  const path = endpoints[key].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path;
};

/** Headers of a request, with a bearer token and a JSON content type where given. */
export const headersFor = (token: string | undefined, json: boolean): Record<string, string> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(json ? { 'content-type': 'application/json' } : {}),
});

const UNAVAILABLE = 503;
/** How often a read is repeated. Each takes the seconds that a function waits for the database. */
const READS_AGAIN = 2;

const SERVER_ERROR = 500;
/** Failed runs of a function that explain a response. */
const SHOWN_RUNS = 3;

/**
 * Why the latest runs of a function of a running stack failed, such as a time limit. Empty if none did, or if no
 * function has this folder.
 */
const failedRuns = async (url: string, folder: string): Promise<string> => {
  const response = await fetch(`${url}/_local/functions/${folder}`);
  if (!response.ok) return '';
  const { executions } = (await response.json()) as { readonly executions: readonly Execution[] };
  return executions
    .flatMap(({ error }) => (error ? [`\n${folder} failed: ${error.errorType}: ${error.errorMessage}`] : []))
    .slice(0, SHOWN_RUNS)
    .join('');
};

/** Opens a client for the API of a running stack. */
export const openApi = (url: string): Api => {
  const http = openRawHttp(url);
  const request: Api['request'] = (key, input = {}, token, headers = {}) => {
    const raw = input.raw?.();
    const body = raw?.bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
    const { method } = endpoints[key];
    const proof = input.proof?.({ method, url: `${url}${pathOf(key, { params: input.params ?? {} })}` });
    return http.send(pathOf(key, input), {
      method,
      headers: { ...headersFor(token, body !== undefined), ...raw?.headers, ...proof, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  };
  /** Repeats a read while the product is too busy for it, as the web application does. */
  const patient: Api['request'] = async (key, input, token) => {
    let response = await request(key, input, token);
    for (let again = 0; again < READS_AGAIN && response.status === UNAVAILABLE; again += 1) {
      if (endpoints[key].method !== 'GET') break;
      response = await request(key, input, token);
    }
    return response;
  };
  return {
    request,
    async call(key, input, token) {
      const response = await patient(key, input as LooseInput, token);
      if (!Object.keys(endpoints[key].responses).includes(String(response.status))) {
        const reason = response.status === SERVER_ERROR ? await failedRuns(url, key.split('.')[0] ?? '') : '';
        throw new Error(`${key} returned ${response.status}: ${response.text}${reason}`);
      }
      return (response.text === '' ? undefined : JSON.parse(response.text)) as EndpointOutput<Endpoints[typeof key]>;
    },
    send: http.send,
    close: http.close,
  };
};

/** The gateway's own error bodies, by status. */
const GATEWAY_MESSAGES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Request Entity Too Large',
};

/** How an error response is identified: a code of the contract, or the gateway's own response. */
export type ResponseErrorCode = ErrorCode | `gateway ${number}`;

const isProblem = (body: unknown, status: number): body is Problem => {
  const { code, title, status: bodyStatus, requestId } = (body ?? {}) as Partial<Problem>;
  return (
    code !== undefined &&
    Object.hasOwn(errorTable, code) &&
    errorTable[code].status === status &&
    bodyStatus === status &&
    errorTable[code].title === title &&
    typeof requestId === 'string'
  );
};

/**
 * The error code of a 4xx response. Throws for any other status, and for a body that is neither a problem of the
 * contract nor the gateway's own.
 */
export const errorCodeOf = ({ status, headers, text }: RawResponse): ResponseErrorCode => {
  if (status >= 400 && status <= 499 && /json/.test(headers['content-type'] ?? '')) {
    const body: unknown = JSON.parse(text);
    if (headers['content-type'] === 'application/problem+json' && isProblem(body, status)) return body.code;
    if ((body as { message?: unknown }).message === GATEWAY_MESSAGES[status]) return `gateway ${status}`;
  }
  throw new Error(`Not an error response of the contract: ${status} ${text.slice(0, 300)}`);
};

/** The body of an error response that the contract describes. */
export const problemOf = (response: RawResponse): Problem => {
  errorCodeOf(response);
  return JSON.parse(response.text) as Problem;
};
