import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { AwsError, readBody, sendJson } from '../aws/service.ts';

/** A refusal of the console, in a code that ends in `_not_found` for what is not there. */
export class ConsoleError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What is not there: `queue`, `function`, … The name is told back, because the caller sent it. */
export const notFound = (what: string, name: string): ConsoleError =>
  new ConsoleError(404, `${what}_not_found`, `There is no ${what} ${name.slice(0, 200)}`);

/** A value that the console does not take. */
export const invalid = (message: string): ConsoleError => new ConsoleError(400, 'invalid_value', message);

/** One call of the console's API. */
export interface Call {
  /** What stands in the path for `{}`, in order, decoded. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The body by its schema. @throws ConsoleError */
  body<T>(schema: z.ZodType<T>): Promise<T>;
}

/** Answers a call with JSON, or by itself when it answers undefined. */
export type Handler = (call: Call) => unknown;

/** Handlers by method and path below `/_local/`, e.g. `POST queues/{}/redrive`. GET changes nothing. */
export type Routes = Readonly<Record<`${'GET' | 'POST'} ${string}`, Handler>>;

/** Largest body of the console's own calls, bytes. */
const MAX_BODY_BYTES = 64 * 1024;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Answers JSON that is neither kept nor taken for anything else. */
export const sendAnswer = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => sendJson(response, status, body, 'application/json', { ...HEADERS, ...headers });

/** Answers a failure; what is no refusal is printed and hidden. */
export const sendFailure = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof ConsoleError)
    return sendAnswer(response, error.status, { code: error.code, message: error.message });
  if (error instanceof AwsError && error.status < 500)
    return sendAnswer(response, error.status, { code: 'refused', message: error.message });
  console.error(error);
  return sendAnswer(response, 500, { code: 'internal_error', message: 'The console failed; the terminal says why' });
};

const parse = async <T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> => {
  const text = (await readBody(request, MAX_BODY_BYTES)).toString('utf8');
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ConsoleError(400, 'malformed_json', 'The body is no JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
};

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalid('The path is not rightly encoded');
  }
};

/** Finds a handler by path and method and runs it. Answers false for a path that no route has. */
export const createRouter = (routes: Routes) => {
  const known = Object.entries(routes).map(([key, handler]) => {
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
    const matching = known.filter(
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
        { code: 'method_not_allowed', message: 'Use another method' },
        { allow: matching.map((other) => other.method).join(', ') },
      );
      return true;
    }
    try {
      const names = parts.filter((_, index) => route.parts[index] === '{}').map(decode);
      const answer = await route.handler({ names, query, request, response, body: (schema) => parse(request, schema) });
      if (answer !== undefined) sendAnswer(response, 200, answer);
    } catch (error) {
      sendFailure(response, error);
    }
    return true;
  };
};

/** A whole number from the query between bounds. @throws ConsoleError */
export const wholeOf = (
  query: URLSearchParams,
  name: string,
  standard: number,
  lowest: number,
  highest: number,
): number => {
  const text = query.get(name) ?? String(standard);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < lowest || value > highest)
    throw invalid(`${name} must be a whole number from ${lowest} to ${highest}`);
  return value;
};
