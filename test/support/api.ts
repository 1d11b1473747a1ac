import type { EndpointInput, EndpointOutput } from '../../lambdas/contract/endpoint.ts';
import { errorTable, type ErrorCode, type Problem } from '../../lambdas/contract/errors.ts';
import { endpoints, type EndpointKey, type Endpoints } from '../../lambdas/contract/index.ts';
import { openRawHttp, type RawAnswer, type RawRequest } from './attacks/raw-http.ts';

/** The parts of a request as a test gives them, right or wrong. */
export interface LooseInput {
  /** Percent-encoded into the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** The API of a running stack, by endpoint key. */
export interface Api {
  /** Calls an endpoint and answers whatever comes. */
  ask(
    key: EndpointKey,
    input?: LooseInput,
    token?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<RawAnswer>;
  /** Calls an endpoint rightly. Throws unless it answers a success of the contract. */
  call<K extends EndpointKey>(
    key: K,
    input: EndpointInput<Endpoints[K]>,
    token?: string,
  ): Promise<EndpointOutput<Endpoints[K]>>;
  /** Sends anything to any path. */
  send(path: string, request?: RawRequest): Promise<RawAnswer>;
  close(): void;
}

/** The path of an endpoint with its parameters and query. */
export const pathOf = (key: EndpointKey, { params = {}, query }: LooseInput = {}): string => {
  const path = endpoints[key].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path;
};

/** Headers of a request in JSON by somebody. */
export const headersFor = (token: string | undefined, json: boolean): Record<string, string> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(json ? { 'content-type': 'application/json' } : {}),
});

/** Speaks to the API of a running stack. */
export const openApi = (url: string): Api => {
  const http = openRawHttp(url);
  const ask: Api['ask'] = (key, input = {}, token, headers = {}) => {
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    return http.send(pathOf(key, input), {
      method: endpoints[key].method,
      headers: { ...headersFor(token, body !== undefined), ...headers },
      ...(body === undefined ? {} : { body }),
    });
  };
  return {
    ask,
    async call(key, input, token) {
      const answer = await ask(key, input as LooseInput, token);
      if (!Object.keys(endpoints[key].responses).includes(String(answer.status)))
        throw new Error(`${key} answered ${answer.status}: ${answer.text}`);
      return (answer.text === '' ? undefined : JSON.parse(answer.text)) as EndpointOutput<Endpoints[typeof key]>;
    },
    send: http.send,
    close: http.close,
  };
};

/** Bodies that the gateway answers by itself, by status (decisions.md 2). */
const GATEWAY_MESSAGES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Request Entity Too Large',
};

/** How a refusal is named: a code of the contract, or the gateway's own. */
export type RefusalName = ErrorCode | `gateway ${number}`;

const isProblem = (body: unknown, status: number): body is Problem => {
  const { code, title, status: told, requestId } = (body ?? {}) as Partial<Problem>;
  return (
    code !== undefined &&
    Object.hasOwn(errorTable, code) &&
    errorTable[code].status === status &&
    told === status &&
    errorTable[code].title === title &&
    typeof requestId === 'string'
  );
};

/**
 * The name of a refusal. Throws for an answer that is no 4xx, or one whose body is neither a problem of the contract
 * nor the gateway's.
 */
export const refusalOf = ({ status, headers, text }: RawAnswer): RefusalName => {
  if (status >= 400 && status <= 499 && /json/.test(headers['content-type'] ?? '')) {
    const body: unknown = JSON.parse(text);
    if (headers['content-type'] === 'application/problem+json' && isProblem(body, status)) return body.code;
    if ((body as { message?: unknown }).message === GATEWAY_MESSAGES[status]) return `gateway ${status}`;
  }
  throw new Error(`No refusal: ${status} ${text.slice(0, 300)}`);
};

/** The body of a refusal by the contract. */
export const problemOf = (answer: RawAnswer): Problem => {
  refusalOf(answer);
  return JSON.parse(answer.text) as Problem;
};
