import type { LiveMessage, LiveRequest } from '../../../lambdas/contract/live/live-messages.ts';
import type { LiveSocket, SocketEvents } from '../../../web/src/core/live/live-connection.ts';

/** One socket as the server sees it. */
export interface ServerSocket {
  readonly url: string;
  readonly received: LiveRequest[];
  readonly topics: Set<string>;
  /** The client closed it. */
  closed: boolean;
  readonly accept: () => void;
  readonly send: (message: LiveMessage | Record<string, unknown>) => void;
  /** Ends it from the server's side, before or after it opened. */
  readonly kill: () => void;
}

/** The far side of the live channel, in memory and without delay. */
export interface FakeLiveServer {
  readonly sockets: ServerSocket[];
  readonly openSocket: (url: string, events: SocketEvents) => LiveSocket;
  /** Sockets that are open. */
  readonly open: () => readonly ServerSocket[];
  readonly last: () => ServerSocket;
  /** Tells everybody who subscribed. */
  readonly change: (topic: string) => void;
}

export interface FakeLiveServerOptions {
  /** Whether a new socket opens by itself. */
  readonly accepts?: () => boolean;
  readonly maySubscribe?: (topic: string) => boolean;
  /** Whether requests are answered. */
  readonly answers?: () => boolean;
}

/** Makes a server that accepts, grants and answers everything unless told otherwise. */
export const createFakeLiveServer = ({
  accepts = () => true,
  maySubscribe = () => true,
  answers = () => true,
}: FakeLiveServerOptions = {}): FakeLiveServer => {
  const sockets: ServerSocket[] = [];
  const opened = new Set<ServerSocket>();

  const openSocket = (url: string, events: SocketEvents): LiveSocket => {
    const text = (message: unknown) =>
      !socket.closed && events.onText(typeof message === 'string' ? message : JSON.stringify(message));
    const socket: ServerSocket = {
      url,
      received: [],
      topics: new Set(),
      closed: false,
      accept: () => {
        if (socket.closed) return;
        opened.add(socket);
        events.onOpen();
      },
      send: text,
      kill: () => {
        opened.delete(socket);
        if (!socket.closed) events.onClose();
      },
    };
    const answer = (request: LiveRequest) => {
      if (!answers()) return;
      if (request.action === 'ping') return void text({ type: 'pong' });
      const granted = request.topics.filter(maySubscribe);
      if (request.action === 'subscribe') granted.forEach((topic) => socket.topics.add(topic));
      else request.topics.forEach((topic) => socket.topics.delete(topic));
      text({ type: 'subscribed', topics: [...socket.topics] });
      if (request.action === 'subscribe')
        request.topics
          .filter((topic) => !maySubscribe(topic))
          .forEach((topic) => text({ type: 'refused', topic, code: 'forbidden' }));
    };
    sockets.push(socket);
    queueMicrotask(() => accepts() && socket.accept());
    return {
      send: (message) => {
        const request = JSON.parse(message) as LiveRequest;
        socket.received.push(request);
        queueMicrotask(() => opened.has(socket) && answer(request));
      },
      close: () => {
        socket.closed = true;
        opened.delete(socket);
      },
    };
  };

  return {
    sockets,
    openSocket,
    open: () => [...opened],
    last: () => {
      const socket = sockets.at(-1);
      if (!socket) throw new Error('Nobody connected');
      return socket;
    },
    change: (topic) => opened.forEach((socket) => socket.topics.has(topic) && socket.send({ type: 'changed', topic })),
  };
};
