import type { LiveMessage, LiveRequest } from '../../../lambdas/contract/live/live-messages.ts';
import type { LiveSocket, SocketEvents } from '../../../web/src/core/live/live-connection.ts';

/** The server's side of one socket. */
export interface ServerSocket {
  readonly url: string;
  readonly received: LiveRequest[];
  readonly topics: Set<string>;
  /** Whether the client closed it. */
  closed: boolean;
  readonly accept: () => void;
  readonly send: (message: LiveMessage | Record<string, unknown>) => void;
  /** Closes it from the server's side, before or after it opened. */
  readonly kill: () => void;
}

/** The server of the live channel, in memory and without delay. */
export interface FakeLiveServer {
  readonly sockets: ServerSocket[];
  readonly openSocket: (url: string, events: SocketEvents) => LiveSocket;
  /** The open sockets. */
  readonly open: () => readonly ServerSocket[];
  readonly last: () => ServerSocket;
  /** Notifies all subscribers of a topic. */
  readonly change: (topic: string) => void;
}

export interface FakeLiveServerOptions {
  /** Whether a new socket opens automatically. */
  readonly accepts?: () => boolean;
  readonly canSubscribe?: (topic: string) => boolean;
  /** Whether the server responds to requests. */
  readonly answers?: () => boolean;
}

/** Creates a server that, by default, accepts every socket, grants every topic and responds to every request. */
export const createFakeLiveServer = ({
  accepts = () => true,
  canSubscribe = () => true,
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
      const granted = request.topics.filter(canSubscribe);
      if (request.action === 'subscribe') granted.forEach((topic) => socket.topics.add(topic));
      else request.topics.forEach((topic) => socket.topics.delete(topic));
      text({ type: 'subscribed', topics: [...socket.topics] });
      if (request.action === 'subscribe')
        request.topics
          .filter((topic) => !canSubscribe(topic))
          .forEach((topic) => text({ type: 'denied', topic, code: 'forbidden' }));
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
      if (!socket) throw new Error('No socket has connected');
      return socket;
    },
    change: (topic) => opened.forEach((socket) => socket.topics.has(topic) && socket.send({ type: 'changed', topic })),
  };
};
