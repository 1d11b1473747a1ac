import WebSocket from 'ws';
import { LiveMessage, type LiveRequest } from '../../../lambdas/contract/live/live-messages.ts';
import { waitFor } from '../stack/local-stack.ts';

/** The gateway gives a function 29 s to answer. */
const LATEST_ANSWER_MS = 30_000;

/** An open live channel as a test sees it. */
export interface LiveClient {
  /** Everything that came, with the time. */
  readonly heard: readonly { readonly at: number; readonly message: LiveMessage }[];
  /** What came and was none of the contract's messages. */
  readonly strange: readonly string[];
  send(request: LiveRequest): void;
  sendRaw(data: string | Buffer): void;
  /** Sends and answers the first message that came since and passes. */
  ask(request: LiveRequest | string | Buffer, passes?: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  /** Times at which a topic was said to have changed. */
  changes(topic: string): readonly number[];
  /** Code and time of the end, once it came. */
  readonly ended: { readonly code: number; readonly at: number } | undefined;
  /** Waits for the end. */
  end(limitMs?: number): Promise<{ readonly code: number; readonly at: number }>;
  close(): void;
  /** Ends the connection without a word. */
  terminate(): void;
}

/** The status with which a handshake was refused. */
export class HandshakeRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The handshake was refused with ${status}`);
    this.status = status;
  }
}

/** Opens the channel of a running stack. Rejects with HandshakeRefused. */
export const openLive = (siteUrl: string, ticket: string | undefined): Promise<LiveClient> =>
  new Promise((resolve, reject) => {
    const query = ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`;
    const socket = new WebSocket(`${siteUrl.replace(/^http/, 'ws')}/ws${query}`);
    const heard: { at: number; message: LiveMessage }[] = [];
    const strange: string[] = [];
    let ended: LiveClient['ended'];
    socket.on('unexpected-response', (request, response) => {
      response.resume();
      request.destroy();
      reject(new HandshakeRefused(response.statusCode ?? 0));
    });
    socket.on('error', reject);
    socket.on('close', (code) => void (ended = { code, at: Date.now() }));
    socket.on('message', (data) => {
      const text = (data as Buffer).toString('utf8');
      const message = LiveMessage.safeParse(JSON.parse(text));
      if (message.success) heard.push({ at: Date.now(), message: message.data });
      else strange.push(text);
    });
    const sendRaw: LiveClient['sendRaw'] = (data) => socket.send(data);
    const client: LiveClient = {
      heard,
      strange,
      sendRaw,
      send: (request) => sendRaw(JSON.stringify(request)),
      async ask(request, passes = () => true) {
        const from = heard.length;
        sendRaw(typeof request === 'string' || Buffer.isBuffer(request) ? request : JSON.stringify(request));
        return waitFor(
          'an answer',
          async () => heard.slice(from).find(({ message }) => message.type !== 'changed' && passes(message))?.message,
          LATEST_ANSWER_MS,
        );
      },
      changes: (topic) =>
        heard.filter(({ message }) => message.type === 'changed' && message.topic === topic).map(({ at }) => at),
      get ended() {
        return ended;
      },
      end: (limitMs = 10_000) => waitFor('the end of a channel', async () => ended, limitMs),
      close: () => socket.close(),
      terminate: () => socket.terminate(),
    };
    socket.on('open', () => resolve(client));
  });
