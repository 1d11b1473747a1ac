import type { Queue } from '../../../infra/local/events/queues/queue.ts';
import type { InvokeFunction } from '../../../infra/local/invoke.ts';

/**
 * Wraps the function behind a queue, so that a test does not wait for the visibility timeout: messages that a run
 * leaves in the queue reappear at once.
 */
export const retryAtOnce =
  (queue: Queue, invoke: InvokeFunction): InvokeFunction =>
  async (name, event) => {
    const result = await invoke(name, event);
    const { Records: records } = event as { readonly Records: readonly { readonly receiptHandle: string }[] };
    // By then, the mapping has deleted the messages that were processed.
    setImmediate(() => {
      for (const { receiptHandle } of records) queue.changeVisibility(receiptHandle, 0);
    });
    return result;
  };
