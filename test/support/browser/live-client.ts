import WebSocket from 'ws';
import { LiveMessage, type LiveRequest } from '../../../lambdas/contract/live/live-messages.ts';
import { waitFor } from '../stack/local-stack.ts';

/** The gateway allows a function 29 s to respond. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** An open live channel. */
export interface LiveClient {
  /** Every message received, with the time it arrived. */
  readonly received: readonly { readonly at: number; readonly message: LiveMessage }[];
  /** Received data that is not a message of the contract. */
  readonly unexpected: readonly string[];
  send(request: LiveRequest): void;
  sendRaw(data: string | Buffer): void;
  /** Sends a request and returns the first message received since then that passes. */
  request(request: LiveRequest | string | Buffer, passes?: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  /** The times at which changes of a topic were reported. */
  changes(topic: string): readonly number[];
  /** Close code and time, once the channel has closed. */
  readonly closeInfo: { readonly code: number; readonly at: number } | undefined;
  /** Waits until the channel closes. */
  waitUntilClosed(): Promise<{ readonly code: number; readonly at: number }>;
  close(): void;
  /** Drops the connection without a close frame. */
  terminate(): void;
}

/** The status with which the server rejected a handshake. */
export class HandshakeRejected extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The server rejected the handshake with ${status}`);
    this.status = status;
  }
}

/** Opens the live channel of a running stack. Rejects with `HandshakeRejected`. */
export const openLive = (siteUrl: string, ticket: string | undefined): Promise<LiveClient> =>
  new Promise((resolve, reject) => {
    const query = ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`;
    const socket = new WebSocket(`${siteUrl.replace(/^http/, 'ws')}/ws${query}`);
    const received: { at: number; message: LiveMessage }[] = [];
    const unexpected: string[] = [];
    let closeInfo: LiveClient['closeInfo'];
    socket.on('unexpected-response', (request, response) => {
      response.resume();
      request.destroy();
      reject(new HandshakeRejected(response.statusCode ?? 0));
    });
    socket.on('error', reject);
    socket.on('close', (code) => void (closeInfo = { code, at: Date.now() }));
    socket.on('message', (data) => {
      const text = (data as Buffer).toString('utf8');
      const message = LiveMessage.safeParse(JSON.parse(text));
      if (message.success) received.push({ at: Date.now(), message: message.data });
      else unexpected.push(text);
    });
    const sendRaw: LiveClient['sendRaw'] = (data) => socket.send(data);
    const client: LiveClient = {
      received,
      unexpected,
      sendRaw,
      send: (request) => sendRaw(JSON.stringify(request)),
      async request(request, passes = () => true) {
        const from = received.length;
        sendRaw(typeof request === 'string' || Buffer.isBuffer(request) ? request : JSON.stringify(request));
        return waitFor(
          'an answer',
          async () =>
            received.slice(from).find(({ message }) => message.type !== 'changed' && passes(message))?.message,
          RESPONSE_TIMEOUT_MS,
        );
      },
      changes: (topic) =>
        received.filter(({ message }) => message.type === 'changed' && message.topic === topic).map(({ at }) => at),
      get closeInfo() {
        return closeInfo;
      },
      waitUntilClosed: () => waitFor('the end of a channel', async () => closeInfo),
      close: () => socket.close(),
      terminate: () => socket.terminate(),
    };
    socket.on('open', () => resolve(client));
  });
