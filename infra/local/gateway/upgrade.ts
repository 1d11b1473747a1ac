import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebResponse } from '../http.ts';

/** A request to upgrade to a WebSocket, as received from node:http and without a response yet. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that the viewer has already sent. */
  readonly head: Buffer;
}

/** Responds to an upgrade with an HTTP response, and closes the connection. */
export const rejectUpgrade = (socket: Duplex, { status, headers, body }: WebResponse): void => {
  if (body !== undefined && !Buffer.isBuffer(body)) body.destroy();
  const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': String(content.length) }).flatMap(
    ([name, values]) => [values].flat().map((value) => `${name}: ${value}`),
  );
  socket.once('finish', () => socket.destroy());
  socket.end(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`),
      content,
    ]),
  );
};
