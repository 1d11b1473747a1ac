import { CustomResource, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { EVENT_SOURCE, type AppEventType } from '../../lambdas/events/app-events.ts';
import type { Env as ConversionEnv } from '../../lambdas/workers/conversion-events/env.ts';
import type { Env as DeletionEnv } from '../../lambdas/workers/deletion/env.ts';
import type { Env as IngestEnv } from '../../lambdas/workers/ingest/env.ts';
import type { Env as SweeperEnv } from '../../lambdas/workers/sweeper/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { QueueConsumer } from '../constructs/app-queue.ts';
import { AppSchedule } from '../constructs/app-schedule.ts';
import { acknowledgeWildcard, reasons } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import type { Stage } from '../stages.ts';
import type { DataStack } from './data-stack.ts';

/** What the stack is made from and stands on. */
export interface MediaStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/**
 * From an uploaded file to renditions: ingest, conversion, deletion, sweeping, and the keys that open the renditions.
 */
export class MediaStack extends Stack {
  readonly keyGroup: cloudfront.KeyGroup;
  /** Id under which cookies name the key that signed them. */
  readonly keyPairId: string;
  readonly signingKeyParameter: string;
  readonly functions: readonly AppFunction[];
  readonly consumers: readonly QueueConsumer[];

  constructor(scope: Construct, id: string, props: MediaStackProps) {
    super(scope, id, props);
    const { data, stage } = props;
    const names = parameterNames(stage.name);
    const tableName = data.table.table.tableName;
    const ours = (type: AppEventType): events.EventPattern => ({ source: [EVENT_SOURCE], detailType: [type] });
    const shared = { stage, failureQueue: data.failureQueue };

    const converter = new iam.Role(this, 'Converter', {
      // Only for jobs of this account: the service works for others too.
      assumedBy: new iam.ServicePrincipal('mediaconvert.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    });
    const converterPolicy = new iam.Policy(this, 'ConverterPolicy', {
      roles: [converter],
      statements: [
        new iam.PolicyStatement({
          actions: ['s3:GetObject'],
          resources: [data.uploads.arnForObjects('uploads/*')],
        }),
        new iam.PolicyStatement({ actions: ['s3:PutObject'], resources: [data.media.arnForObjects('media/*')] }),
      ],
    });
    for (const resource of [data.uploads.arnForObjects('uploads/*'), data.media.arnForObjects('media/*')]) {
      acknowledgeWildcard(converterPolicy, resource, reasons.runtimeId);
    }

    const jobs = this.formatArn({ service: 'mediaconvert', resource: 'jobs', resourceName: '*' });
    const queues = this.formatArn({ service: 'mediaconvert', resource: 'queues', resourceName: 'Default' });

    const publishEvents = {
      actions: ['events:PutEvents'],
      resources: [this.formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' })],
    };

    const ingest = new AppFunction<IngestEnv>(this, 'Ingest', {
      ...shared,
      folder: 'ingest',
      env: {
        TABLE_NAME: tableName,
        UPLOADS_BUCKET: data.uploads.bucketName,
        MEDIA_BUCKET: data.media.bucketName,
        MEDIACONVERT_ROLE_ARN: converter.roleArn,
        STAGE: stage.name,
      },
      timeout: Duration.seconds(60),
      errorImpact: 'Uploaded files wait in the queue and are not converted; playback is unaffected.',
    })
      .allow({ actions: ['s3:ListBucket'], resources: [data.uploads.bucketArn] })
      .allow({
        actions: ['s3:GetObject', 's3:GetObjectVersion', 's3:DeleteObjectVersion'],
        resources: [data.uploads.arnForObjects('uploads/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({ actions: ['mediaconvert:CreateJob'], resources: [queues] })
      .allow({ actions: ['mediaconvert:CancelJob'], resources: [jobs], wildcardReason: reasons.runtimeId })
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
    data.table.grant(ingest, ['GetItem', 'PutItem', 'UpdateItem', 'Query']);

    const conversion = new AppFunction<ConversionEnv>(this, 'Conversion', {
      ...shared,
      folder: 'conversion-events',
      env: { TABLE_NAME: tableName, MEDIA_BUCKET: data.media.bucketName, DISTRIBUTION_PARAMETER: names.distribution },
      timeout: Duration.seconds(60),
      errorImpact: 'Finished conversions stay "processing" until the queue is worked again; playback is unaffected.',
    })
      .allow({ actions: ['s3:ListBucket'], resources: [data.media.bucketArn] })
      .allow({
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: [data.media.arnForObjects('media/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({
        actions: ['s3:PutObject', 's3:DeleteObject'],
        resources: [data.media.arnForObjects('posters/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(names.distribution)] })
      .allow({
        actions: ['cloudfront:CreateInvalidation'],
        resources: [this.formatArn({ service: 'cloudfront', region: '', resource: 'distribution', resourceName: '*' })],
        wildcardReason: reasons.runtimeId,
      })
      .allow(publishEvents);
    data.table.grant(conversion, ['GetItem', 'UpdateItem', 'PutItem', 'DeleteItem']);

    const deletion = new AppFunction<DeletionEnv>(this, 'Deletion', {
      ...shared,
      folder: 'deletion',
      env: {
        TABLE_NAME: tableName,
        UPLOADS_BUCKET: data.uploads.bucketName,
        MEDIA_BUCKET: data.media.bucketName,
        DISTRIBUTION_PARAMETER: names.distribution,
      },
      timeout: Duration.minutes(2),
      errorImpact:
        'Files of deleted content stay stored and cost money until the queue is worked again; nobody can reach them.',
    })
      .allow({ actions: ['s3:ListBucketVersions'], resources: [data.uploads.bucketArn, data.media.bucketArn] })
      .allow({ actions: ['s3:ListBucketMultipartUploads'], resources: [data.uploads.bucketArn] })
      .allow({
        actions: ['s3:DeleteObjectVersion', 's3:AbortMultipartUpload'],
        resources: [data.uploads.arnForObjects('uploads/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({
        actions: ['s3:DeleteObjectVersion'],
        resources: [data.media.arnForObjects('media/*'), data.media.arnForObjects('posters/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({ actions: ['mediaconvert:CancelJob'], resources: [jobs], wildcardReason: reasons.runtimeId })
      .allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(names.distribution)] })
      .allow({
        actions: ['cloudfront:CreateInvalidation'],
        resources: [this.formatArn({ service: 'cloudfront', region: '', resource: 'distribution', resourceName: '*' })],
        wildcardReason: reasons.runtimeId,
      });
    data.table.grant(deletion, ['GetItem', 'UpdateItem', 'DeleteItem', 'Query']);

    const sweeper = new AppFunction<SweeperEnv>(this, 'Sweeper', {
      ...shared,
      folder: 'sweeper',
      env: { TABLE_NAME: tableName, UPLOADS_BUCKET: data.uploads.bucketName, MEDIA_BUCKET: data.media.bucketName },
      timeout: Duration.minutes(2),
      errorImpact:
        'Abandoned and replaced files keep their quota, overdue conversions and unfinished deletions stay as they are for longer.',
    })
      .allow({
        actions: ['s3:DeleteObjectVersion', 's3:AbortMultipartUpload'],
        resources: [data.uploads.arnForObjects('uploads/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow({ actions: ['s3:ListBucketVersions'], resources: [data.uploads.bucketArn, data.media.bucketArn] })
      .allow({
        actions: ['s3:DeleteObjectVersion'],
        resources: [data.media.arnForObjects('media/*')],
        wildcardReason: reasons.runtimeId,
      })
      .allow(publishEvents)
      .allow({ actions: ['mediaconvert:CancelJob'], resources: [jobs], wildcardReason: reasons.runtimeId });
    data.table.grant(sweeper, ['GetItem', 'UpdateItem', 'DeleteItem', 'Query'], ['gsi1', 'gsi2']);
    new AppSchedule(this, 'Sweeping', {
      schedule: events.Schedule.rate(Duration.minutes(5)),
      target: sweeper,
      failureQueue: data.failureQueue,
    });

    this.consumers = [
      new QueueConsumer(this, 'IngestQueue', {
        consumer: ingest,
        timeout: Duration.seconds(60),
        sources: {
          Uploaded: {
            source: ['aws.s3'],
            detailType: ['Object Created'],
            detail: { bucket: { name: [data.uploads.bucketName] }, object: { key: [{ prefix: 'uploads/' }] } },
          },
          Requested: ours('ConversionRequested.v1'),
        },
        deadLetterImpact: 'These uploads are never converted until the messages are redriven.',
      }),
      new QueueConsumer(this, 'ConversionQueue', {
        consumer: conversion,
        timeout: Duration.seconds(60),
        sources: {
          JobChanged: {
            source: ['aws.mediaconvert'],
            detailType: ['MediaConvert Job State Change'],
            detail: { userMetadata: { stage: [stage.name] } },
          },
          PlaylistsRequested: ours('PlaylistsRequested.v1'),
        },
        deadLetterImpact: 'These conversions are reported late, as overdue, although they may have finished.',
      }),
      new QueueConsumer(this, 'DeletionQueue', {
        consumer: deletion,
        timeout: Duration.minutes(2),
        sources: { Deleted: ours('ContentDeleted.v1') },
        deadLetterImpact: 'Files of these deleted contents stay stored until the messages are redriven.',
      }),
    ];
    this.functions = [ingest, conversion, deletion, sweeper];

    const publicKeys = [stage.signingKeyVersion, stage.signingKeyVersion - 1]
      .filter((version) => version > 0)
      .map((version) => {
        const pair = new CustomResource(this, `SigningKey${version}`, {
          serviceToken: data.secretKeys.function.functionArn,
          resourceType: 'Custom::SecretKey',
          serviceTimeout: Duration.minutes(2),
          properties: { Kind: 'rsa-2048', ParameterName: names.signingKey(version), KeyVersion: String(version) },
        });
        // A public key cannot be changed in place: the id carries the version, so that a new one is made beside it.
        const publicKeyName = `soundstage-${stage.name}-${version}`;
        const publicKey = new cloudfront.PublicKey(this, `PublicKey${version}`, {
          publicKeyName,
          encodedKey: pair.getAttString('PublicKey'),
        });
        // CDK makes reference and names from ids that every stage shares; CloudFront wants them unique in an account.
        (publicKey.node.defaultChild as cloudfront.CfnPublicKey).addPropertyOverride(
          'PublicKeyConfig.CallerReference',
          publicKeyName,
        );
        return publicKey;
      });
    const current = publicKeys[0];
    if (!current) throw new Error('A stage needs a signing key version');
    this.keyGroup = new cloudfront.KeyGroup(this, 'KeyGroup', {
      keyGroupName: `soundstage-${stage.name}`,
      items: publicKeys,
    });
    this.keyPairId = current.publicKeyId;
    this.signingKeyParameter = names.signingKey(stage.signingKeyVersion);
  }
}
