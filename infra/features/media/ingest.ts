import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Env } from '../../../lambdas/workers/ingest/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { acknowledgeWildcard, reasons } from '../../nag.ts';
import { cancelJobs, listObjects, publishEvents, useObjects } from '../../permissions.ts';
import { analysisEnv, partsOf, type FeatureFactory } from '../feature.ts';
import type { Platform } from '../../platform.ts';

/** The role that MediaConvert assumes to read uploads, and to write renditions and the files that are analyzed. */
const converterRole = (scope: Construct, { data: { media, uploads } }: Platform): iam.Role => {
  const role = new iam.Role(scope, 'Converter', {
    // MediaConvert serves every account, so only jobs of this account may assume the role.
    assumedBy: new iam.ServicePrincipal('mediaconvert.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  });
  const sources = uploads.arnForObjects('uploads/*');
  const outputs = [media.arnForObjects('media/*'), media.arnForObjects('analysis/*')];
  const policy = new iam.Policy(scope, 'ConverterPolicy', {
    roles: [role],
    statements: [
      new iam.PolicyStatement({ actions: ['s3:GetObject'], resources: [sources] }),
      new iam.PolicyStatement({ actions: ['s3:PutObject'], resources: outputs }),
    ],
  });
  for (const resource of [sources, ...outputs]) acknowledgeWildcard(policy, resource, reasons.runtimeId);
  return role;
};

/** Checks uploaded files and starts their conversion. */
export const ingest: FeatureFactory = (scope, platform) => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const { media, uploads } = platform.data;
  const converter = converterRole(scope, platform);
  const timeout = Duration.seconds(60);
  const worker = new AppFunction<Env>(scope, 'Worker', {
    ...shared,
    folder: 'ingest',
    env: {
      TABLE_NAME,
      UPLOADS_BUCKET: uploads.bucketName,
      MEDIA_BUCKET: media.bucketName,
      MEDIACONVERT_ROLE_ARN: converter.roleArn,
      HDR_TO_SDR: platform.stage.hdrToSdr,
      ANALYSIS_SPEECH: platform.stage.analysis.speech,
      ...analysisEnv(platform),
      STAGE: platform.stage.name,
    },
    timeout,
    errorImpact: 'Uploaded files wait in the queue and are not converted; playback is unaffected.',
  })
    .allow({
      actions: ['mediaconvert:CreateJob'],
      resources: [Stack.of(scope).formatArn({ service: 'mediaconvert', resource: 'queues', resourceName: 'Default' })],
    })
    .allow({
      actions: ['mediaconvert:Probe', 'mediaconvert:SearchJobs'],
      resources: ['*'],
      wildcardReason: reasons.noResource,
    })
    .allow({
      actions: ['iam:PassRole'],
      resources: [converter.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } },
    });
  listObjects(worker, uploads);
  useObjects(worker, uploads, 'uploads', 's3:GetObject', 's3:GetObjectVersion', 's3:DeleteObjectVersion');
  cancelJobs(worker);
  publishEvents(worker);
  table.grant(worker, {
    rights: ['BatchGetItem'],
    settings: ['GetItem'],
    content: ['GetItem', 'UpdateItem'],
    attempt: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    step: ['Query', 'PutItem'],
    leftovers: ['PutItem'],
    upload: ['GetItem', 'Query', 'UpdateItem'],
    creator: ['GetItem', 'UpdateItem'],
  });
  const queue = new QueueConsumer(scope, 'IngestQueue', {
    consumer: worker,
    timeout,
    sources: {
      Uploaded: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [uploads.bucketName] }, object: { key: [{ prefix: 'uploads/' }] } },
      },
      Requested: appEvent('ConversionRequested.v1'),
    },
    deadLetterImpact: 'These uploads are not converted until the messages are redriven.',
  });
  return { workers: [worker], consumers: [queue], alarmed: [worker] };
};
