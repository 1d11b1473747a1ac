import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { cborOperation, isCborRequest, readCbor, sendCbor, sendCborError, withTimes } from './rpc-cbor.ts';
import {
  AwsError,
  type LocalService,
  MAX_BODY_BYTES,
  type Principal,
  readBody,
  sendJson,
  sendJsonError,
} from './service.ts';

/** What a schema found wrong with an input. */
export interface InputIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The error of a service for an input that does not fit the operation's schema. */
export type InvalidInput = (issue: InputIssue) => AwsError;

/** The error that most JSON services return for an invalid input. */
export const validationError: InvalidInput = ({ path, message }) =>
  new AwsError('ValidationException', `1 validation error detected: ${path.join('.') || 'input'}: ${message}`);

/** Parses an input. @throws AwsError, as `invalid` words it */
export const parseInput = <T>(schema: z.ZodType<T>, input: unknown, invalid: InvalidInput = validationError): T => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalid(result.error.issues[0] ?? { path: [], message: 'invalid value' });
};

/** Parses JSON text; empty text is an empty object. @throws AwsError as given */
export const parseJson = (text: string, malformed: () => AwsError): unknown => {
  if (text === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed();
  }
};

/** Reads a request's body. The SDK compresses large requests of some services, e.g. CloudWatch's. */
export const readDecoded = async (request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<Buffer> => {
  const body = await readBody(request, limit);
  if (request.headers['content-encoding'] !== 'gzip') return body;
  try {
    return gunzipSync(body, { maxOutputLength: limit });
  } catch {
    throw new AwsError('SerializationException', 'The request body is not valid gzip or is too large');
  }
};

/** An operation of a JSON service, ready to run with an unparsed input. */
export type JsonOperation = (input: unknown, caller: Principal | undefined, invalid: InvalidInput) => unknown;

/**
 * Defines an operation: the schema of its input, and what it does. Times of the result are a `Date`, or seconds since
 * 1970 if the service speaks JSON only. A result of undefined means an operation without a result.
 */
export const operation =
  <Input>(schema: z.ZodType<Input>, run: (input: Input, caller: Principal | undefined) => unknown): JsonOperation =>
  (input, caller, invalid) =>
    run(parseInput(schema, input, invalid), caller);

/** Options of a JSON service. */
export interface JsonServiceOptions {
  /** The signing name in the credential scope. */
  readonly signingName: string;
  /** Operations by name. */
  readonly operations: Readonly<Record<string, JsonOperation>>;
  /** @default `validationError` */
  readonly invalid?: InvalidInput;
  /**
   * The service spoke the query protocol before. Its SDK clients read the error's old name from a header. A record
   * contains the old names that differ, by new name.
   * @default false
   */
  readonly queryCompatible?: boolean | Readonly<Record<string, string>>;
  /** The service's name in Smithy, if it also speaks RPC v2 CBOR. @default it does not */
  readonly cborService?: string;
}

const DEFAULT_TYPE = 'application/x-amz-json-1.1';

const oldName = (names: true | Readonly<Record<string, string>>, code: string): string =>
  (names === true ? undefined : names[code]) ?? code;

const malformedJson = (): AwsError => new AwsError('SerializationException', 'Malformed JSON');

/** One protocol of a service, for one request. */
interface Protocol {
  /** The operation as the request names it, for messages. */
  readonly target: string;
  readonly name: string;
  readonly read: (body: Buffer) => unknown;
  readonly send: (response: ServerResponse, result: unknown) => void;
  readonly sendError: (response: ServerResponse, error: unknown) => void;
}

/** Seconds since 1970, as AWS JSON sends times. */
const epochSeconds = (time: Date): number => time.getTime() / 1000;

/** AWS JSON 1.0 or 1.1: the version comes from the content type, and the operation from `X-Amz-Target`. */
const jsonProtocol = ({ headers }: IncomingMessage): Protocol => {
  const contentType = String(headers['content-type'] ?? DEFAULT_TYPE);
  const target = String(headers['x-amz-target'] ?? '');
  return {
    target,
    name: target.slice(target.lastIndexOf('.') + 1),
    read: (body) => parseJson(body.toString('utf8'), malformedJson),
    send: (response, result) => sendJson(response, 200, withTimes(result ?? {}, epochSeconds), contentType),
    sendError: (response, error) => sendJsonError(response, error, contentType),
  };
};

const cborProtocol = (request: IncomingMessage, service: string): Protocol => ({
  target: request.url ?? '',
  name: cborOperation(request, service) ?? '',
  read: readCbor,
  send: (response, result) => sendCbor(response, 200, result),
  sendError: sendCborError,
});

/**
 * Serves the AWS JSON protocols, 1.0 and 1.1, and RPC v2 CBOR for a service that speaks it. An unknown operation is
 * rejected by name.
 */
export const jsonService = ({
  signingName,
  operations,
  invalid = validationError,
  queryCompatible = false,
  cborService,
}: JsonServiceOptions): LocalService => ({
  signingName,
  async handle(request, response, caller) {
    const isCbor = cborService !== undefined && isCborRequest(request);
    const { target, name, read, send, sendError } = isCbor ? cborProtocol(request, cborService) : jsonProtocol(request);
    try {
      const run = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!run)
        throw new AwsError('UnknownOperationException', `The local cloud does not support ${target || 'this call'}`);
      send(response, await run(read(await readDecoded(request)), caller, invalid));
    } catch (error) {
      if (queryCompatible && error instanceof AwsError)
        response.setHeader(
          'x-amzn-query-error',
          `${oldName(queryCompatible, error.code)};${error.status < 500 ? 'Sender' : 'Receiver'}`,
        );
      sendError(response, error);
    }
  },
});
