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

/** How queues are kept. */
export interface QueueEngineOptions {
  readonly clock: Clock;
  /** Folder of one file per queue; messages end with the process when left out. */
  readonly dataDir?: string;
  /** Base address of the server that serves this engine, e.g. `http://127.0.0.1:4100`; read when a URL is needed. */
  readonly endpoint: () => string;
  /** Decides about each API call; everything is allowed when left out. */
  readonly authorize?: Authorize;
}

/** One line of a console's list of queues. */
export interface QueueSummary extends QueueCounts {
  readonly name: string;
  readonly url: string;
  /** The queue that takes what this one gives up. */
  readonly deadLetterQueue?: string;
  /** The queues that give up into this one. */
  readonly sources: readonly string[];
}

/** Puts messages into queues, by ARN; rules and dead-letter settings know no more than this. */
export interface QueueSender {
  has(queueArn: string): boolean;
  /**
   * Throws StartError when there is no such queue. A service that sends names itself, and the queue's policy judges it.
   */
  sendTo(queueArn: string, message: OutgoingMessage, caller?: ServiceCaller): void;
}

/** SQS of the local cloud. */
export interface QueueEngine extends QueueSender {
  readonly service: LocalService;
  /** Makes a queue of the template; a dead-letter queue must be made before the queues that name it. */
  createQueue(
    properties: QueueProperties,
    name: string,
  ): { readonly name: string; readonly arn: string; readonly url: string };
  /** A queue by name, ARN or URL. */
  find(reference: string): Queue | undefined;
  /**
   * Sends the messages of a dead-letter queue back to where they came from; those without a source stay. Says how many
   * went.
   */
  redrive(deadLetterQueueName: string): number;
  queueSummary(): readonly QueueSummary[];
  /** The oldest messages of a queue, without receiving them. */
  messages(name: string, limit?: number): readonly Readonly<StoredMessage>[];
  stop(): void;
}

/** Makes the engine; it does nothing while no message moves. */
export const createQueueEngine = ({ clock, dataDir, endpoint, authorize }: QueueEngineOptions): QueueEngine => {
  const queues = new Map<string, Queue>();
  const urlOf = (name: string): string => `${endpoint()}/${LOCAL_ACCOUNT}/${name}`;
  const find = (reference: string): Queue | undefined =>
    queues.get(reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf(':')) + 1));

  const need = (reference: string): Queue => {
    const queue = find(reference);
    if (!queue) throw new StartError(`There is no queue ${reference}.`);
    return queue;
  };

  const redrive = (name: string, destination?: Queue): number =>
    need(name).redrive(
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
      if (queues.has(name)) throw new StartError(`The queue ${name} is in the template twice.`);
      if (settings.redrive && !find(settings.redrive.deadLetterArn)) {
        throw new StartError(`Queue ${name}: its dead-letter queue ${settings.redrive.deadLetterArn} does not exist.`);
      }
      const journal = dataDir === undefined ? noJournal : createFileJournal(join(dataDir, `${name}.jsonl`));
      queues.set(name, createQueue({ clock, name, arn, settings, journal, deadLetter: need }));
      return { name, arn, url: urlOf(name) };
    },
    find,
    has: (queueArn) => find(queueArn) !== undefined,
    sendTo(queueArn, message) {
      need(queueArn).send(message);
    },
    redrive: (name) => redrive(name),
    queueSummary: () =>
      [...queues.values()].map((queue) => ({
        name: queue.name,
        url: urlOf(queue.name),
        ...queue.counts(),
        ...(queue.settings.redrive ? { deadLetterQueue: need(queue.settings.redrive.deadLetterArn).name } : {}),
        sources: [...queues.values()]
          .filter(({ settings }) => settings.redrive?.deadLetterArn === queue.arn)
          .map(({ name }) => name),
      })),
    messages: (name, limit = 50) => need(name).peek(limit),
    stop() {
      for (const queue of queues.values()) queue.stop();
    },
  };
};
