import type { Endpoint, EndpointOutput, EndpointRequest } from '../contract/endpoint.ts';
import type { Plan, Role } from '../contract/shared.ts';

/** The caller, with the rights that the table gives at this moment. */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly plan: Plan;
}

type ActorOf<E extends Endpoint> = E['auth'] extends 'public' | 'signature'
  ? undefined
  : E['auth'] extends 'optional'
    ? Actor | undefined
    : Actor;

/** What a use case is given: validated parts of the request and the caller. */
export type RouteRequest<E extends Endpoint> = EndpointRequest<E> & {
  readonly actor: ActorOf<E>;
  readonly requestId: string;
};

/**
 * What a use case answers. The body is parsed by the contract's schema before it leaves, so a stray field cannot leak.
 */
export interface RouteResponse<E extends Endpoint> {
  readonly status: Extract<keyof E['responses'], number>;
  readonly body?: EndpointOutput<E>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly handle: (request: RouteRequest<E>) => Promise<RouteResponse<E>>;
}

/** Ties a use case to its endpoint. */
export const route = <E extends Endpoint>(
  endpoint: E,
  handle: (request: RouteRequest<E>) => Promise<RouteResponse<E>>,
): Route => ({ endpoint, handle }) as unknown as Route;
