import type { EventBus } from '../events/bus/event-bus.ts';
import { failedCall } from '../events/bus/failed-call.ts';
import type { QueueEngine } from '../events/queues/queue-engine.ts';
import type { StoredMessage } from '../events/queues/queue-journal.ts';
import type { Queue } from '../events/queues/queue.ts';
import type { Functions } from '../functions/functions.ts';

/** What came of sending messages back. */
export interface RedriveResult {
  /** Went back into the queue that they came from. */
  readonly moved: number;
  /** Failed calls that were made again and succeeded. */
  readonly called: number;
  /** Stay where they are, with the reason. */
  readonly left: readonly { readonly id: string; readonly why: string }[];
}

/** What messages go back to. */
export interface RedriveOptions {
  readonly queues: QueueEngine;
  readonly functions: Pick<Functions, 'find' | 'invoke'>;
  readonly bus: Pick<EventBus, 'schedules'>;
}

/** Attributes of a message as plain texts. */
export const textAttributes = (message: Readonly<StoredMessage>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(message.attributes).map(([name, { StringValue = '' }]) => [name, StringValue]));

/**
 * Makes what sends messages of a dead-letter queue back, all or those of one id. A call that is under way is not made
 * twice.
 */
export const createRedrive = ({ queues, functions, bus }: RedriveOptions) => {
  const underWay = new Set<string>();

  const reinvoke = async (queue: Queue, message: Readonly<StoredMessage>): Promise<string | undefined> => {
    const call = failedCall(message.body, textAttributes(message));
    if (call.kind === 'unknown') return call.why;
    const arns =
      call.kind === 'function' ? [call.arn] : (bus.schedules().find(({ arn }) => arn === call.arn)?.targets ?? []);
    const targets = arns.filter((arn) => functions.find(arn));
    if (targets.length === 0) return 'its function is no longer there';
    if (underWay.has(message.id)) return 'it is being called at this moment';
    underWay.add(message.id);
    try {
      const event: unknown = JSON.parse(message.body);
      for (const target of targets) {
        const { error } = await functions.invoke(target, event);
        if (error) return `${error.errorType}: ${error.errorMessage}`;
      }
      queue.discard(message.id);
      return undefined;
    } finally {
      underWay.delete(message.id);
    }
  };

  return async (queue: Queue, id?: string): Promise<RedriveResult> => {
    const wanted = (message: Readonly<StoredMessage>): boolean => id === undefined || message.id === id;
    const sources = queues.queueSummary().find(({ name }) => name === queue.name)?.sources ?? [];
    const only = sources.length === 1 ? queues.find(sources[0] ?? '') : undefined;
    const moved = queue.redrive((message) =>
      wanted(message) ? (queues.find(message.sourceArn ?? '-') ?? only) : undefined,
    );
    let called = 0;
    const left: { id: string; why: string }[] = [];
    for (const message of queue.peek(Number.MAX_SAFE_INTEGER).filter(wanted)) {
      const why = sources.length > 0 ? 'it is with a receiver' : await reinvoke(queue, message);
      if (why === undefined) called += 1;
      else left.push({ id: message.id, why });
    }
    return { moved, called, left };
  };
};
