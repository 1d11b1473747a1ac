import { Duration } from 'aws-cdk-lib';
import { entities } from '../../lambdas/data/entities.ts';
import type { Env } from '../../lambdas/api/dashboard/env.ts';
import type { Env as CountsEnv } from '../../lambdas/workers/counts/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { appEvent } from '../constructs/event-pattern.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { partsOf, type FeatureFactory } from './feature.ts';

/** The figures of the dashboard: the function that answers, and the worker that counts. */
export const dashboard: FeatureFactory = (scope, platform) => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'dashboard',
    env: { TABLE_NAME },
    errorImpact: 'The dashboard shows no figures.',
  });
  table.grant(api, { actions: ['GetItem'], read: [entities.rights, entities.counts] });

  const timeout = Duration.seconds(30);
  const counts = new AppFunction<CountsEnv>(scope, 'Counts', {
    ...shared,
    folder: 'counts',
    env: { TABLE_NAME },
    timeout,
    errorImpact: 'The figures of the dashboard lag behind.',
  });
  table.grant(counts, {
    actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    read: [entities.content, entities.profile],
    write: [entities.counted, entities.counts],
  });
  const queue = new QueueConsumer(scope, 'CountsQueue', {
    consumer: counts,
    timeout,
    // All of them write the same totals; more at a time would only meet there.
    maxConcurrency: 2,
    sources: {
      ContentChanged: appEvent('ContentChanged.v1', { aspects: ['count'] }),
      PersonChanged: appEvent('PersonChanged.v1'),
    },
    deadLetterImpact: 'These people and items are missing from the figures of the dashboard, or still counted.',
  });
  return { api, workers: [counts], consumers: [queue] };
};
