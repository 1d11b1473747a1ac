import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { LOG_PREFIX } from '../../../lambdas/contract/delivery/logs.ts';
import type { Env } from '../../../lambdas/workers/delivery-logs/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { listObjects, readParameters, useObjects } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

const TIMEOUT_MINUTES = 5;

/** Sums what the distribution delivers, by its logs: each file once, when it arrives or by a daily listing. */
export const deliveryLogs: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME } = partsOf(platform);
  const { logs } = platform.data;
  const worker = new AppFunction<Env>(scope, 'Worker', {
    ...shared,
    folder: 'delivery-logs',
    env: {
      TABLE_NAME,
      LOGS_BUCKET: logs.bucketName,
      DISTRIBUTION_PARAMETER: names.distribution,
      // The next run continues with the months of titles and creators, so it leaves time for those that it has begun.
      TIME_LIMIT_SECONDS: String(Duration.minutes(TIMEOUT_MINUTES - 1).toSeconds()),
    },
    timeout: Duration.minutes(TIMEOUT_MINUTES),
    // A log file can contain hundreds of thousands of requests.
    memory: 512,
    errorImpact: 'The numbers of the delivery are out of date; delivery is unaffected. Files are kept and added later.',
  });
  listObjects(worker, logs);
  useObjects(worker, logs, LOG_PREFIX, 's3:GetObject');
  readParameters(worker, names.distribution);
  table.grant(worker, {
    content: ['BatchGetItem'],
    countedLog: ['BatchGetItem', 'PutItem'],
    delivered: ['BatchGetItem', 'Query', 'PutItem'],
    deliveryCreatorDay: ['Query', 'UpdateItem'],
    deliveryCreatorMonth: ['PutItem'],
    deliveryHour: ['Query', 'UpdateItem'],
    deliveryMonth: ['PutItem'],
    deliveryMonths: ['GetItem', 'PutItem'],
    deliveryTitleDay: ['Query', 'UpdateItem'],
    deliveryTitleMonth: ['PutItem'],
  });
  const target = { target: worker, failureQueue: shared.failureQueue };
  new EventTarget(scope, 'Arrived', {
    ...target,
    on: {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [logs.bucketName] }, object: { key: [{ prefix: `${LOG_PREFIX}/` }] } },
      },
    },
  });
  new EventTarget(scope, 'Daily', { ...target, on: { schedule: events.Schedule.rate(Duration.days(1)) } });
  return { workers: [worker] };
};
