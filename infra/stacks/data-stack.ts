import { CfnOutput, CustomResource, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Env as AccountConfirmedEnv } from '../../lambdas/workers/account-confirmed/env.ts';
import type { Env as AccountMessagesEnv } from '../../lambdas/workers/account-messages/env.ts';
import type { Env as AccountSweeperEnv } from '../../lambdas/workers/account-sweeper/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { AppSchedule } from '../constructs/app-schedule.ts';
import { AppTable } from '../constructs/app-table.ts';
import { retentionDays } from '../../lambdas/contract/retention.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { AppUserPool } from '../constructs/user-pool.ts';
import { acknowledgeDeadLetterQueue } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import type { Stage } from '../stages.ts';

/** What the stack is made from and stands on. */
export interface DataStackProps extends StackProps {
  readonly stage: Stage;
}

/** Everything that holds data: table, buckets, accounts, secrets. The other stacks can be thrown away and made anew. */
export class DataStack extends Stack {
  readonly table: AppTable;
  readonly uploads: s3.IBucket;
  readonly media: s3.IBucket;
  /** The search index: made from the table, and made again by `npm run reindex`. */
  readonly search: s3.IBucket;
  /** Locked copies of the sealed audit log. */
  readonly audit: s3.IBucket;
  readonly logs: s3.IBucket;
  readonly userPool: AppUserPool;
  readonly failureQueue: sqs.Queue;
  readonly secretKeys: AppFunction;
  readonly functions: readonly AppFunction[];

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { stage } = props;
    const names = parameterNames(stage.name);

    this.table = new AppTable(this, 'Table', { stage });
    this.failureQueue = this.makeFailureQueue();

    this.logs = new PrivateBucket(this, 'Logs', {
      stage,
      aclForLogs: true,
      lifecycleRules: [{ id: 'old-logs', expiration: Duration.days(stage.logRetentionDays) }],
    }).bucket;
    this.logs.addToResourcePolicy(
      new iam.PolicyStatement({
        // Server access logs of the site's bucket, which belongs to a later stack.
        principals: [new iam.ServicePrincipal('logging.s3.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [this.logs.arnForObjects('site/*')],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    const noncurrent = { id: 'old-versions', noncurrentVersionExpiration: Duration.days(30) };
    this.uploads = new PrivateBucket(this, 'Uploads', {
      stage,
      versioned: true,
      events: true,
      accessLogs: { bucket: this.logs, prefix: 'uploads/' },
      lifecycleRules: [noncurrent],
      cors: [
        {
          allowedMethods: [s3.HttpMethods.PUT, s3.HttpMethods.GET],
          // Without an own domain the site's address is known only after this stack; a presigned URL is the right, not
          // the origin.
          allowedOrigins: [stage.domain ? `https://${stage.domain.name}` : '*'],
          allowedHeaders: ['content-type', 'content-length', 'x-amz-*'],
          exposedHeaders: ['ETag', 'x-amz-checksum-crc32', 'x-amz-version-id'],
          maxAge: 3600,
        },
      ],
    }).bucket;
    this.media = new PrivateBucket(this, 'Media', {
      stage,
      versioned: true,
      accessLogs: { bucket: this.logs, prefix: 'media/' },
      lifecycleRules: [noncurrent],
    }).bucket;
    this.search = new PrivateBucket(this, 'Search', {
      stage,
      accessLogs: { bucket: this.logs, prefix: 'search/' },
    }).bucket;
    this.audit = new PrivateBucket(this, 'Audit', {
      stage,
      versioned: true,
      lock: stage.auditLock,
      accessLogs: { bucket: this.logs, prefix: 'audit/' },
      // Copies go when what they are copies of has gone; a lock outlasts a rule that is too early.
      lifecycleRules: [
        {
          id: 'old-copies',
          expiration: Duration.days(retentionDays.audit_log + 1),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    }).bucket;
    this.allowDelivery();

    const messages = new AppFunction<AccountMessagesEnv>(this, 'AccountMessages', {
      stage,
      folder: 'account-messages',
      env: { SITE_URL_PARAMETER: names.siteUrl },
      failureQueue: this.failureQueue,
      timeout: Duration.seconds(5),
      errorImpact:
        'Nobody gets a confirmation or reset code: sign-up and password reset fail; signed-in people notice nothing.',
    }).allow({ actions: ['ssm:GetParameter'], resources: [this.parameterArn(names.siteUrl)] });

    const confirmed = new AppFunction<AccountConfirmedEnv>(this, 'AccountConfirmed', {
      stage,
      folder: 'account-confirmed',
      env: { TABLE_NAME: this.table.table.tableName },
      failureQueue: this.failureQueue,
      timeout: Duration.seconds(5),
      errorImpact: 'Confirming a new account fails with an error and can be repeated; signed-in people notice nothing.',
    });
    this.table.grant(confirmed, ['PutItem']);

    this.userPool = new AppUserPool(this, 'Accounts', { stage, messages, confirmed });

    const accountSweeper = new AppFunction<AccountSweeperEnv>(this, 'AccountSweeper', {
      stage,
      folder: 'account-sweeper',
      env: { USER_POOL_ID: this.userPool.pool.userPoolId },
      failureQueue: this.failureQueue,
      timeout: Duration.minutes(5),
      errorImpact: 'Accounts that were never confirmed stay longer than seven days.',
    }).allow({
      actions: ['cognito-idp:ListUsers', 'cognito-idp:AdminDeleteUser'],
      resources: [this.userPool.pool.userPoolArn],
    });
    new AppSchedule(this, 'AccountSweeping', {
      schedule: events.Schedule.rate(Duration.days(1)),
      target: accountSweeper,
      failureQueue: this.failureQueue,
    });

    this.secretKeys = new AppFunction<Record<never, string>>(this, 'SecretKeys', {
      stage,
      folder: 'signing-keys',
      env: {},
      failureQueue: this.failureQueue,
      timeout: Duration.seconds(30),
      errorImpact: 'A deployment that makes or rotates keys fails; what is deployed runs on.',
    }).allow({
      actions: ['ssm:GetParameter', 'ssm:PutParameter'],
      resources: [
        this.parameterArn(names.cursorKey),
        ...[stage.signingKeyVersion, stage.signingKeyVersion - 1]
          .filter((version) => version > 0)
          .map((version) => this.parameterArn(names.signingKey(version))),
      ],
    });
    new CustomResource(this, 'CursorKey', {
      serviceToken: this.secretKeys.function.functionArn,
      resourceType: 'Custom::SecretKey',
      serviceTimeout: Duration.minutes(2),
      properties: { Kind: 'hmac-256', ParameterName: names.cursorKey, KeyVersion: '1' },
    });

    this.functions = [messages, confirmed, accountSweeper, this.secretKeys];
    new CfnOutput(this, 'TableName', { value: this.table.table.tableName });
    new CfnOutput(this, 'UserPoolId', { value: this.userPool.pool.userPoolId });
    new CfnOutput(this, 'UploadsBucket', { value: this.uploads.bucketName });
    new CfnOutput(this, 'MediaBucket', { value: this.media.bucketName });
    new CfnOutput(this, 'SearchBucket', { value: this.search.bucketName });
    new CfnOutput(this, 'AuditBucket', { value: this.audit.bucketName });
  }

  /** ARN of a parameter by its full name. */
  parameterArn(name: string): string {
    return this.formatArn({ service: 'ssm', resource: `parameter${name}` });
  }

  private makeFailureQueue(): sqs.Queue {
    const queue = new sqs.Queue(this, 'Failures', {
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledgeDeadLetterQueue(queue);
    queue.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnLike: { 'aws:SourceArn': this.formatArn({ service: 'events', resource: 'rule', resourceName: '*' }) },
        },
      }),
    );
    return queue;
  }

  /**
   * Lets this account's distributions read the media bucket. Written by hand: origin access control on a bucket of
   * another stack would make the two stacks wait for each other.
   */
  private allowDelivery(): void {
    this.media.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [this.media.arnForObjects('media/*'), this.media.arnForObjects('posters/*')],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnLike: {
            'aws:SourceArn': this.formatArn({
              service: 'cloudfront',
              region: '',
              resource: 'distribution',
              resourceName: '*',
            }),
          },
        },
      }),
    );
  }
}
