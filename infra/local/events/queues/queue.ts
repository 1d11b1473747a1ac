import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { MessageAttributes } from './message-digest.ts';
import type { QueueJournal, StoredMessage } from './queue-journal.ts';

/** Settings of a queue. Times are in seconds, as in SQS. */
export interface QueueSettings {
  readonly visibilityTimeout: number;
  readonly delaySeconds: number;
  readonly retentionSeconds: number;
  readonly waitSeconds: number;
  /** Maximum bytes of body and attributes together. */
  readonly maximumBytes: number;
  readonly redrive?: { readonly deadLetterArn: string; readonly maxReceiveCount: number };
}

/** A message to send. */
export interface OutgoingMessage {
  readonly body: string;
  readonly attributes?: MessageAttributes;
  readonly delaySeconds?: number;
}

/** Options of a receive call. */
export interface ReceiveOptions {
  readonly max: number;
  /** Seconds. @default the queue's own */
  readonly visibilityTimeout?: number;
  /** How long to wait for a first message, in milliseconds; `Infinity` waits until `signal`. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

/** Messages by state, as SQS counts them. */
export interface QueueCounts {
  readonly available: number;
  readonly inFlight: number;
  readonly delayed: number;
}

/** Result of using a receipt handle. A handle is also `invalid` after a later receive replaced it. */
export type HandleState = 'done' | 'invalid';

/** One standard queue. */
export interface Queue {
  readonly name: string;
  readonly arn: string;
  readonly settings: QueueSettings;
  readonly createdAt: number;
  send(message: OutgoingMessage): StoredMessage;
  receive(options: ReceiveOptions): Promise<readonly StoredMessage[]>;
  delete(receiptHandle: string): HandleState;
  /** Seconds from now until the message reappears. */
  changeVisibility(receiptHandle: string, seconds: number): HandleState;
  /** Records that the receiver failed. The message stays hidden for the rest of its visibility timeout. */
  fail(receiptHandle: string): void;
  /** Makes the messages visible whose receiver failed, before their visibility timeout ends. Returns their number. */
  retryFailed(): number;
  purge(): void;
  counts(): QueueCounts;
  /** When the oldest message was sent, epoch milliseconds; undefined when the queue is empty. */
  oldestAt(): number | undefined;
  /** The oldest messages, without receiving them. */
  peek(limit: number): readonly Readonly<StoredMessage>[];
  /** Deletes a message, even one in flight. False when there is none with this ID. */
  discard(id: string): boolean;
  /** Adds a message that another queue moved to this dead-letter queue. */
  adopt(message: StoredMessage): void;
  /** Moves every visible message that has a destination there, as a new message. Returns their number. */
  redrive(destination: (message: Readonly<StoredMessage>) => Queue | undefined): number;
  stop(): void;
}

/** Dependencies of a queue. `deadLetter` finds a queue by ARN and throws when it does not exist. */
export interface QueueDependencies {
  readonly clock: Clock;
  readonly name: string;
  readonly arn: string;
  readonly settings: QueueSettings;
  readonly journal: QueueJournal;
  readonly deadLetter: (arn: string) => Queue;
}

/** State of one queue. */
interface State extends QueueDependencies {
  readonly messages: Map<string, StoredMessage>;
  readonly byHandle: Map<string, StoredMessage>;
  /** IDs of hidden messages whose receiver failed. */
  readonly failed: Set<string>;
  /** Receivers that wait for a message. Each returns whether it was served. */
  readonly waiters: Set<() => boolean>;
  cancelTimer: (() => void) | undefined;
  stopped: boolean;
}

const remove = ({ messages, byHandle, failed, journal }: State, message: StoredMessage): void => {
  messages.delete(message.id);
  failed.delete(message.id);
  if (message.receiptHandle !== undefined) byHandle.delete(message.receiptHandle);
  journal.append({ gone: message.id });
  if (messages.size === 0) journal.emptied();
};

const isExpired = ({ clock, settings }: State, message: StoredMessage): boolean =>
  message.sentAt + settings.retentionSeconds * 1000 <= clock.now();

/** Stores how often a message was received, without a receive that can still succeed. */
const recordReceives = ({ journal }: State, { id, receiveCount, firstReceivedAt = 0 }: StoredMessage): void =>
  journal.append({ received: [id, receiveCount, firstReceivedAt] });

/** Puts a message in flight and returns a copy of it. */
const checkOut = (state: State, message: StoredMessage, now: number, visibilityTimeout: number): StoredMessage => {
  const { byHandle, failed } = state;
  if (message.receiveCount > 0 && !failed.has(message.id)) recordReceives(state, message);
  if (message.receiptHandle !== undefined) byHandle.delete(message.receiptHandle);
  failed.delete(message.id);
  message.receiptHandle = randomUUID();
  byHandle.set(message.receiptHandle, message);
  message.receiveCount += 1;
  message.firstReceivedAt ??= now;
  message.visibleAt = now + visibilityTimeout * 1000;
  return { ...message };
};

/** Receives visible messages. Deletes expired ones, and moves those received too often to the dead-letter queue. */
const receiveVisible = (state: State, max: number, visibilityTimeout: number): StoredMessage[] => {
  const { clock, settings, messages, deadLetter, arn } = state;
  const now = clock.now();
  const received: StoredMessage[] = [];
  for (const message of [...messages.values()]) {
    if (received.length === max) break;
    if (isExpired(state, message)) remove(state, message);
    else if (message.visibleAt > now) continue;
    else if (settings.redrive && message.receiveCount >= settings.redrive.maxReceiveCount) {
      deadLetter(settings.redrive.deadLetterArn).adopt({ ...message, sourceArn: arn });
      remove(state, message);
    } else received.push(checkOut(state, message, now, visibilityTimeout));
  }
  return received;
};

/** Serves waiting receivers, then sleeps until the next message becomes visible. */
const serveWaiters = (state: State): void => {
  const { clock, messages, waiters } = state;
  state.cancelTimer?.();
  state.cancelTimer = undefined;
  for (const waiter of [...waiters]) if (!waiter()) break;
  if (waiters.size === 0) return;
  let next = Number.POSITIVE_INFINITY;
  for (const { visibleAt } of messages.values()) next = Math.min(next, visibleAt);
  if (next !== Number.POSITIVE_INFINITY)
    state.cancelTimer = clock.after(Math.max(0, next - clock.now()), () => serveWaiters(state));
};

const put = (state: State, message: StoredMessage): void => {
  state.messages.set(message.id, message);
  state.journal.append({ put: message });
  serveWaiters(state);
};

const send = (
  state: State,
  { body, attributes = {}, delaySeconds = state.settings.delaySeconds }: OutgoingMessage,
): StoredMessage => {
  const sentAt = state.clock.now();
  const message = {
    id: randomUUID(),
    body,
    attributes,
    sentAt,
    visibleAt: sentAt + delaySeconds * 1000,
    receiveCount: 0,
  };
  put(state, message);
  return message;
};

const receive = async (
  state: State,
  { max, visibilityTimeout = state.settings.visibilityTimeout, waitMs, signal }: ReceiveOptions,
): Promise<readonly StoredMessage[]> => {
  const found = state.stopped ? [] : receiveVisible(state, max, visibilityTimeout);
  if (found.length > 0 || waitMs <= 0 || signal?.aborted) return found;
  return new Promise((resolve) => {
    let cancelWait: (() => void) | undefined;
    const finish = (received: readonly StoredMessage[]): void => {
      state.waiters.delete(attempt);
      cancelWait?.();
      signal?.removeEventListener('abort', giveUp);
      resolve(received);
    };
    const attempt = (): boolean => {
      // An endless wait ends only by its signal. Otherwise its caller would call again immediately.
      if (state.stopped && waitMs === Number.POSITIVE_INFINITY) return false;
      const received = state.stopped ? [] : receiveVisible(state, max, visibilityTimeout);
      if (received.length === 0 && !state.stopped) return false;
      finish(received);
      return true;
    };
    const giveUp = (): void => finish([]);
    state.waiters.add(attempt);
    signal?.addEventListener('abort', giveUp);
    if (waitMs !== Number.POSITIVE_INFINITY) cancelWait = state.clock.after(waitMs, giveUp);
    serveWaiters(state);
  });
};

const changeVisibility = (state: State, receiptHandle: string, seconds: number): HandleState => {
  const { clock, byHandle } = state;
  const message = byHandle.get(receiptHandle);
  if (!message || message.visibleAt <= clock.now()) return 'invalid';
  message.visibleAt = clock.now() + seconds * 1000;
  serveWaiters(state);
  return 'done';
};

const retryFailed = (state: State): number => {
  const { messages, failed, clock } = state;
  const now = clock.now();
  const hidden = [...messages.values()].filter(({ id, visibleAt }) => failed.has(id) && visibleAt > now);
  for (const message of hidden) message.visibleAt = now;
  serveWaiters(state);
  return hidden.length;
};

const countMessages = (state: State): QueueCounts => {
  const now = state.clock.now();
  const counts = { available: 0, inFlight: 0, delayed: 0 };
  for (const message of [...state.messages.values()]) {
    if (isExpired(state, message)) remove(state, message);
    else if (message.visibleAt <= now) counts.available += 1;
    else if (message.receiptHandle === undefined) counts.delayed += 1;
    else counts.inFlight += 1;
  }
  return counts;
};

const redrive = (state: State, destination: (message: Readonly<StoredMessage>) => Queue | undefined): number => {
  let moved = 0;
  for (const message of [...state.messages.values()]) {
    if (message.visibleAt > state.clock.now()) continue;
    const target = destination(message);
    if (!target) continue;
    remove(state, message);
    target.send({ body: message.body, attributes: message.attributes, delaySeconds: 0 });
    moved += 1;
  }
  return moved;
};

/** Removes a message if it exists; returns whether it did. */
const removeIfFound = (state: State, message: StoredMessage | undefined): boolean => {
  if (message) remove(state, message);
  return message !== undefined;
};

/** Creates a queue. It is idle unless a receiver waits for a message. */
export const createQueue = (dependencies: QueueDependencies): Queue => {
  const { clock, name, arn, settings, journal } = dependencies;
  const state: State = {
    ...dependencies,
    messages: new Map(journal.load().map((message) => [message.id, message])),
    byHandle: new Map(),
    failed: new Set(),
    waiters: new Set(),
    cancelTimer: undefined,
    stopped: false,
  };
  const { messages, byHandle, failed, waiters } = state;
  return {
    name,
    arn,
    settings,
    createdAt: clock.now(),
    send: (message) => send(state, message),
    receive: (options) => receive(state, options),
    delete: (receiptHandle) => (removeIfFound(state, byHandle.get(receiptHandle)) ? 'done' : 'invalid'),
    changeVisibility: (receiptHandle, seconds) => changeVisibility(state, receiptHandle, seconds),
    fail(receiptHandle) {
      const message = byHandle.get(receiptHandle);
      if (!message || failed.has(message.id)) return;
      failed.add(message.id);
      recordReceives(state, message);
    },
    retryFailed: () => retryFailed(state),
    purge() {
      messages.clear();
      byHandle.clear();
      failed.clear();
      journal.append({ purged: true });
      journal.emptied();
    },
    counts: () => countMessages(state),
    oldestAt() {
      let oldest: number | undefined;
      for (const { sentAt } of messages.values()) oldest = Math.min(oldest ?? sentAt, sentAt);
      return oldest;
    },
    peek: (limit) => [...messages.values()].slice(0, limit).map((message) => ({ ...message })),
    discard: (id) => removeIfFound(state, messages.get(id)),
    adopt(message) {
      const copy = { ...message, visibleAt: clock.now() };
      delete copy.receiptHandle;
      put(state, copy);
    },
    redrive: (destination) => redrive(state, destination),
    stop() {
      state.stopped = true;
      state.cancelTimer?.();
      for (const waiter of [...waiters]) waiter();
      journal.close();
    },
  };
};
