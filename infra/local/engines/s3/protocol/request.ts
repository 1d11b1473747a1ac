import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { s3Error } from './errors.ts';
import { encodeKey } from './xml.ts';

/** A request's target and inputs, decoded once. */
export interface S3Request {
  readonly message: IncomingMessage;
  readonly method: string;
  /** Empty for the service's root. */
  readonly bucket: string;
  /** Decoded and literal: dots and slashes have no meaning. Empty for a bucket's own operations. */
  readonly key: string;
  /** The path in the canonical request of the signature. */
  readonly canonicalPath: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** A query parameter's first value. */
  param(name: string): string | undefined;
  /** A header. The SDK moves `x-amz-` headers into the query of a presigned URL; they are found there too. */
  header(name: string): string | undefined;
  /** User metadata headers, by name without prefix. */
  metadata(): Record<string, string>;
}

/** A request ID in AWS's format. */
export const newRequestId = (): string => randomBytes(8).toString('hex').toUpperCase();

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw s3Error('InvalidURI');
  }
};

const parseQuery = (text: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode((at < 0 ? pair : pair.slice(0, at)).replaceAll('+', ' '));
    const value = at < 0 ? '' : decode(pair.slice(at + 1).replaceAll('+', ' '));
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
};

/** Longest key in bytes of UTF-8, from the S3 user guide. */
const MAX_KEY_BYTES = 1024;

/** Checks the length of a key. @throws AwsError KeyTooLongError */
export const checkKey = (key: string): void => {
  const size = Buffer.byteLength(key);
  if (size > MAX_KEY_BYTES) {
    throw s3Error('KeyTooLongError', undefined, { Size: String(size), MaxSizeAllowed: String(MAX_KEY_BYTES) });
  }
};

const METADATA_PREFIX = 'x-amz-meta-';

/** Reads method, path-style target and query. @throws AwsError InvalidURI, KeyTooLongError */
export const parseRequest = (message: IncomingMessage): S3Request => {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  const path = decode(mark < 0 ? url : url.slice(0, mark));
  const query = parseQuery(mark < 0 ? '' : url.slice(mark + 1));
  const slash = path.indexOf('/', 1);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  checkKey(key);

  const hoisted = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    if (/^x-amz-/i.test(name)) hoisted.set(name.toLowerCase(), String([value].flat()[0]));
  }
  const header = (name: string): string | undefined => {
    const value = message.headers[name];
    return (
      (Array.isArray(value) ? value.join(',') : value) ?? (name.startsWith('x-amz-') ? hoisted.get(name) : undefined)
    );
  };
  return {
    message,
    method: message.method ?? 'GET',
    bucket: slash < 0 ? path.slice(1) : path.slice(1, slash),
    key,
    canonicalPath: encodeKey(path),
    query,
    param: (name) => [query[name]].flat()[0],
    header,
    metadata() {
      const metadata: Record<string, string> = {};
      for (const name of [...Object.keys(message.headers), ...hoisted.keys()]) {
        if (name.startsWith(METADATA_PREFIX)) metadata[name.slice(METADATA_PREFIX.length)] = header(name) ?? '';
      }
      return metadata;
    },
  };
};
