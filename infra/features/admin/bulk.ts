import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Env } from '../../../lambdas/api/bulk/env.ts';
import type { Env as WorkerEnv } from '../../../lambdas/workers/bulk-worker/env.ts';
import type { Env as ScheduleEnv } from '../../../lambdas/workers/content-schedule/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { publishEvents, publishStills, readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Changes of many items at once: jobs that an administrator starts, and scheduled publications. */
export const bulk: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { media } = platform.data;
  const env = { TABLE_NAME, MEDIA_BUCKET: media.bucketName, DISTRIBUTION_PARAMETER: names.distribution };

  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'bulk',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    // A job of a thousand items is read and stored before the response.
    timeout: Duration.seconds(29),
    errorImpact: 'Administrators cannot start or follow bulk jobs; running ones continue.',
  });
  readParameters(api, names.cursorKey);
  publishEvents(api);
  table.grant(
    api,
    {
      content: ['BatchGetItem'],
      category: ['GetItem'],
      settings: ['GetItem'],
      job: ['GetItem', 'PutItem', 'UpdateItem'],
      jobItem: ['Query', 'PutItem'],
      audit: ['PutItem'],
    },
    ['gsi1'],
  );

  const worker = new AppFunction<WorkerEnv>(scope, 'Worker', {
    ...shared,
    folder: 'bulk-worker',
    env,
    timeout: Duration.minutes(5),
    errorImpact: 'Bulk jobs pause with exact counts and resume when the worker runs again.',
  });
  publishStills(worker, media, names.distribution);
  publishEvents(worker);
  table.grant(worker, {
    rights: ['BatchGetItem'],
    settings: ['GetItem'],
    content: ['GetItem', 'UpdateItem'],
    category: ['GetItem', 'UpdateItem'],
    creator: ['UpdateItem'],
    job: ['GetItem', 'UpdateItem'],
    jobItem: ['Query', 'UpdateItem'],
    schedule: ['PutItem'],
    audit: ['PutItem'],
  });

  const schedule = new AppFunction<ScheduleEnv>(scope, 'Schedule', {
    ...shared,
    folder: 'content-schedule',
    env,
    timeout: Duration.minutes(1),
    errorImpact: 'Scheduled publications are late, and bulk jobs whose worker stopped are not resumed.',
  });
  publishStills(schedule, media, names.distribution);
  publishEvents(schedule);
  table.grant(
    schedule,
    {
      settings: ['GetItem'],
      content: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
      schedule: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      audit: ['PutItem'],
    },
    ['gsi1', 'gsi2'],
  );
  new EventTarget(scope, 'Clock', {
    target: schedule,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.minutes(1)) },
  });

  // No queue: jobs are rare, and the schedule restarts jobs that have no worker.
  new EventTarget(scope, 'Started', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('BulkJobStarted.v1') },
  });
  return { api, workers: [worker, schedule] };
};
