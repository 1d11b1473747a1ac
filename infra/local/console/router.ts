import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { AwsError, readBody, sendJson } from '../aws/service.ts';

/** An error of the console. The code of a missing resource ends in `_not_found`. */
export class ConsoleError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The error for a missing `queue`, `function`, … It repeats the name that the caller sent. */
export const notFound = (kind: string, name: string): ConsoleError =>
  new ConsoleError(404, `${kind}_not_found`, `The ${kind} ${name.slice(0, 200)} does not exist`);

/** The error for an invalid value. */
export const invalid = (message: string): ConsoleError => new ConsoleError(400, 'invalid_value', message);

/** One call of the console's API. */
export interface Call {
  /** The decoded path segments of each `{}`, in order. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Reads the body by its schema. @throws ConsoleError */
  body<T>(schema: z.ZodType<T>): Promise<T>;
}

/** Handles a call. Its result is sent as JSON; undefined means that it has sent the response itself. */
export type Handler = (call: Call) => unknown;

/** Handlers by method and path in `/_local/`, e.g. `POST queues/{}/redrive`. GET changes nothing. */
export type Routes = Readonly<Record<`${'GET' | 'POST'} ${string}`, Handler>>;

/** Maximum body of the console's own calls, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Sends JSON that must not be cached or interpreted as another type. */
export const sendAnswer = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => sendJson(response, status, body, 'application/json', { ...HEADERS, ...headers });

/** Sends an error response. An unexpected error is logged and hidden. */
export const sendFailure = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof ConsoleError)
    return sendAnswer(response, error.status, { code: error.code, message: error.message });
  if (error instanceof AwsError && error.status < 500)
    return sendAnswer(response, error.status, { code: 'rejected', message: error.message });
  console.error(error);
  return sendAnswer(response, 500, {
    code: 'internal_error',
    message: 'The console failed. See the terminal for the reason.',
  });
};

const parse = async <T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> => {
  const text = (await readBody(request, MAX_BODY_BYTES)).toString('utf8');
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ConsoleError(400, 'malformed_json', 'The body is not valid JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
};

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalid('The path is not encoded correctly');
  }
};

/** Creates a router that finds a handler by path and method and runs it. It returns false for an unknown path. */
export const createRouter = (routes: Routes) => {
  const parsedRoutes = Object.entries(routes).map(([key, handler]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, parts: path.split('/'), handler };
  });
  return async (
    path: string,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> => {
    const parts = path.split('/');
    const matching = parsedRoutes.filter(
      (route) =>
        route.parts.length === parts.length &&
        route.parts.every((part, index) => part === '{}' || part === parts[index]),
    );
    if (matching.length === 0) return false;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = matching.find((candidate) => candidate.method === method);
    if (!route) {
      sendAnswer(
        response,
        405,
        { code: 'method_not_allowed', message: 'This method is not supported' },
        { allow: matching.map((other) => other.method).join(', ') },
      );
      return true;
    }
    try {
      const names = parts.filter((_, index) => route.parts[index] === '{}').map(decode);
      const result = await route.handler({ names, query, request, response, body: (schema) => parse(request, schema) });
      if (result !== undefined) sendAnswer(response, 200, result);
    } catch (error) {
      sendFailure(response, error);
    }
    return true;
  };
};

/** An integer from the query within limits. @throws ConsoleError */
export const integerOf = (
  query: URLSearchParams,
  name: string,
  standard: number,
  lowest: number,
  highest: number,
): number => {
  const text = query.get(name) ?? String(standard);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < lowest || value > highest)
    throw invalid(`${name} must be an integer from ${lowest} to ${highest}`);
  return value;
};
