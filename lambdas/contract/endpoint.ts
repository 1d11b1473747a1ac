import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint. `user` and above stand behind the gateway's JWT authorizer; `optional` verifies a token
 * when one is sent; `signature` endpoints prove themselves by a signed body (webhooks).
 */
export type EndpointAuth = 'public' | 'optional' | 'user' | 'moderator' | 'admin' | 'signature';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the API as data. The table of them drives the gateway's routes, the server's parsing, the typed client,
 * the OpenAPI document and the authorization tests.
 */
export interface Endpoint {
  readonly method: HttpMethod;
  /** The complete path; parameters as `{name}`. */
  readonly path: `/api/${string}`;
  readonly auth: EndpointAuth;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /**
   * Schema of each status that callers read: of successes, and of a refusal that carries more than a problem. `null` is
   * an empty body.
   */
  readonly responses: Readonly<Record<number, z.ZodMiniType | null>>;
  /** Codes that this endpoint may answer beside those of its `auth` and of validation. */
  readonly errors: readonly ErrorCode[];
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type SchemaInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type FieldOutput<E, F extends string> = E extends Record<F, infer S> ? SchemaOutput<S> : undefined;
type FieldInput<E, F extends string> = E extends Record<F, infer S> ? SchemaInput<S> : undefined;

/** The parts of a request as the server sees them after validation. */
export interface EndpointRequest<E extends Endpoint> {
  readonly params: FieldOutput<E, 'params'>;
  readonly query: FieldOutput<E, 'query'>;
  readonly body: FieldOutput<E, 'body'>;
}

/** The parts of a request as a client gives them. */
export type EndpointInput<E extends Endpoint> = {
  readonly [F in 'params' | 'query' | 'body' as FieldInput<E, F> extends undefined ? never : F]: FieldInput<E, F>;
};

/** The success bodies of an endpoint. */
export type EndpointOutput<E extends Endpoint> = SchemaOutput<E['responses'][keyof E['responses']]>;
