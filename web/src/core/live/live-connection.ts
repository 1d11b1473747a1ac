import type { LiveMessage, LiveRequest } from '../../../../lambdas/contract/live/live-messages.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Clock } from '../../lib/clock.ts';

/** Milliseconds that a ticket and the handshake may take together. */
const CONNECT_WITHIN_MS = 15_000;
/** Milliseconds that an answer to a request may take; after that the connection counts as lost. */
const ANSWER_WITHIN_MS = 10_000;

/** A socket that was opened. After `close` none of its events is called. */
export interface LiveSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** What a socket tells. */
export interface SocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** It is closed, or could not be opened. */
  readonly onClose: () => void;
}

/** How a connection ended: no ticket for this person, it never opened, or it was open once. */
export type ConnectionEnd = 'refused' | 'failed' | 'lost';

export interface LiveConnectionOptions {
  /** Address of the channel, `ws:` or `wss:`. */
  readonly url: string;
  readonly clock: Clock;
  /** Milliseconds between two signs of life. */
  readonly pingEveryMs: number;
  readonly openSocket: (url: string, events: SocketEvents) => LiveSocket;
  readonly fetchTicket: (signal: AbortSignal) => Promise<string>;
  /** Reads a message; undefined when it is none. */
  readonly readMessage: (text: string) => LiveMessage | undefined;
  readonly onOpen: () => void;
  readonly onMessage: (message: LiveMessage) => void;
  /** Called once, unless `dispose` came first. `heldMs`: how long it was of use, from the first answer on. */
  readonly onEnd: (end: ConnectionEnd, heldMs: number) => void;
}

/** One connection, from the ticket to its end. */
export interface LiveConnection {
  /** Asks for topics, or no longer for them; the server answers `subscribed`. Only while open. */
  readonly ask: (request: Exclude<LiveRequest, { action: 'ping' }>) => void;
  /** Finds out whether the other side still answers. */
  readonly check: () => void;
  /** Ends it without a word. */
  readonly dispose: () => void;
}

const isRefusal = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Opens a connection. */
export const connectLive = (options: LiveConnectionOptions): LiveConnection => {
  const { url, clock, pingEveryMs, openSocket, fetchTicket, readMessage, onOpen, onMessage, onEnd } = options;
  const life = new AbortController();
  let socket: LiveSocket | undefined;
  let open = false;
  let answeredAt: number | undefined;
  /** Counts down to the next sign of life; while connecting it is the limit of that. */
  let stopPing = clock.after(CONNECT_WITHIN_MS, () => end('failed'));
  /** Answers that are due, with what stops the countdown to the loss of a connection that does not give them. */
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
    .catch((error: unknown) => end(isRefusal(error) ? 'refused' : 'failed'));

  return {
    ask: send,
    check: () => {
      if (open) ping();
    },
    dispose,
  };
};
