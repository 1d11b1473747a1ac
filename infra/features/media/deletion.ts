import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/workers/deletion/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { reasons } from '../../nag.ts';
import { cancelJobs, invalidate, readParameters, useObjects, useTranscriptionJobs } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Removes everything that belongs to deleted content items: jobs, files, pictures and records. */
export const deletion: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME } = partsOf(platform);
  const { media, uploads } = platform.data;
  const timeout = Duration.minutes(2);
  const worker = new AppFunction<Env>(scope, 'Worker', {
    ...shared,
    folder: 'deletion',
    env: {
      TABLE_NAME,
      UPLOADS_BUCKET: uploads.bucketName,
      MEDIA_BUCKET: media.bucketName,
      DISTRIBUTION_PARAMETER: names.distribution,
      STAGE: platform.stage.name,
    },
    timeout,
    errorImpact:
      'Files of deleted items remain stored and cost money until the queue is processed; no one can access them.',
  })
    .allow({ actions: ['s3:ListBucketVersions'], resources: [uploads.bucketArn, media.bucketArn] })
    .allow({ actions: ['s3:ListBucketMultipartUploads'], resources: [uploads.bucketArn] })
    .allow({
      actions: ['s3:DeleteObjectVersion'],
      resources: ['media/*', 'posters/*', 'analysis/*'].map((files) => media.arnForObjects(files)),
      wildcardReason: reasons.runtimeId,
    });
  useObjects(worker, uploads, 'uploads', 's3:DeleteObjectVersion', 's3:AbortMultipartUpload');
  cancelJobs(worker);
  useTranscriptionJobs(worker, platform.stage.name, 'transcribe:DeleteTranscriptionJob');
  readParameters(worker, names.distribution);
  invalidate(worker);
  table.grant(worker, {
    content: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
    attempt: ['Query', 'DeleteItem'],
    step: ['Query', 'DeleteItem'],
    analysisResult: ['Query', 'DeleteItem'],
    analysisCorrection: ['Query', 'DeleteItem'],
    analyzedTitle: ['Query', 'DeleteItem'],
    transcript: ['Query', 'DeleteItem'],
    leftovers: ['DeleteItem'],
    safetyFindings: ['DeleteItem'],
    safetyVerdict: ['Query', 'DeleteItem'],
    titlePlays: ['Query', 'DeleteItem'],
    deliveryTitleDay: ['Query', 'DeleteItem'],
    upload: ['GetItem', 'Query', 'DeleteItem'],
    creator: ['UpdateItem'],
  });
  const queue = new QueueConsumer(scope, 'DeletionQueue', {
    consumer: worker,
    timeout,
    sources: { Deleted: appEvent('ContentDeleted.v1') },
    deadLetterImpact: 'Files of these deleted items remain stored until the messages are redriven.',
  });
  return { workers: [worker], consumers: [queue], alarmed: [worker] };
};
