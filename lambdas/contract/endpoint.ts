import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint. The gateway's JWT authorizer protects `user`, `moderator` and `admin`. `optional` verifies
 * a token if the caller sends one. `signature` authenticates the caller by a signed body (webhooks).
 */
export type EndpointAuth = 'public' | 'optional' | 'user' | 'moderator' | 'admin' | 'signature';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Maximum size of a body in bytes, unless the endpoint says more. The longest description with all chapters fits. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * One API call, described as data. These definitions drive the gateway's routes, request parsing, the typed client, the
 * OpenAPI document and the authorization tests.
 */
export interface Endpoint {
  readonly method: HttpMethod;
  /** Full path, with parameters written as `{name}`. */
  readonly path: `/api/${string}`;
  readonly auth: EndpointAuth;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Maximum size of the body in bytes. @default MAX_BODY_BYTES */
  readonly maxBodyBytes?: number;
  /** Body schema of every success, by status. `null` means an empty body. */
  readonly responses: Readonly<Record<number, z.ZodMiniType | null>>;
  /** Error codes the endpoint can return, in addition to those of its `auth` and of validation. */
  readonly errors: readonly ErrorCode[];
}

/** Declares an endpoint, preserving the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type SchemaInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type FieldOutput<E, F extends string> = E extends Record<F, infer S> ? SchemaOutput<S> : undefined;
type FieldInput<E, F extends string> = E extends Record<F, infer S> ? SchemaInput<S> : undefined;

/** Parts of a request after validation, as the server receives them. */
export interface EndpointRequest<E extends Endpoint> {
  readonly params: FieldOutput<E, 'params'>;
  readonly query: FieldOutput<E, 'query'>;
  readonly body: FieldOutput<E, 'body'>;
}

/** Parts of a request before validation, as a client sends them. */
export type EndpointInput<E extends Endpoint> = {
  readonly [F in 'params' | 'query' | 'body' as FieldInput<E, F> extends undefined ? never : F]: FieldInput<E, F>;
};

/** Response bodies of an endpoint. */
export type EndpointOutput<E extends Endpoint> = SchemaOutput<E['responses'][keyof E['responses']]>;
