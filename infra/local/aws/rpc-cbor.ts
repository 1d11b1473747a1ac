import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { cbor, dateToTag, tagSymbol } from '@smithy/core/cbor';
import { AwsError } from './service.ts';

/**
 * Smithy RPC v2 CBOR, which JavaScript clients of some services use
 * (smithy.io/2.0/additional-specs/protocols/smithy-rpc-v2.html).
 */
const PROTOCOL = { 'smithy-protocol': 'rpc-v2-cbor' } as const;
/** Tag of a time in seconds since 1970 (RFC 8949, section 3.4.2). */
const EPOCH_TAG = 1;

/** Whether a request uses the protocol, and so must its response. */
export const isCborRequest = ({ headers }: IncomingMessage): boolean =>
  headers['smithy-protocol'] === PROTOCOL['smithy-protocol'];

/** The operation that a request calls; undefined for one of another service. `service` is its name in Smithy. */
export const cborOperation = ({ url = '/' }: IncomingMessage, service: string): string | undefined => {
  const [, named, name] = /\/service\/([^/]+)\/operation\/([^/?]+)$/.exec(url.split('?', 1)[0] ?? '') ?? [];
  return named === service ? name : undefined;
};

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Replaces each time of a result by its form in a protocol, and leaves out fields without a value. */
export const withTimes = (value: unknown, write: (time: Date) => unknown): unknown => {
  if (value instanceof Date) return write(value);
  if (Array.isArray(value)) return value.map((one) => withTimes(one, write));
  if (!isPlain(value)) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, withTimes(field, write)]));
};

/** A decoded value as operations expect it: times are seconds since 1970, as in JSON. */
const plainOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plainOf);
  if (!isPlain(value)) return value;
  if (tagSymbol in value) return Number(value['tag']) === EPOCH_TAG ? value['value'] : undefined;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plainOf(field)]));
};

/** Reads an input. A request without a body has no fields. @throws AwsError for a body that is not CBOR */
export const readCbor = (body: Uint8Array): unknown => {
  if (body.length === 0) return {};
  try {
    return plainOf(cbor.deserialize(body));
  } catch {
    throw new AwsError('SerializationException', 'Malformed CBOR');
  }
};

/** Sends a result; undefined is one without a body. */
export const sendCbor = (
  response: ServerResponse,
  status: number,
  result: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const body = result === undefined ? undefined : cbor.serialize(withTimes(result, dateToTag));
  response.writeHead(status, {
    ...PROTOCOL,
    ...(body ? { 'content-type': 'application/cbor' } : {}),
    'content-length': body?.length ?? 0,
    'x-amzn-requestid': randomUUID(),
    ...headers,
  });
  response.end(body);
};

/** Sends an error: its name in `__type`, its text in `message`. An error other than AwsError is logged and hidden. */
export const sendCborError = (response: ServerResponse, error: unknown): void => {
  const known = error instanceof AwsError ? error : new AwsError('InternalFailure', 'The local cloud failed', 500);
  if (!(error instanceof AwsError)) console.error(error);
  sendCbor(response, known.status, { __type: known.code, message: known.message, ...known.details });
};
