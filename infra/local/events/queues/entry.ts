import { defineEngine } from '../../engine.ts';
import { metricsEngine } from '../../metrics/entry.ts';
import { createQueueEngine } from './queue-engine.ts';
import { createQueueMetrics } from './queue-metrics.ts';
import { queueResources } from './resources.ts';

/** SQS. Its console section is in `redrive-entry.ts`. */
export const queueEngine = defineEngine({
  name: 'SQS',
  needs: { metrics: metricsEngine },
  faults: [
    {
      name: 'sqs',
      label: 'Queues (SQS)',
      signingName: 'sqs',
      throttled: ['RequestThrottled', 400, 'The request was denied due to request throttling.'],
      failing: ['ServiceUnavailable', 503, 'The request has failed due to a temporary failure of the server.'],
    },
  ],
  create({ folder, clock, addresses, authorizeQuery, policies }, { metrics }) {
    const queues = createQueueEngine({
      clock,
      dataDir: folder('queues'),
      endpoint: () => addresses.aws,
      // SQS writes actions in lower case when it denies access.
      authorize: (caller, action, resource) => authorizeQuery(caller, action.toLowerCase(), resource),
    });
    metrics.onSample(createQueueMetrics(clock, metrics.store, queues));
    return {
      instance: queues,
      services: [queues.service],
      resources: queueResources(queues, policies),
      stop: queues.stop,
    };
  },
});
