import type { Endpoint, EndpointOutput, EndpointRequest } from '../contract/endpoint.ts';
import type { Purpose } from '../contract/people/consent.ts';
import type { Plan, Role } from '../contract/shared.ts';
import type { SignIn } from '../domain/accounts/sign-in.ts';
import type { StoredToken } from '../domain/security/tokens/token.ts';

/** The caller, with their current rights from the table. */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly plan: Plan;
  /** The sign-in that issued the token, for session and step-up checks. */
  readonly signIn: SignIn;
  /** The user has set up a second factor or a passkey. @default false */
  readonly hasSecondFactor?: boolean | undefined;
  /** What the user allowed beyond what is essential. Missing until they have decided. */
  readonly consent?: readonly Purpose[] | undefined;
  /** Version of the notice that the user saw then. @default 1 */
  readonly consentNotice?: number | undefined;
}

/** What the request says about its sender. Addresses are personal: read one only with the user's consent. */
export interface Sender {
  /** `name=value`, one per cookie. */
  readonly cookies: readonly string[];
  readonly userAgent: string | undefined;
  readonly address: () => string;
  /** Whether the browser sent Global Privacy Control: not to sell or share personal data. */
  readonly globalPrivacyControl: boolean;
}

/** A request as received, for endpoints that verify a signature of it. */
export interface RawRequest {
  /** The exact bytes of the body. */
  readonly body: Uint8Array;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Checks the signature of a request. False rejects it with 400. */
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
  readonly sender: Sender;
  /** The caller's token, for calls to the user pool on their behalf. Only for endpoints that require a sign-in. */
  readonly accessToken?: string | undefined;
  /** Only for endpoints with `auth: 'token'`. */
  readonly smartToken: E['auth'] extends 'token' ? StoredToken : undefined;
  /** The text of the smart token, which is stored nowhere. Only for endpoints with `auth: 'token'`. */
  readonly tokenText: E['auth'] extends 'token' ? string : undefined;
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
