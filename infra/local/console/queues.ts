import { z } from 'zod';
import type { StoredMessage } from '../events/queues/queue-journal.ts';
import type { Queue } from '../events/queues/queue.ts';
import type { Panel } from './panel.ts';
import { createRedrive, type RedriveOptions, textAttributes } from './redrive.ts';
import { type Call, notFound, type Routes, integerOf } from './router.ts';

/** Maximum length of an error text in a list; the message has the whole text. */
const ERROR_LENGTH = 300;

const messageView = (message: Readonly<StoredMessage>) => {
  const { ErrorMessage, ERROR_MESSAGE } = textAttributes(message);
  const error = ErrorMessage ?? ERROR_MESSAGE;
  return {
    id: message.id,
    sentAt: message.sentAt,
    receives: message.receiveCount,
    bytes: Buffer.byteLength(message.body),
    ...(message.sourceArn === undefined
      ? {}
      : { source: message.sourceArn.slice(message.sourceArn.lastIndexOf(':') + 1) }),
    ...(error === undefined ? {} : { error: error.slice(0, ERROR_LENGTH) }),
  };
};

/** Queues with their counts and messages, retries before the visibility timeout, and the redrive of dead letters. */
const queueRoutes = (options: RedriveOptions): Routes => {
  const { queues } = options;
  const redrive = createRedrive(options);
  const requireQueue = ({ names: [name = ''] }: Call): Queue => {
    const queue = queues.queueSummary().some((summary) => summary.name === name) ? queues.find(name) : undefined;
    if (!queue) throw notFound('queue', name);
    return queue;
  };
  const messagesOf = (queue: Queue): readonly Readonly<StoredMessage>[] => queue.peek(Number.MAX_SAFE_INTEGER);
  return {
    'GET queues': () =>
      queues.queueSummary().map(({ name, available, inFlight, delayed, deadLetterQueue, sources }) => ({
        name,
        available,
        inFlight,
        delayed,
        sources,
        oldestAt: queues.find(name)?.oldestAt() ?? null,
        deadLetterQueue: deadLetterQueue ?? null,
        // A queue without a dead-letter queue is one itself: its messages wait for a developer.
        takesFailures: deadLetterQueue === undefined,
      })),
    'GET queues/{}/messages': (call) => {
      const all = messagesOf(requireQueue(call));
      return { total: all.length, messages: all.slice(0, integerOf(call.query, 'limit', 50, 1, 500)).map(messageView) };
    },
    'GET queues/{}/messages/{}': (call) => {
      const message = messagesOf(requireQueue(call)).find(({ id }) => id === call.names[1]);
      if (!message) throw notFound('message', call.names[1] ?? '');
      return { ...messageView(message), body: message.body, attributes: textAttributes(message) };
    },
    'POST queues/{}/retry': (call) => ({ retried: requireQueue(call).retryFailed() }),
    'POST queues/{}/redrive': async (call) => {
      const queue = requireQueue(call);
      const { id } = await call.body(z.strictObject({ id: z.string().optional() }));
      if (id !== undefined && !messagesOf(queue).some((message) => message.id === id)) throw notFound('message', id);
      return redrive(queue, id);
    },
  };
};

/** The section of queues. Its numbers are the messages in queues and in dead-letter queues. */
export const queuePanel = (options: RedriveOptions): Panel => ({
  id: 'queues',
  routes: queueRoutes(options),
  overview() {
    const counts = { waiting: 0, failed: 0 };
    for (const { available, inFlight, delayed, deadLetterQueue } of options.queues.queueSummary())
      counts[deadLetterQueue === undefined ? 'failed' : 'waiting'] += available + inFlight + delayed;
    return counts;
  },
});
