import type { Endpoint, EndpointInput, EndpointOutput } from '../../../../lambdas/contract/endpoint.ts';
import type { ErrorCode } from '../../../../lambdas/contract/errors.ts';
import type { EndpointKey, Endpoints } from '../../../../lambdas/contract/index.ts';
import type { listenerEndpoints as listenerEndpointsType } from '../../../../lambdas/contract/listener-endpoints.ts';
import { clientError } from './api-error.ts';

/** Returns an access token; `undefined` while no one is signed in. */
export type AccessTokens = (options: { forceRefresh: boolean }) => Promise<string | undefined>;

export interface ApiClientOptions {
  readonly accessToken: AccessTokens;
  /** The server rejects the token even after a refresh: the session is over. */
  readonly onSessionLost: () => void;
  /** The server denied a call for lack of permission: the known role may be outdated. */
  readonly onDenied?: () => void;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The call completes even if the page is closed. */
  readonly keepalive?: boolean;
}

/** Typed calls of the API, according to the endpoint table of the contract. */
export interface ApiClient {
  /**
   * Calls an endpoint by its key and parses the response.
   * @throws ApiError for every failure except an abort, which keeps its `AbortError`.
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

/** Errors that depend on the caller's rights, and the call that reads these rights. */
const RIGHTS_CODES: ReadonlySet<string> = new Set<ErrorCode>(['forbidden', 'account_disabled']);
const OWN_RIGHTS: EndpointKey = 'account.get-me';

/** Creates the client. After a 401, a call with a token is repeated once with a fresh token. */
export const createApiClient = ({
  accessToken,
  onSessionLost,
  onDenied,
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
    // In parallel, because the token may require the user pool's client, which is another download.
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
    if (!response.ok) {
      const error = await apiErrorOf(response);
      if (RIGHTS_CODES.has(error.code) && key !== OWN_RIGHTS) onDenied?.();
      throw error;
    }
    return parseAnswer(endpoint, response);
  };

  return {
    call: <K extends EndpointKey>(key: K, input: EndpointInput<Endpoints[K]>, options: CallOptions = {}) =>
      call(key, input as RequestParts, options) as Promise<EndpointOutput<Endpoints[K]>>,
  };
};
