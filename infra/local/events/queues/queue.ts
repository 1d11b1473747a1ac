import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { MessageAttributes } from './message-digest.ts';
import type { QueueJournal, StoredMessage } from './queue-journal.ts';

/** What a queue was created with. Times are in seconds, as SQS has them. */
export interface QueueSettings {
  readonly visibilityTimeout: number;
  readonly delaySeconds: number;
  readonly retentionSeconds: number;
  readonly waitSeconds: number;
  /** Bytes of body and attributes together. */
  readonly maximumBytes: number;
  readonly redrive?: { readonly deadLetterArn: string; readonly maxReceiveCount: number };
}

/** What is put into a queue. */
export interface OutgoingMessage {
  readonly body: string;
  readonly attributes?: MessageAttributes;
  readonly delaySeconds?: number;
}

/** How a receiver asks. */
export interface ReceiveOptions {
  readonly max: number;
  /** Seconds; the queue's own when left out. */
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

/** What came of a receipt handle: `gone` also covers a handle that a later receive has replaced. */
export type HandleState = 'done' | 'gone';

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
  purge(): void;
  counts(): QueueCounts;
  /** When the message that lies longest was sent, epoch milliseconds; undefined when the queue is empty. */
  oldestAt(): number | undefined;
  /** The messages as they lie, for people to look at; nothing is received. */
  peek(limit: number): readonly Readonly<StoredMessage>[];
  /** Throws a message away, whoever holds it; false when there is none of that id. */
  discard(id: string): boolean;
  /** Takes a message that another queue gave up. */
  adopt(message: StoredMessage): void;
  /** Takes every message out that `destination` accepts and sends it there as a new one; says how many. */
  redrive(destination: (message: Readonly<StoredMessage>) => Queue | undefined): number;
  stop(): void;
}

/** What a queue needs. `deadLetter` looks a queue up by ARN and throws when there is none. */
export interface QueueDependencies {
  readonly clock: Clock;
  readonly name: string;
  readonly arn: string;
  readonly settings: QueueSettings;
  readonly journal: QueueJournal;
  readonly deadLetter: (arn: string) => Queue;
}

/** Makes a queue; nothing runs while nobody waits for a message. */
export const createQueue = ({ clock, name, arn, settings, journal, deadLetter }: QueueDependencies): Queue => {
  const messages = new Map<string, StoredMessage>();
  const byHandle = new Map<string, StoredMessage>();
  const waiters = new Set<() => boolean>();
  let cancelTimer: (() => void) | undefined;
  let stopped = false;

  const remove = (message: StoredMessage, note = true): void => {
    messages.delete(message.id);
    if (message.receiptHandle !== undefined) byHandle.delete(message.receiptHandle);
    if (note) journal.append({ gone: message.id });
    if (messages.size === 0) journal.emptied();
  };

  const isExpired = (message: StoredMessage): boolean =>
    message.sentAt + settings.retentionSeconds * 1000 <= clock.now();

  const take = (max: number, visibilityTimeout: number): StoredMessage[] => {
    const now = clock.now();
    const taken: StoredMessage[] = [];
    for (const message of [...messages.values()]) {
      if (taken.length === max) break;
      if (isExpired(message)) remove(message);
      else if (message.visibleAt > now) continue;
      else if (settings.redrive && message.receiveCount >= settings.redrive.maxReceiveCount) {
        deadLetter(settings.redrive.deadLetterArn).adopt({ ...message, sourceArn: arn });
        remove(message);
      } else {
        if (message.receiptHandle !== undefined) byHandle.delete(message.receiptHandle);
        message.receiptHandle = randomUUID();
        byHandle.set(message.receiptHandle, message);
        message.receiveCount += 1;
        message.firstReceivedAt ??= now;
        message.visibleAt = now + visibilityTimeout * 1000;
        journal.append({ received: [message.id, message.receiveCount, message.firstReceivedAt] });
        taken.push({ ...message });
      }
    }
    return taken;
  };

  /** Offers what is visible to those who wait, then sleeps until the next message appears. */
  const offer = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
    for (const waiter of [...waiters]) if (!waiter()) break;
    if (waiters.size === 0) return;
    let next = Number.POSITIVE_INFINITY;
    for (const { visibleAt } of messages.values()) next = Math.min(next, visibleAt);
    if (next !== Number.POSITIVE_INFINITY) cancelTimer = clock.after(Math.max(0, next - clock.now()), offer);
  };

  const put = (message: StoredMessage): void => {
    messages.set(message.id, message);
    journal.append({ put: message });
    offer();
  };

  for (const message of journal.load()) messages.set(message.id, message);

  const queue: Queue = {
    name,
    arn,
    settings,
    createdAt: clock.now(),
    send({ body, attributes = {}, delaySeconds = settings.delaySeconds }) {
      const sentAt = clock.now();
      const message = {
        id: randomUUID(),
        body,
        attributes,
        sentAt,
        visibleAt: sentAt + delaySeconds * 1000,
        receiveCount: 0,
      };
      put(message);
      return message;
    },
    async receive({ max, visibilityTimeout = settings.visibilityTimeout, waitMs, signal }) {
      const found = stopped ? [] : take(max, visibilityTimeout);
      if (found.length > 0 || waitMs <= 0 || signal?.aborted) return found;
      return new Promise((resolve) => {
        let cancelWait: (() => void) | undefined;
        const finish = (taken: readonly StoredMessage[]): void => {
          waiters.delete(attempt);
          cancelWait?.();
          signal?.removeEventListener('abort', giveUp);
          resolve(taken);
        };
        const attempt = (): boolean => {
          // An endless wait ends by its signal only, or its caller would ask again and again.
          if (stopped && waitMs === Number.POSITIVE_INFINITY) return false;
          const taken = stopped ? [] : take(max, visibilityTimeout);
          if (taken.length === 0 && !stopped) return false;
          finish(taken);
          return true;
        };
        const giveUp = (): void => finish([]);
        waiters.add(attempt);
        signal?.addEventListener('abort', giveUp);
        if (waitMs !== Number.POSITIVE_INFINITY) cancelWait = clock.after(waitMs, giveUp);
        offer();
      });
    },
    delete(receiptHandle) {
      const message = byHandle.get(receiptHandle);
      if (!message) return 'gone';
      remove(message);
      return 'done';
    },
    changeVisibility(receiptHandle, seconds) {
      const message = byHandle.get(receiptHandle);
      if (!message || message.visibleAt <= clock.now()) return 'gone';
      message.visibleAt = clock.now() + seconds * 1000;
      offer();
      return 'done';
    },
    purge() {
      messages.clear();
      byHandle.clear();
      journal.append({ purged: true });
      journal.emptied();
    },
    counts() {
      const now = clock.now();
      const counts = { available: 0, inFlight: 0, delayed: 0 };
      for (const message of [...messages.values()]) {
        if (isExpired(message)) remove(message);
        else if (message.visibleAt <= now) counts.available += 1;
        else if (message.receiptHandle === undefined) counts.delayed += 1;
        else counts.inFlight += 1;
      }
      return counts;
    },
    oldestAt() {
      let oldest: number | undefined;
      for (const { sentAt } of messages.values()) oldest = Math.min(oldest ?? sentAt, sentAt);
      return oldest;
    },
    peek: (limit) => [...messages.values()].slice(0, limit).map((message) => ({ ...message })),
    discard(id) {
      const message = messages.get(id);
      if (message) remove(message);
      return message !== undefined;
    },
    adopt(message) {
      const copy = { ...message, visibleAt: clock.now() };
      delete copy.receiptHandle;
      put(copy);
    },
    redrive(destination) {
      let moved = 0;
      for (const message of [...messages.values()]) {
        if (message.visibleAt > clock.now()) continue;
        const target = destination(message);
        if (!target) continue;
        remove(message);
        target.send({ body: message.body, attributes: message.attributes, delaySeconds: 0 });
        moved += 1;
      }
      return moved;
    },
    stop() {
      stopped = true;
      cancelTimer?.();
      for (const waiter of [...waiters]) waiter();
      journal.close();
    },
  };
  return queue;
};
