import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/dashboard/env.ts';
import type { Env as CountsEnv } from '../../../lambdas/workers/counts/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** The dashboard's figures: the API, and the worker that updates the counters. */
export const dashboard: FeatureFactory = (scope, platform) => {
  const { shared, table, TABLE_NAME, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'dashboard',
    env: apiEnv,
    errorImpact: 'The dashboard shows no figures.',
  });
  table.grant(api, { counts: ['GetItem'], billingCounts: ['GetItem'] });

  const timeout = Duration.seconds(30);
  const counts = new AppFunction<CountsEnv>(scope, 'Counts', {
    ...shared,
    folder: 'counts',
    env: { TABLE_NAME },
    timeout,
    errorImpact: "The dashboard's figures are out of date.",
  });
  table.grant(counts, {
    content: ['GetItem'],
    profile: ['GetItem'],
    counted: ['GetItem', 'PutItem', 'DeleteItem'],
    counts: ['UpdateItem'],
  });
  const queue = new QueueConsumer(scope, 'CountsQueue', {
    consumer: counts,
    timeout,
    // Every message updates the same totals, so more workers would only conflict.
    maxConcurrency: 2,
    sources: {
      ContentChanged: appEvent('ContentChanged.v1', { aspects: ['count'] }),
      PersonChanged: appEvent('PersonChanged.v1'),
    },
    deadLetterImpact: "The dashboard's figures do not count these users and items, or still count them after deletion.",
  });
  return { api, workers: [counts], consumers: [queue] };
};
