import type { Queue } from '../../../infra/local/events/queues/queue.ts';
import type { InvokeFunction } from '../../../infra/local/invoke.ts';
import type { ConsoleClient } from './console.ts';

/**
 * Wraps the function behind a queue, so that a test does not wait for the visibility timeout: messages that a run
 * leaves in the queue reappear at once.
 */
export const retryAtOnce =
  (queue: Queue, invoke: InvokeFunction): InvokeFunction =>
  async (name, event) => {
    const result = await invoke(name, event);
    // By then, the mapping has read the result.
    setImmediate(() => queue.retryFailed());
    return result;
  };

/** Makes failed messages of all queues of a running stack reappear before their visibility timeout ends. */
export const retryQueues = async (console: ConsoleClient): Promise<void> => {
  const queues = await console.get<{ name: string; inFlight: number }[]>('queues');
  for (const { name } of queues.filter(({ inFlight }) => inFlight > 0)) await console.post(`queues/${name}/retry`);
};
