import type { Endpoint, EndpointOutput, EndpointRequest } from '../contract/endpoint.ts';
import type { Plan, Role } from '../contract/shared.ts';
import type { SignIn } from '../domain/accounts/sign-in.ts';

/** The caller, with their current rights from the table. */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly plan: Plan;
  /** The sign-in that issued the token, for session and step-up checks. */
  readonly signIn: SignIn;
}

/** A request as received, for endpoints that verify a signature of it. */
export interface RawRequest {
  /** The exact bytes of the body. */
  readonly body: Uint8Array;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Checks the signature of a request. False rejects it with 401. */
export type SignatureVerifier = (request: RawRequest) => Promise<boolean> | boolean;

type ActorOf<E extends Endpoint> = E['auth'] extends 'public' | 'signature'
  ? undefined
  : E['auth'] extends 'optional'
    ? Actor | undefined
    : Actor;

/** The input of a use case: the validated parts of the request, and the caller. */
export type RouteRequest<E extends Endpoint> = EndpointRequest<E> & {
  readonly actor: ActorOf<E>;
  readonly requestId: string;
  /** Only for endpoints with `auth: 'signature'`. */
  readonly raw: E['auth'] extends 'signature' ? RawRequest : undefined;
};

/** The result of a use case. The body is parsed with the contract's schema, so that no other field can leak. */
export interface RouteResponse<E extends Endpoint> {
  readonly status: Extract<keyof E['responses'], number>;
  readonly body?: EndpointOutput<E>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/** A use case with its endpoint. */
export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly handle: (request: RouteRequest<E>) => Promise<RouteResponse<E>>;
  /** Required for endpoints with `auth: 'signature'`. */
  readonly verify?: SignatureVerifier;
}

type SignedEndpoint = Endpoint & { readonly auth: 'signature' };

/** Connects a use case to its endpoint. Endpoints with `auth: 'signature'` need `signedRoute`. */
export const route = <E extends Endpoint>(
  endpoint: E extends SignedEndpoint ? never : E,
  handle: (request: RouteRequest<E>) => Promise<RouteResponse<E>>,
): Route => ({ endpoint, handle }) as unknown as Route;

/** Connects a use case to an endpoint with signed requests. It runs only after `verify` accepts the request. */
export const signedRoute = <E extends SignedEndpoint>(
  endpoint: E,
  verify: SignatureVerifier,
  handle: (request: RouteRequest<E>) => Promise<RouteResponse<E>>,
): Route => ({ endpoint, verify, handle }) as unknown as Route;
