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

/** Milliseconds after which failed messages reappear first. Each further time takes twice as long. */
const RETRY_AFTER_MS = 500;

/**
 * Returns a function that a test calls while it waits: it makes failed messages of all queues of a running stack
 * reappear before their visibility timeout ends. Not at each call: five failures, on a busy machine within a second,
 * make a message a dead letter, which is not delivered again.
 */
export const createRetries = (console: ConsoleClient): (() => Promise<void>) => {
  let [pause, retryAt] = [RETRY_AFTER_MS, Date.now() + RETRY_AFTER_MS];
  return async () => {
    if (Date.now() < retryAt) return;
    const queues = await console.get<{ name: string; inFlight: number }[]>('queues');
    for (const { name } of queues.filter(({ inFlight }) => inFlight > 0)) await console.post(`queues/${name}/retry`);
    pause *= 2;
    retryAt = Date.now() + pause;
  };
};
