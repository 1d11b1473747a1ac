import type { Endpoint, EndpointOutput, EndpointRequest } from '../contract/endpoint.ts';
import type { Plan, Role } from '../contract/shared.ts';
import type { SignIn } from '../domain/accounts/sign-in.ts';

/** The caller, with the rights that the table gives at this moment. */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly plan: Plan;
  /** The sign-in that the token comes from: what session and step-up checks are made on. */
  readonly signIn: SignIn;
}

/** A request as it arrived, for endpoints that prove themselves by a signature over it. */
export interface RawRequest {
  /** The exact bytes of the body. */
  readonly body: Uint8Array;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Checks the signature of a request; false refuses it with 401. */
export type SignatureVerifier = (request: RawRequest) => Promise<boolean> | boolean;

type ActorOf<E extends Endpoint> = E['auth'] extends 'public' | 'signature'
  ? undefined
  : E['auth'] extends 'optional'
    ? Actor | undefined
    : Actor;

/** What a use case receives: the validated parts of the request, and the caller. */
export type RouteRequest<E extends Endpoint> = EndpointRequest<E> & {
  readonly actor: ActorOf<E>;
  readonly requestId: string;
  /** Only for endpoints with `auth: 'signature'`. */
  readonly raw: E['auth'] extends 'signature' ? RawRequest : undefined;
};

/** What a use case answers. The body is parsed by the contract's schema, so that a stray field cannot leak. */
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
  /** Required where the endpoint's `auth` is `signature`. */
  readonly verify?: SignatureVerifier;
}

type SignedEndpoint = Endpoint & { readonly auth: 'signature' };

/** Ties a use case to its endpoint. An endpoint with `auth: 'signature'` needs `signedRoute`. */
export const route = <E extends Endpoint>(
  endpoint: E extends SignedEndpoint ? never : E,
  handle: (request: RouteRequest<E>) => Promise<RouteResponse<E>>,
): Route => ({ endpoint, handle }) as unknown as Route;

/** Ties a use case to an endpoint whose requests are signed. It runs only after `verify` accepted the request. */
export const signedRoute = <E extends SignedEndpoint>(
  endpoint: E,
  verify: SignatureVerifier,
  handle: (request: RouteRequest<E>) => Promise<RouteResponse<E>>,
): Route => ({ endpoint, verify, handle }) as unknown as Route;
