import type { Clock } from '../../clock.ts';
import { createRecorders } from '../../metrics/recorders.ts';
import type { MetricStore } from '../../metrics/store.ts';
import type { QueueEngine } from './queue-engine.ts';

/** Creates a function that records the current lengths and ages of all queues. */
export const createQueueMetrics = (
  clock: Clock,
  store: MetricStore,
  queues: Pick<QueueEngine, 'queueSummary' | 'find'>,
): (() => void) => {
  const recordersOf = createRecorders(store, {
    namespace: 'AWS/SQS',
    units: {
      ApproximateNumberOfMessagesVisible: 'Count',
      ApproximateNumberOfMessagesNotVisible: 'Count',
      ApproximateNumberOfMessagesDelayed: 'Count',
      ApproximateAgeOfOldestMessage: 'Seconds',
    },
    dimensionsOf: (QueueName) => [{ QueueName }],
  });
  return () => {
    for (const { name, available, inFlight, delayed } of queues.queueSummary()) {
      const oldestAt = queues.find(name)?.oldestAt();
      const age = oldestAt === undefined ? 0 : Math.max(0, Math.floor((clock.now() - oldestAt) / 1000));
      for (const metrics of recordersOf(name)) {
        metrics.ApproximateNumberOfMessagesVisible.set(available);
        metrics.ApproximateNumberOfMessagesNotVisible.set(inFlight);
        metrics.ApproximateNumberOfMessagesDelayed.set(delayed);
        metrics.ApproximateAgeOfOldestMessage.set(age);
      }
    }
  };
};
