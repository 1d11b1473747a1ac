import type { Endpoint, EndpointInput, EndpointOutput } from '../../../../lambdas/contract/endpoint.ts';
import type { ErrorCode } from '../../../../lambdas/contract/errors.ts';
import type { EndpointKey, Endpoints } from '../../../../lambdas/contract/index.ts';
import type { listenerEndpoints as listenerEndpointsType } from '../../../../lambdas/contract/listener-endpoints.ts';
import { clientError } from './api-error.ts';

/** Where the access token comes from; `undefined` while nobody is signed in. */
export type AccessTokens = (options: { forceRefresh: boolean }) => Promise<string | undefined>;

export interface ApiClientOptions {
  readonly accessToken: AccessTokens;
  /** The server refuses the token even after a refresh: the session is over. */
  readonly onSessionLost: () => void;
  /** The server turned a call down for who makes it: what is known of their rights may be old. */
  readonly onRefused?: () => void;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent even when the page is left before it is answered. */
  readonly keepalive?: boolean;
}

/** The API of the contract as functions: names, inputs and answers are those of the endpoint table. */
export interface ApiClient {
  /**
   * Calls one endpoint by its key and parses the answer.
   * @throws ApiError for every failure but an abort, which keeps its `AbortError`.
   */
  call<K extends EndpointKey>(
    key: K,
    input: EndpointInput<Endpoints[K]>,
    options?: CallOptions,
  ): Promise<EndpointOutput<Endpoints[K]>>;
}

interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: RequestParts): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
};

type ListenerEndpoints = typeof listenerEndpointsType;
const isListenerKey = (endpoints: ListenerEndpoints, key: EndpointKey): key is keyof ListenerEndpoints =>
  Object.hasOwn(endpoints, key);

const parseAnswer = async (endpoint: Endpoint, response: Response): Promise<unknown> => {
  const schema = endpoint.responses[response.status];
  if (schema === null) return undefined;
  if (schema === undefined) throw clientError('invalid_response', response.status);
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw clientError('invalid_response', response.status);
  return parsed.data;
};

/** Refusals that hang on the caller's rights, and the call that reads these. */
const RIGHTS_CODES: ReadonlySet<string> = new Set<ErrorCode>(['forbidden', 'account_disabled']);
const OWN_RIGHTS: EndpointKey = 'account.get-me';

/** Makes the client. A 401 on a call with a token is tried once more with a fresh token. */
export const createApiClient = ({
  accessToken,
  onSessionLost,
  onRefused,
  fetch: send = (...args) => fetch(...args),
}: ApiClientOptions): ApiClient => {
  const request = async (
    endpoint: Endpoint,
    parts: RequestParts,
    token: string | undefined,
    { signal, keepalive = false }: CallOptions,
  ) => {
    const headers = new Headers({ accept: 'application/json' });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (parts.body !== undefined) headers.set('content-type', 'application/json');
    try {
      return await send(urlOf(endpoint, parts), {
        method: endpoint.method,
        headers,
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
        ...(signal ? { signal } : {}),
        ...(keepalive ? { keepalive } : {}),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw clientError('network_error');
    }
  };

  const call = async (key: EndpointKey, parts: RequestParts, options: CallOptions): Promise<unknown> => {
    // Together: the token may need the user pool's client, which is a download of its own.
    const [{ listenerEndpoints, apiErrorOf }, token] = await Promise.all([
      import('./api-contract.ts'),
      accessToken({ forceRefresh: false }),
    ]);
    const endpoint: Endpoint = isListenerKey(listenerEndpoints, key)
      ? listenerEndpoints[key]
      : (await import('./api-contract-staff.ts')).staffEndpoints[key];
    let response = await request(endpoint, parts, token, options);
    if (response.status === 401 && token !== undefined) {
      const fresh = await accessToken({ forceRefresh: true });
      if (fresh !== undefined) response = await request(endpoint, parts, fresh, options);
      if (response.status === 401) onSessionLost();
    }
    // A refusal that the contract describes is an answer.
    if (!response.ok && endpoint.responses[response.status] === undefined) {
      const error = await apiErrorOf(response);
      if (RIGHTS_CODES.has(error.code) && key !== OWN_RIGHTS) onRefused?.();
      throw error;
    }
    return parseAnswer(endpoint, response);
  };

  return {
    call: <K extends EndpointKey>(key: K, input: EndpointInput<Endpoints[K]>, options: CallOptions = {}) =>
      call(key, input as RequestParts, options) as Promise<EndpointOutput<Endpoints[K]>>,
  };
};
