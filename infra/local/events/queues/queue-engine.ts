import { join } from 'node:path';
import { LOCAL_ACCOUNT, LOCAL_REGION, type LocalService } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { Authorize } from '../../iam/access.ts';
import type { ServiceCaller } from '../../invoke.ts';
import { StartError } from '../../start-error.ts';
import { createFileJournal, noJournal, type StoredMessage } from './queue-journal.ts';
import { createQueueService } from './queue-service.ts';
import { type QueueProperties, readQueueSettings } from './queue-settings.ts';
import { createQueue, type OutgoingMessage, type Queue, type QueueCounts } from './queue.ts';

export interface QueueEngineOptions {
  readonly clock: Clock;
  /** Folder with one file per queue. Without it, messages are kept in memory only. */
  readonly dataDir?: string;
  /** Base address of this engine's server, e.g. `http://127.0.0.1:4100`; read when a URL is needed. */
  readonly endpoint: () => string;
  /** Authorizes each API call. Without it, every call is allowed. */
  readonly authorize?: Authorize;
}

/** Summary of a queue for the console. */
export interface QueueSummary extends QueueCounts {
  readonly name: string;
  readonly url: string;
  /** This queue's dead-letter queue. */
  readonly deadLetterQueue?: string;
  /** The queues that use this one as their dead-letter queue. */
  readonly sources: readonly string[];
}

/** Sends messages to queues by ARN, for rules and failure destinations. */
export interface QueueSender {
  has(queueArn: string): boolean;
  /**
   * Sends a message. A sending service passes itself as `caller`, and the queue's policy decides. Throws StartError
   * when the queue does not exist.
   */
  sendTo(queueArn: string, message: OutgoingMessage, caller?: ServiceCaller): void;
}

/** SQS of the local cloud. */
export interface QueueEngine extends QueueSender {
  readonly service: LocalService;
  /** Creates a queue of the template. A dead-letter queue must be created before the queues that use it. */
  createQueue(
    properties: QueueProperties,
    name: string,
  ): { readonly name: string; readonly arn: string; readonly url: string };
  /** A queue by name, ARN or URL. */
  find(reference: string): Queue | undefined;
  /**
   * Moves the messages of a dead-letter queue back to their source queues. Messages without one stay. Returns the
   * number moved.
   */
  redrive(deadLetterQueueName: string): number;
  queueSummary(): readonly QueueSummary[];
  /** The oldest messages of a queue, without receiving them. */
  messages(name: string, limit?: number): readonly Readonly<StoredMessage>[];
  stop(): void;
}

/** Creates the engine. It is idle while no message moves. */
export const createQueueEngine = ({ clock, dataDir, endpoint, authorize }: QueueEngineOptions): QueueEngine => {
  const queues = new Map<string, Queue>();
  const urlOf = (name: string): string => `${endpoint()}/${LOCAL_ACCOUNT}/${name}`;
  const find = (reference: string): Queue | undefined =>
    queues.get(reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf(':')) + 1));

  const requireQueue = (reference: string): Queue => {
    const queue = find(reference);
    if (!queue) throw new StartError(`Queue ${reference} does not exist.`);
    return queue;
  };

  const redrive = (name: string, destination?: Queue): number =>
    requireQueue(name).redrive(
      (message) => destination ?? (message.sourceArn === undefined ? undefined : find(message.sourceArn)),
    );

  return {
    service: createQueueService({
      clock,
      find,
      urlOf,
      list: () => [...queues.values()],
      redrive,
      ...(authorize ? { authorize } : {}),
    }),
    createQueue(properties, name) {
      const settings = readQueueSettings(properties, name);
      const arn = `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
      if (queues.has(name)) throw new StartError(`The template contains queue ${name} twice.`);
      if (settings.redrive && !find(settings.redrive.deadLetterArn)) {
        throw new StartError(`Queue ${name}: its dead-letter queue ${settings.redrive.deadLetterArn} does not exist.`);
      }
      const journal = dataDir === undefined ? noJournal : createFileJournal(join(dataDir, `${name}.jsonl`));
      queues.set(name, createQueue({ clock, name, arn, settings, journal, deadLetter: requireQueue }));
      return { name, arn, url: urlOf(name) };
    },
    find,
    has: (queueArn) => find(queueArn) !== undefined,
    sendTo(queueArn, message) {
      requireQueue(queueArn).send(message);
    },
    redrive: (name) => redrive(name),
    queueSummary: () =>
      [...queues.values()].map((queue) => ({
        name: queue.name,
        url: urlOf(queue.name),
        ...queue.counts(),
        ...(queue.settings.redrive ? { deadLetterQueue: requireQueue(queue.settings.redrive.deadLetterArn).name } : {}),
        sources: [...queues.values()]
          .filter(({ settings }) => settings.redrive?.deadLetterArn === queue.arn)
          .map(({ name }) => name),
      })),
    messages: (name, limit = 50) => requireQueue(name).peek(limit),
    stop() {
      for (const queue of queues.values()) queue.stop();
    },
  };
};
