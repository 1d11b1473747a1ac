import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { createFrameMeter } from './frame-meter.ts';
import type { ConnectionFacts } from './websocket-event.ts';

// Quotas of API Gateway: "Quotas for configuring and running a WebSocket in API Gateway".
/** Maximum payload of one frame in bytes, in either direction. */
export const MAX_FRAME_BYTES = 32 * 1024;
/** Maximum payload of a message of several frames in bytes, in either direction. */
export const MAX_MESSAGE_BYTES = 128 * 1024;
/** Idle timeout of a connection in milliseconds. */
export const IDLE_LIMIT_MS = 10 * 60_000;
/** Maximum lifetime of a connection in milliseconds. */
export const LIFETIME_MS = 2 * 3_600_000;

/** Maximum bytes that wait for a viewer that does not read. AWS rejects further messages at an unpublished limit. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Maximum time to wait for the viewer's close frame, in milliseconds. */
const CLOSE_WAIT_MS = 1000;

const ABNORMAL = 1006;

/** How a connection ended: code and reason of the close frame, as the `$disconnect` route receives them. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
}

/** Endings by the gateway. */
export const ENDINGS = {
  deleted: { code: 1000, reason: 'Connection Closed Normally' },
  goingAway: { code: 1001, reason: 'Going away' },
  binary: { code: 1003, reason: 'Binary frames are not supported' },
  tooLarge: { code: 1009, reason: 'Message too big' },
  abnormal: { code: ABNORMAL, reason: 'Connection closed abnormally' },
} as const satisfies Readonly<Record<string, Ending>>;

/** An open connection. */
export interface Connection {
  readonly facts: ConnectionFacts;
  /** Epoch milliseconds of the last message, ping or pong, either way. */
  lastActiveAt(): number;
  /** Sends text. False when too much data is already waiting for the viewer. */
  send(data: Buffer | string): boolean;
  /** Closes the connection. `onEnd` is called immediately. */
  end(ending: Ending): void;
  /** Resolves when the socket is closed, at most a second after `end`. */
  closed(): Promise<void>;
}

/** Options of a connection. */
export interface ConnectionOptions {
  readonly clock: Clock;
  readonly facts: ConnectionFacts;
  readonly webSocket: WebSocket;
  /** The underlying socket, whose frames are measured. */
  readonly socket: Duplex;
  readonly onMessage: (body: string) => void;
  /** Called once. */
  readonly onEnd: (ending: Ending) => void;
}

/** The reason of a close frame, or the gateway's text when it has none. */
const reasonOf = (code: number, reason: string): string => {
  if (reason !== '') return reason;
  if (code === 1005) return 'Client-side close frame status not set';
  return code === ABNORMAL ? ENDINGS.abnormal.reason : '';
};

/** Manages an accepted WebSocket: measures frames, enforces the time limits, and reports its end once. */
export const openConnection = ({
  clock,
  facts,
  webSocket,
  socket,
  onMessage,
  onEnd,
}: ConnectionOptions): Connection => {
  let lastActiveAt = clock.now();
  let ended = false;
  const cancels: (() => void)[] = [];
  const closed = new Promise<void>((resolve) => webSocket.once('close', () => resolve()));

  const finish = (ending: Ending): void => {
    if (ended) return;
    ended = true;
    for (const cancel of cancels) cancel();
    // Disconnects a viewer that does not respond to the close frame. Uses real time, because no test waits for it.
    const timer = setTimeout(() => webSocket.terminate(), CLOSE_WAIT_MS).unref();
    void closed.then(() => clearTimeout(timer));
    onEnd(ending);
  };
  const end = (ending: Ending): void => {
    if (ended) return;
    webSocket.close(ending.code, ending.reason);
    finish(ending);
  };
  const touch = (): void => void (lastActiveAt = clock.now());

  const watchIdle = (index: number): void => {
    cancels[index] = clock.after(lastActiveAt + IDLE_LIMIT_MS - clock.now(), () => {
      if (clock.now() - lastActiveAt >= IDLE_LIMIT_MS) end(ENDINGS.goingAway);
      else watchIdle(index);
    });
  };
  watchIdle(0);
  cancels[1] = clock.after(LIFETIME_MS, () => end(ENDINGS.goingAway));

  const meter = createFrameMeter(MAX_FRAME_BYTES);
  // Before the library's own listener, which delivers a message as soon as it is complete.
  socket.prependListener('data', (chunk: Buffer) => {
    if (!ended && meter.exceeds(chunk)) end(ENDINGS.tooLarge);
  });
  webSocket.on('ping', touch);
  webSocket.on('pong', touch);
  webSocket.on('message', (data, isBinary) => {
    if (ended) return;
    touch();
    if (isBinary) end(ENDINGS.binary);
    else onMessage((Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8'));
  });
  // The library closes a connection itself when it rejects a message; the `close` event that follows has no code.
  webSocket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') finish(ENDINGS.tooLarge);
  });
  webSocket.on('close', (code, reason) => finish({ code, reason: reasonOf(code, reason.toString('utf8')) }));

  return {
    facts,
    lastActiveAt: () => lastActiveAt,
    send(data) {
      if (webSocket.bufferedAmount > MAX_BUFFERED_BYTES) return false;
      touch();
      const content = Buffer.from(data);
      for (let offset = 0; offset === 0 || offset < content.length; offset += MAX_FRAME_BYTES) {
        const fin = offset + MAX_FRAME_BYTES >= content.length;
        webSocket.send(content.subarray(offset, offset + MAX_FRAME_BYTES), { binary: false, fin });
      }
      return true;
    },
    end,
    closed: () => closed,
  };
};
