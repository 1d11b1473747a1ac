import type { Endpoint, EndpointInput, EndpointOutput } from '../../../../lambdas/contract/endpoint.ts';
import type { ErrorCode } from '../../../../lambdas/contract/errors.ts';
import type { ClientEndpoints } from '../../../../lambdas/contract/index.ts';
import type { listenerEndpoints as listenerEndpointsType } from '../../../../lambdas/contract/listener-endpoints.ts';
import { clientError, type ApiError } from './api-error.ts';

type EndpointKey = keyof ClientEndpoints;

/** Returns an access token; `undefined` while no one is signed in. */
export type AccessTokens = (options: { forceRefresh: boolean }) => Promise<string | undefined>;

export interface ApiClientOptions {
  readonly accessToken: AccessTokens;
  /** The server rejects the token even after a refresh, or its session ended. `code`: the server's error code. */
  readonly onSessionLost: (code?: string) => void;
  /** The sign-in exceeds the number of sessions: until one ends, the server denies all other calls. */
  readonly onSessionLimit?: () => void;
  /** The server denied a call for lack of permission: the known role may be outdated. */
  readonly onDenied?: () => void;
  /**
   * The server asks for a fresher or stronger sign-in (RFC 9470). Resolves with whether the user has confirmed; the
   * call is then repeated. Without it, such calls fail.
   */
  readonly onStepUp?: (demand: { readonly assurance: 'aal1' | 'aal2' }) => Promise<boolean>;
  readonly fetch?: typeof fetch;
}

/** What a call needs of its endpoint. A response whose schema is null is not read. */
type CalledEndpoint = Pick<Endpoint, 'method' | 'path' | 'responses'>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The call completes even if the page is closed. */
  readonly keepalive?: boolean;
  /** The call fails when the server asks for a fresher sign-in. For the calls that make one. */
  readonly withoutStepUp?: boolean;
  /**
   * What the call needs of its endpoint. For parts that bring it along, so that their users need not download the
   * endpoints of staff.
   */
  readonly endpoint?: CalledEndpoint;
}

/** Typed calls of the API, according to the endpoint table of the contract. */
export interface ApiClient {
  /**
   * Calls an endpoint by its key and parses the response.
   * @throws ApiError for every failure except an abort, which keeps its `AbortError`.
   */
  call<K extends EndpointKey>(
    key: K,
    input: EndpointInput<ClientEndpoints[K]>,
    options?: CallOptions,
  ): Promise<EndpointOutput<ClientEndpoints[K]>>;
}

interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const urlOf = (endpoint: CalledEndpoint, { params = {}, query = {} }: RequestParts): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
};

type ListenerEndpoints = typeof listenerEndpointsType;
const isListenerKey = (endpoints: ListenerEndpoints, key: EndpointKey): key is keyof ListenerEndpoints =>
  Object.hasOwn(endpoints, key);

const parseAnswer = async (endpoint: CalledEndpoint, response: Response): Promise<unknown> => {
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

/** Errors of a session that is over, which a refreshed token does not change. */
const ENDED_CODES: ReadonlySet<string> = new Set<ErrorCode>(['session_ended', 'session_expired']);
/** How often a call is repeated after the user has confirmed. Another tab may confirm meanwhile, but less strongly. */
const MAX_STEP_UPS = 2;

/** A response, with its error if it is not a success. */
interface Attempt {
  readonly response: Response;
  readonly error: ApiError | undefined;
}

/** The denial of a sign-in that is too weak or too old. */
const STEP_UP_CODE = 'insufficient_authentication' satisfies ErrorCode;

/**
 * What a denied call asks of the sign-in; undefined for other responses. The body says that it asks. The level is in a
 * header that a gateway may rename or drop; without it, the question is for the stronger one.
 */
const demandOf = ({ response, error }: Attempt): { readonly assurance: 'aal1' | 'aal2' } | undefined => {
  if (error?.code !== STEP_UP_CODE) return undefined;
  const challenge = response.headers.get('www-authenticate') ?? '';
  return { assurance: challenge.includes('acr_values="aal1"') ? 'aal1' : 'aal2' };
};

/** Creates the client. After a 401, a call with a token is repeated once with a fresh token. */
export const createApiClient = ({
  accessToken,
  onSessionLost,
  onSessionLimit,
  onDenied,
  onStepUp,
  fetch: send = (...args) => fetch(...args),
}: ApiClientOptions): ApiClient => {
  const request = async (
    endpoint: CalledEndpoint,
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

  /** Another token for a call that was denied; undefined when there is none. */
  const replacementOf = async (used: string, code: string): Promise<string | undefined> => {
    if (!ENDED_CODES.has(code)) return accessToken({ forceRefresh: true });
    // The session may have moved to new tokens while the call was underway, here or in another tab.
    await (await import('../auth/sign-in-lock.ts')).signInSettled();
    const stored = await accessToken({ forceRefresh: false });
    return stored === used ? undefined : stored;
  };

  /** Repeats a denied call with the tokens of another tab, or once the user has confirmed here. */
  const steppedUp = async (
    denied: Attempt,
    used: string,
    repeat: (token: string) => Promise<Attempt>,
  ): Promise<Attempt> => {
    let last = denied;
    let token = used;
    for (let asked = 0; asked <= MAX_STEP_UPS; asked += 1) {
      const demand = demandOf(last);
      if (!demand || !onStepUp) return last;
      const stored = await accessToken({ forceRefresh: false });
      if (stored === undefined) return last;
      if (stored === token) {
        if (asked === MAX_STEP_UPS || !(await onStepUp(demand))) return last;
        token = (await accessToken({ forceRefresh: false })) ?? token;
      } else token = stored;
      last = await repeat(token);
    }
    return last;
  };

  const call = async (key: EndpointKey, parts: RequestParts, options: CallOptions): Promise<unknown> => {
    // In parallel, because the token may require the user pool's client, which is another download.
    const [{ listenerEndpoints, apiErrorOf }, token] = await Promise.all([
      import('./api-contract.ts'),
      accessToken({ forceRefresh: false }),
    ]);
    const endpoint: CalledEndpoint =
      options.endpoint ??
      (isListenerKey(listenerEndpoints, key)
        ? listenerEndpoints[key]
        : (await import('./api-contract-staff.ts')).staffEndpoints[key]);
    const attempt = async (by: string | undefined): Promise<Attempt> => {
      const response = await request(endpoint, parts, by, options);
      return { response, error: response.ok ? undefined : await apiErrorOf(response) };
    };
    let last = await attempt(token);
    if (token !== undefined && last.error?.status === 401) {
      const fresh = demandOf(last) ? undefined : await replacementOf(token, last.error.code);
      if (fresh !== undefined) last = await attempt(fresh);
      if (demandOf(last) && !options.withoutStepUp) last = await steppedUp(last, fresh ?? token, attempt);
      if (last.error?.status === 401 && !demandOf(last)) onSessionLost(last.error.code);
    }
    const { response, error } = last;
    if (error) {
      if (error.code === 'session_limit') onSessionLimit?.();
      // No session of the user works for a while: the sign-in screen says so.
      if (token !== undefined && error.code === 'account_locked') onSessionLost(error.code);
      if (RIGHTS_CODES.has(error.code) && key !== OWN_RIGHTS) onDenied?.();
      throw error;
    }
    return parseAnswer(endpoint, response);
  };

  return {
    call: <K extends EndpointKey>(key: K, input: EndpointInput<ClientEndpoints[K]>, options: CallOptions = {}) =>
      call(key, input as RequestParts, options) as Promise<EndpointOutput<ClientEndpoints[K]>>,
  };
};
