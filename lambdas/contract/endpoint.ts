import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { TOKEN_USES } from './security/token-rules.ts';

/**
 * Who may call an endpoint. The gateway's JWT authorizer protects `user`, `moderator` and `admin`. `optional` verifies
 * a token if the caller sends one. `signature` authenticates the caller by a signed body (webhooks). `token`: by a
 * smart token, with a proof of the key that it is bound to.
 */
export type EndpointAuth = 'public' | 'optional' | 'user' | 'moderator' | 'admin' | 'signature' | 'token';

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
  /** What the smart token must be issued for. Required with `auth: 'token'`. */
  readonly tokenUse?: (typeof TOKEN_USES)[number] | 'any';
  /** Also answers a smart token that its client has refreshed, to the holder of its key. @default false */
  readonly acceptsRefreshed?: true;
  /**
   * The least assurance of the sign-in. `aal2` asks users who have a second factor for it; others for their password.
   * @default aal1
   */
  readonly assurance?: 'aal1' | 'aal2';
  /** The user must have authenticated within this many seconds. @default no limit */
  readonly freshSeconds?: number;
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
  /** Also answers a sign-in that exceeds the user's session limit. @default false */
  readonly beyondSessionLimit?: true;
  /**
   * Also answers while the user must prove a second factor because of a security alert: what is needed to set one up,
   * to prove it, or to sign out. @default false
   */
  readonly beforeFactor?: true;
}

/** Seconds for which an access token is valid; a browser then gets a new one of the same sign-in. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

/**
 * What dangerous actions ask for: a fresh sign-in, with the second factor if the user has one. It stays fresh for as
 * long as a token is valid: less would not stop who has stolen a token right after its sign-in, and would ask users who
 * do several such actions in a row again, which teaches them to confirm without reading. A sign-in that is not stolen
 * but left open on an unlocked device is no longer fresh after this time.
 */
export const STEP_UP = { assurance: 'aal2', freshSeconds: ACCESS_TOKEN_SECONDS } as const;

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

/** Whether an endpoint needs no query: all its parameters are optional. */
type HasOptionalQuery<E extends Endpoint> = object extends FieldInput<E, 'query'> ? true : false;

/** Parts of a request before validation, as a client sends them. A query of optional parameters can be left out. */
export type EndpointInput<E extends Endpoint> = {
  readonly [
    F in 'params' | 'query' | 'body' as FieldInput<E, F> extends undefined
      ? never
      : F extends 'query'
        ? HasOptionalQuery<E> extends true
          ? never
          : F
        : F
  ]: FieldInput<E, F>;
} & (FieldInput<E, 'query'> extends undefined
  ? unknown
  : HasOptionalQuery<E> extends true
    ? { readonly query?: FieldInput<E, 'query'> }
    : unknown);

/** Response bodies of an endpoint. */
export type EndpointOutput<E extends Endpoint> = SchemaOutput<E['responses'][keyof E['responses']]>;
