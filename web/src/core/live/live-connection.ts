import type { LiveMessage, LiveRequest } from '../../../../lambdas/contract/live/live-messages.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Clock } from '../../lib/clock.ts';

/** Time limit, in milliseconds, for ticket and handshake together. */
const CONNECT_WITHIN_MS = 15_000;
/** Time limit, in milliseconds, for the response to a request; after that the connection counts as lost. */
const ANSWER_WITHIN_MS = 10_000;

/** A socket. After `close` it calls none of its event handlers. */
export interface LiveSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** Event handlers of a socket. */
export interface SocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** The socket is closed, or could not be opened. */
  readonly onClose: () => void;
}

/** How a connection ended: the ticket was denied, it never opened, or it was lost after it had opened. */
export type ConnectionEnd = 'denied' | 'failed' | 'lost';

export interface LiveConnectionOptions {
  /** URL of the channel, `ws:` or `wss:`. */
  readonly url: string;
  readonly clock: Clock;
  /** Milliseconds between two pings. */
  readonly pingEveryMs: number;
  readonly openSocket: (url: string, events: SocketEvents) => LiveSocket;
  readonly fetchTicket: (signal: AbortSignal) => Promise<string>;
  /** Parses a message; undefined if it is invalid. */
  readonly readMessage: (text: string) => LiveMessage | undefined;
  readonly onOpen: () => void;
  readonly onMessage: (message: LiveMessage) => void;
  /** Called once, unless `dispose` was called before. `heldMs`: milliseconds since the first response. */
  readonly onEnd: (end: ConnectionEnd, heldMs: number) => void;
}

/** One connection, from the ticket to its end. */
export interface LiveConnection {
  /** Subscribes to topics or unsubscribes from them; the server answers `subscribed`. Only while open. */
  readonly ask: (request: Exclude<LiveRequest, { action: 'ping' }>) => void;
  /** Checks whether the server still answers. */
  readonly check: () => void;
  /** Closes the connection without calling `onEnd`. */
  readonly dispose: () => void;
}

const isDenied = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Opens a connection. */
export const connectLive = (options: LiveConnectionOptions): LiveConnection => {
  const { url, clock, pingEveryMs, openSocket, fetchTicket, readMessage, onOpen, onMessage, onEnd } = options;
  const life = new AbortController();
  let socket: LiveSocket | undefined;
  let open = false;
  let answeredAt: number | undefined;
  /** Stops the timer of the next ping; while connecting, the timer of the time limit. */
  let stopPing = clock.after(CONNECT_WITHIN_MS, () => end('failed'));
  /** Pending responses by type, each with a function that stops its time limit. */
  const due = new Map<LiveMessage['type'], () => void>();

  const dispose = () => {
    life.abort();
    stopPing();
    due.forEach((stop) => stop());
    socket?.close();
  };
  const end = (how: ConnectionEnd) => {
    if (life.signal.aborted) return;
    dispose();
    onEnd(how, answeredAt === undefined ? 0 : clock.now() - answeredAt);
  };

  const send = (request: LiveRequest) => {
    const answer = request.action === 'ping' ? 'pong' : 'subscribed';
    socket?.send(JSON.stringify(request));
    if (!due.has(answer))
      due.set(
        answer,
        clock.after(ANSWER_WITHIN_MS, () => end('lost')),
      );
  };
  const ping = () => {
    stopPing();
    stopPing = clock.after(pingEveryMs, ping);
    send({ action: 'ping' });
  };

  const events: SocketEvents = {
    onOpen: () => {
      open = true;
      stopPing();
      stopPing = clock.after(pingEveryMs, ping);
      onOpen();
    },
    onText: (text) => {
      const message = readMessage(text);
      if (message === undefined) return;
      answeredAt ??= clock.now();
      due.get(message.type)?.();
      due.delete(message.type);
      onMessage(message);
    },
    onClose: () => end(open ? 'lost' : 'failed'),
  };

  fetchTicket(life.signal)
    .then((ticket) => {
      if (!life.signal.aborted) socket = openSocket(`${url}?ticket=${encodeURIComponent(ticket)}`, events);
    })
    .catch((error: unknown) => end(isDenied(error) ? 'denied' : 'failed'));

  return {
    ask: send,
    check: () => {
      if (open) ping();
    },
    dispose,
  };
};
