import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsError, readBody } from './aws/service.ts';

/** A viewer's request without its socket, so that delivery and gateway can be called in process and in tests. */
export interface WebRequest {
  readonly method: string;
  /** Percent-encoded as received, without the query. */
  readonly path: string;
  /** Without `?`; empty when there is none. */
  readonly query: string;
  /** Names in lower case, repeated values joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** `too-large` when it exceeds the reader's limit. */
  readonly body: Buffer | 'too-large';
  readonly sourceIp: string;
}

/** What a viewer received. */
export interface Sent {
  /** With headers. For a viewer who left, up to what the socket still had to send more. */
  readonly bytes: number;
  /** False when the viewer left before the end. */
  readonly completed: boolean;
}

/** The response to a viewer. */
export interface WebResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Buffer | Readable;
  /** Called once when the response was sent, or the viewer left. */
  readonly onSent?: (sent: Sent) => void;
}

/** A JSON response. */
export const jsonResponse = (status: number, body: unknown, headers: WebResponse['headers'] = {}): WebResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

/** The cookies of a request, in their order and unchanged. */
export const cookiesOf = (headers: WebRequest['headers']): readonly (readonly [string, string])[] =>
  (headers['cookie'] ?? '')
    .split(/; */)
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]);

const headersOf = (request: IncomingMessage): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values) headers[name] = values.join(name === 'cookie' ? '; ' : ',');
  }
  return headers;
};

/** A request without its body. */
export const requestHead = (request: IncomingMessage): Omit<WebRequest, 'body'> => {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: headersOf(request),
    sourceIp: (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
  };
};

/** Reads a request from the socket. `limit` is the maximum body size in bytes. */
export const readRequest = async (request: IncomingMessage, limit: number): Promise<WebRequest> => {
  // Read before the body: an aborted body removes the socket from its request.
  const head = requestHead(request);
  const bare = request.method === 'GET' || request.method === 'HEAD';
  const body = bare
    ? Buffer.alloc(0)
    : await readBody(request, limit).catch((error: unknown) => {
        if (error instanceof AwsError) return 'too-large' as const;
        throw error;
      });
  return { ...head, body };
};

/** Writes a response to the socket. A viewer that disconnects ends the stream without an error. */
export const sendResponse = async (
  response: ServerResponse,
  { status, headers, body, onSent }: WebResponse,
  head = false,
): Promise<void> => {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  if (onSent)
    response.once('close', () =>
      onSent({ bytes: (socket?.bytesWritten ?? before) - before, completed: response.writableFinished }),
    );
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  if (Buffer.isBuffer(body)) response.setHeader('content-length', body.length);
  else if (body === undefined && !response.hasHeader('content-length') && status !== 304 && status !== 204)
    response.setHeader('content-length', 0);
  response.writeHead(status);
  if (body === undefined || head) {
    if (body !== undefined && !Buffer.isBuffer(body)) body.destroy();
    response.end();
  } else if (Buffer.isBuffer(body)) {
    response.end(body);
  } else {
    await pipeline(body, response).catch(() => response.destroy());
  }
};
