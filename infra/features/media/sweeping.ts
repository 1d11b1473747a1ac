import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Env } from '../../../lambdas/workers/sweeper/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { cancelJobs, publishEvents, useObjects } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Cleans up after deadlines: abandoned uploads, overdue conversions, superseded outputs, unfinished deletions. */
export const sweeping: FeatureFactory = (scope, platform) => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const { media, uploads } = platform.data;
  const worker = new AppFunction<Env>(scope, 'Worker', {
    ...shared,
    folder: 'sweeper',
    env: { TABLE_NAME, UPLOADS_BUCKET: uploads.bucketName, MEDIA_BUCKET: media.bucketName },
    timeout: Duration.minutes(2),
    errorImpact:
      'Abandoned and replaced files keep using quota; overdue conversions and unfinished deletions are not resolved.',
  }).allow({ actions: ['s3:ListBucketVersions'], resources: [uploads.bucketArn, media.bucketArn] });
  useObjects(worker, uploads, 'uploads', 's3:DeleteObjectVersion', 's3:AbortMultipartUpload');
  useObjects(worker, media, 'media', 's3:DeleteObjectVersion');
  useObjects(worker, media, 'analysis', 's3:DeleteObjectVersion');
  publishEvents(worker);
  cancelJobs(worker);
  table.grant(
    worker,
    {
      content: ['GetItem', 'UpdateItem'],
      attempt: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      step: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      leftovers: ['GetItem', 'UpdateItem', 'DeleteItem'],
      upload: ['GetItem', 'UpdateItem'],
      creator: ['UpdateItem'],
    },
    ['gsi1', 'gsi2'],
  );
  new EventTarget(scope, 'Clock', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.minutes(5)) },
  });
  return { workers: [worker], alarmed: [worker] };
};
