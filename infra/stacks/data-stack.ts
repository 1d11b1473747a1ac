import { CfnOutput, CustomResource, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { retentionDays } from '../../lambdas/contract/retention.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { AppTable } from '../constructs/app-table.ts';
import { allowLogDelivery } from '../constructs/delivery-logs.ts';
import { originHashes } from '../constructs/origin-secrets.ts';
import { PrivateBucket, type PrivateBucketProps } from '../constructs/private-bucket.ts';
import { versionsInUse } from '../constructs/signing-keys.ts';
import type { AppUserPool } from '../constructs/user-pool.ts';
import { declaredDelivery, toCorsRule, uploadCors } from '../declared-delivery.ts';
import { accounts } from '../features/accounts.ts';
import type { Feature } from '../features/feature.ts';
import { acknowledgeDeadLetterQueue } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import type { DataResources } from '../platform.ts';
import { logRetention } from '../retention.ts';
import type { Stage } from '../stages.ts';

/** Properties of the data stack. */
export interface DataStackProps extends StackProps {
  readonly stage: Stage;
}

/** Everything that stores data: table, buckets, accounts, secrets. All other stacks can be deleted and redeployed. */
export class DataStack extends Stack implements DataResources {
  readonly table: AppTable;
  readonly uploads: s3.IBucket;
  readonly media: s3.IBucket;
  readonly search: s3.IBucket;
  readonly audit: s3.IBucket;
  readonly exports: s3.IBucket;
  readonly logs: s3.IBucket;
  readonly userPool: AppUserPool;
  readonly failureQueue: sqs.Queue;
  readonly originHashes: string;
  /** Generates secrets at deployment. */
  readonly secretKeys: AppFunction;
  readonly features: readonly Feature[];

  constructor(scope: Construct, id: string, { stage, ...props }: DataStackProps) {
    super(scope, id, props);
    this.table = new AppTable(this, 'Table', { stage });
    this.failureQueue = this.createFailureQueue();
    this.logs = this.createLogBucket(stage);
    const bucket = (name: string, options: Omit<PrivateBucketProps, 'stage' | 'accessLogs'> = {}): s3.IBucket =>
      new PrivateBucket(this, name, {
        stage,
        accessLogs: { bucket: this.logs, prefix: `${name.toLowerCase()}/` },
        ...options,
      }).bucket;
    const versions = Duration.days(retentionDays('object_versions'));
    const noncurrent = { id: 'old-versions', noncurrentVersionExpiration: versions };
    this.uploads = bucket('Uploads', {
      versioned: true,
      events: true,
      lifecycleRules: [noncurrent],
      cors: [toCorsRule(uploadCors(stage))],
    });
    this.media = bucket('Media', { versioned: true, lifecycleRules: [noncurrent] });
    this.search = bucket('Search');
    this.exports = bucket('Exports', {
      lifecycleRules: [{ id: 'old-exports', expiration: Duration.days(retentionDays('data_exports')) }],
    });
    this.audit = bucket('Audit', {
      versioned: true,
      lock: stage.auditLock,
      // A copy expires a day after its entry. If the lock lasts longer, S3 keeps the copy until the lock ends.
      lifecycleRules: [
        {
          id: 'old-copies',
          expiration: Duration.days(retentionDays('audit_log') + 1),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    this.allowDelivery();
    this.storeDeclaration(stage);
    const accountsFeature = accounts(new Construct(this, 'Accounts'), { stage, data: this });
    this.userPool = accountsFeature.userPool;
    this.secretKeys = this.createSecretKeys(stage);
    this.originHashes = originHashes(this, { stage, generator: this.secretKeys });
    this.features = [accountsFeature, { workers: [this.secretKeys], alarmed: [this.secretKeys] }];
    this.addOutputs();
  }

  private createLogBucket(stage: Stage): s3.IBucket {
    const { bucket } = new PrivateBucket(this, 'Logs', {
      stage,
      // Log files of the distribution, which a worker sums.
      events: true,
      lifecycleRules: [{ id: 'old-logs', expiration: Duration.days(logRetention(stage)) }],
    });
    bucket.addToResourcePolicy(
      new iam.PolicyStatement({
        // Server access logs of the site's bucket, which belongs to a later stack.
        principals: [new iam.ServicePrincipal('logging.s3.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects('site/*')],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    allowLogDelivery(bucket);
    return bucket;
  }

  private createFailureQueue(): sqs.Queue {
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

  /** The function that generates keys, and the key that signs page cursors. */
  private createSecretKeys(stage: Stage): AppFunction {
    const names = parameterNames(stage);
    const parameters = [
      names.cursorKey,
      ...versionsInUse(stage.originSecretVersion).map((version) => names.originSecret(version)),
      ...versionsInUse(stage.signingKeyVersion).map((version) => names.signingKey(version)),
    ];
    const secretKeys = new AppFunction<Record<never, string>>(this, 'SecretKeys', {
      stage,
      folder: 'signing-keys',
      env: {},
      failureQueue: this.failureQueue,
      timeout: Duration.seconds(30),
      errorImpact: 'A deployment that creates or rotates keys fails; the deployed stage keeps running.',
    }).allow({
      actions: ['ssm:GetParameter', 'ssm:PutParameter'],
      resources: parameters.map((name) => this.formatArn({ service: 'ssm', resource: `parameter${name}` })),
    });
    new CustomResource(this, 'CursorKey', {
      serviceToken: secretKeys.function.functionArn,
      resourceType: 'Custom::SecretKey',
      serviceTimeout: Duration.minutes(2),
      properties: { Kind: 'hmac-256', ParameterName: names.cursorKey, KeyVersion: String(stage.cursorKeyVersion) },
    });
    return secretKeys;
  }

  /**
   * Allows this account's distributions to read the media bucket. Written by hand, because CDK's origin access control
   * on a bucket of another stack would make the two stacks depend on each other.
   */
  private allowDelivery(): void {
    const distributions = this.formatArn({
      service: 'cloudfront',
      region: '',
      resource: 'distribution',
      resourceName: '*',
    });
    this.media.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [this.media.arnForObjects('media/*'), this.media.arnForObjects('posters/*')],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnLike: { 'aws:SourceArn': distributions },
        },
      }),
    );
  }

  /** What the tools of the delivery compare with the real buckets. */
  private storeDeclaration(stage: Stage): void {
    new ssm.StringParameter(this, 'DeclaredDelivery', {
      parameterName: parameterNames(stage).declaredDelivery,
      stringValue: declaredDelivery(this, {
        uploads: { bucket: this.uploads, cors: [uploadCors(stage)] },
        media: { bucket: this.media, cors: [] },
      }),
    });
  }

  /** Outputs that the operator commands use to find the data. */
  private addOutputs(): void {
    const outputs = {
      TableName: this.table.table.tableName,
      UserPoolId: this.userPool.pool.userPoolId,
      UploadsBucket: this.uploads.bucketName,
      MediaBucket: this.media.bucketName,
      SearchBucket: this.search.bucketName,
      AuditBucket: this.audit.bucketName,
      ExportsBucket: this.exports.bucketName,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
