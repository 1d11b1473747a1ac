import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { createFrameMeter } from './frame-meter.ts';
import type { ConnectionFacts } from './websocket-event.ts';

// Quotas of API Gateway: "Quotas for configuring and running a WebSocket in API Gateway".
/** Largest payload of one frame, in bytes, either way. */
export const MAX_FRAME_BYTES = 32 * 1024;
/** Largest payload of a message of several frames, in bytes, either way. */
export const MAX_MESSAGE_BYTES = 128 * 1024;
/** Milliseconds after which a silent connection ends. */
export const IDLE_LIMIT_MS = 10 * 60_000;
/** Milliseconds after which every connection ends. */
export const LIFETIME_MS = 2 * 3_600_000;

/**
 * Bytes that may wait for a viewer who does not read; AWS refuses further messages at a limit that it does not publish.
 */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Longest wait for a viewer's side of a closing handshake, in milliseconds. */
const CLOSE_WAIT_MS = 1000;

const ABNORMAL = 1006;

/** How a connection ended: code and reason of the closing frame, as the `$disconnect` route hears them. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
}

/** Endings that the gateway chooses. */
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
  /** Sends a text. False when too much waits for the viewer already. */
  send(data: Buffer | string): boolean;
  /** Closes it; for its owner it is over at once. */
  end(ending: Ending): void;
  /** Resolves when the socket is gone, a second after `end` at the latest. */
  gone(): Promise<void>;
}

/** What a connection tells its owner. */
export interface ConnectionOptions {
  readonly clock: Clock;
  readonly facts: ConnectionFacts;
  readonly webSocket: WebSocket;
  /** The socket below, whose frames are measured. */
  readonly socket: Duplex;
  readonly onMessage: (body: string) => void;
  /** Heard once. */
  readonly onEnd: (ending: Ending) => void;
}

/** What the gateway says about a closing frame without a reason. */
const reasonOf = (code: number, reason: string): string => {
  if (reason !== '') return reason;
  if (code === 1005) return 'Client-side close frame status not set';
  return code === ABNORMAL ? ENDINGS.abnormal.reason : '';
};

/** Takes over an accepted WebSocket: measures frames, watches the limits of time, and says once when it is over. */
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
  const gone = new Promise<void>((resolve) => webSocket.once('close', () => resolve()));

  const finish = (ending: Ending): void => {
    if (ended) return;
    ended = true;
    for (const cancel of cancels) cancel();
    // A viewer that does not answer a closing frame would stay connected. Real time: no test waits for it.
    const timer = setTimeout(() => webSocket.terminate(), CLOSE_WAIT_MS).unref();
    void gone.then(() => clearTimeout(timer));
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
  // In front of the library's own listener, which hands a message on as soon as it is whole.
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
  // What the library refuses it closes itself; the `close` that follows does not say with which code.
  webSocket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') finish(ENDINGS.tooLarge);
  });
  webSocket.on('close', (code, reason) => finish({ code, reason: reasonOf(code, reason.toString('utf8')) }));

  return {
    facts,
    lastActiveAt: () => lastActiveAt,
    send(data) {
      if (webSocket.bufferedAmount > MAX_WAITING_BYTES) return false;
      touch();
      const content = Buffer.from(data);
      for (let offset = 0; offset === 0 || offset < content.length; offset += MAX_FRAME_BYTES) {
        const fin = offset + MAX_FRAME_BYTES >= content.length;
        webSocket.send(content.subarray(offset, offset + MAX_FRAME_BYTES), { binary: false, fin });
      }
      return true;
    },
    end,
    gone: () => gone,
  };
};
