import type { EventBus } from '../events/bus/event-bus.ts';
import { failedCall } from '../events/bus/failed-call.ts';
import type { QueueEngine } from '../events/queues/queue-engine.ts';
import type { StoredMessage } from '../events/queues/queue-journal.ts';
import type { Queue } from '../events/queues/queue.ts';
import type { Functions } from '../functions/functions.ts';

/** The result of a redrive. */
export interface RedriveResult {
  /** Messages moved back to their source queue. */
  readonly moved: number;
  /** Failed calls that succeeded when repeated. */
  readonly called: number;
  /** Messages that stay, with the reason. */
  readonly failures: readonly { readonly id: string; readonly reason: string }[];
}

export interface RedriveOptions {
  readonly queues: QueueEngine;
  readonly functions: Pick<Functions, 'find' | 'invoke'>;
  readonly bus: Pick<EventBus, 'schedules'>;
}

/** Attributes of a message as strings. */
export const textAttributes = (message: Readonly<StoredMessage>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(message.attributes).map(([name, { StringValue = '' }]) => [name, StringValue]));

/**
 * Creates the redrive of a dead-letter queue, for all messages or one. A call in progress is not repeated at the same
 * time.
 */
export const createRedrive = ({ queues, functions, bus }: RedriveOptions) => {
  const inProgress = new Set<string>();

  const reinvoke = async (queue: Queue, message: Readonly<StoredMessage>): Promise<string | undefined> => {
    const call = failedCall(message.body, textAttributes(message));
    if (call.kind === 'unknown') return call.reason;
    const arns =
      call.kind === 'function' ? [call.arn] : (bus.schedules().find(({ arn }) => arn === call.arn)?.targets ?? []);
    const targets = arns.filter((arn) => functions.find(arn));
    if (targets.length === 0) return 'its function no longer exists';
    if (inProgress.has(message.id)) return 'its call is in progress';
    inProgress.add(message.id);
    try {
      const event: unknown = JSON.parse(message.body);
      for (const target of targets) {
        const { error } = await functions.invoke(target, event);
        if (error) return `${error.errorType}: ${error.errorMessage}`;
      }
      queue.discard(message.id);
      return undefined;
    } finally {
      inProgress.delete(message.id);
    }
  };

  return async (queue: Queue, id?: string): Promise<RedriveResult> => {
    const isSelected = (message: Readonly<StoredMessage>): boolean => id === undefined || message.id === id;
    const sources = queues.queueSummary().find(({ name }) => name === queue.name)?.sources ?? [];
    const onlySource = sources.length === 1 ? queues.find(sources[0] ?? '') : undefined;
    const moved = queue.redrive((message) =>
      isSelected(message) ? (queues.find(message.sourceArn ?? '-') ?? onlySource) : undefined,
    );
    let called = 0;
    const failures: { id: string; reason: string }[] = [];
    for (const message of queue.peek(Number.MAX_SAFE_INTEGER).filter(isSelected)) {
      const reason = sources.length > 0 ? 'it is in flight' : await reinvoke(queue, message);
      if (reason === undefined) called += 1;
      else failures.push({ id: message.id, reason });
    }
    return { moved, called, failures };
  };
};
