import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { type InvalidInput, parseInput, parseJson, readDecoded, validationError } from './json-service.ts';
import { AwsError, type LocalService, type Principal, readBody, sendJson, sendJsonError } from './service.ts';

/** The names in a path template: `'/jobs/{id}'` → `'id'`. */
type Parameters<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never;

/** A call of a route. */
export interface RestCall<Name extends string = string> {
  /** The decoded path segments, by name. */
  readonly path: Readonly<Record<Name, string>>;
  readonly caller: Principal | undefined;
  readonly headers: IncomingMessage['headers'];
  /** Parses the query parameters; the last of several values counts. @throws AwsError */
  query<T>(schema: z.ZodType<T>): T;
  /** Reads and parses the JSON body. Authorize the caller first where the body does not matter. @throws AwsError */
  json<T>(schema: z.ZodType<T>): Promise<T>;
  /** Reads the body as it is. @throws AwsError when it exceeds `limit` bytes */
  bytes(limit: number): Promise<Buffer>;
}

/** The response to a call. */
export interface RestReply {
  /** @default 200 */
  readonly status?: number;
  /** Sent as JSON; undefined sends no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Run<Name extends string> = (call: RestCall<Name>) => RestReply | Promise<RestReply>;

/** One operation of a REST service. */
export interface RestRoute {
  readonly method: string;
  /** `/jobs/{id}`; a parameter is a whole segment. */
  readonly template: string;
  readonly run: Run<string>;
}

/** Defines an operation by its method and path template, as in the service's API reference. */
export const route = <const Template extends string>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  template: Template,
  run: Run<Parameters<Template>>,
): RestRoute => ({ method, template, run });

/** Options of a REST service. */
export interface RestJsonServiceOptions {
  /** The signing name in the credential scope. */
  readonly signingName: string;
  readonly routes: readonly RestRoute[];
  /** The service's error for a request that no route matches. It should name the request. */
  readonly unknown: (method: string, path: string) => AwsError;
  /** The service's error for an input that does not fit its schema. @default `validationError` */
  readonly invalid?: InvalidInput;
  /** Name of the service's error for a body or path that is not well formed. @default SerializationException */
  readonly malformed?: string;
}

const JSON_TYPE = 'application/json';

/** The values of a template's parameters in a path, still encoded; undefined when the path does not match. */
const match = (template: readonly string[], segments: readonly string[]): Record<string, string> | undefined => {
  if (template.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined ? segment !== part : segment === '') return undefined;
    if (name !== undefined) values[name] = segment;
  }
  return values;
};

/** Serves AWS's REST-JSON protocol. */
export const restJsonService = (options: RestJsonServiceOptions): LocalService => {
  const { signingName, unknown, invalid = validationError, malformed = 'SerializationException' } = options;
  const routes = options.routes.map((one) => ({ ...one, parts: one.template.split('/') }));
  const malformedJson = (): AwsError => new AwsError(malformed, 'Malformed JSON');

  const answer = async (request: IncomingMessage, caller: Principal | undefined): Promise<RestReply> => {
    const { method = 'GET', headers, url = '/' } = request;
    const mark = url.includes('?') ? url.indexOf('?') : url.length;
    const pathname = url.slice(0, mark);
    const segments = pathname.split('/');
    for (const { method: own, parts, run } of routes) {
      const found = own === method ? match(parts, segments) : undefined;
      if (!found) continue;
      const path = Object.fromEntries(Object.entries(found).map(([name, text]) => [name, decodeURIComponent(text)]));
      return run({
        path,
        caller,
        headers,
        query: (schema) => parseInput(schema, Object.fromEntries(new URLSearchParams(url.slice(mark))), invalid),
        json: async (schema) =>
          parseInput(schema, parseJson((await readDecoded(request)).toString('utf8'), malformedJson), invalid),
        bytes: (limit) => readBody(request, limit),
      });
    }
    throw unknown(method, pathname);
  };

  return {
    signingName,
    errorProtocol: 'rest',
    async handle(request, response, caller) {
      try {
        const { status = 200, body, headers } = await answer(request, caller);
        sendJson(response, status, body, JSON_TYPE, headers);
      } catch (error) {
        const known = error instanceof URIError ? new AwsError(malformed, 'The path is not encoded correctly') : error;
        sendJsonError(response, known, JSON_TYPE);
      }
    },
  };
};
