import { Duration } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { retentionDays } from '../../lambdas/contract/retention.ts';
import { removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';

/** How one is made. */
export interface PrivateBucketProps {
  readonly stage: Stage;
  /** Keeps old versions; for buckets where data lives. @default false */
  readonly versioned?: boolean;
  readonly cors?: readonly s3.CorsRule[];
  readonly lifecycleRules?: readonly s3.LifecycleRule[];
  /** Object events go to EventBridge. @default false */
  readonly events?: boolean;
  /** Where access is logged; absent for the log bucket itself. */
  readonly accessLogs?: { readonly bucket: s3.IBucket; readonly prefix: string };
  /**
   * Nobody changes or removes a stored version for these days; with `COMPLIANCE` not even the account's owner. Needs
   * versions.
   */
  readonly lock?: { readonly mode: 'GOVERNANCE' | 'COMPLIANCE'; readonly days: number };
  /** ACLs stay possible: CloudFront delivers its logs by ACL. @default false */
  readonly aclForLogs?: boolean;
}

const lockOf = ({ mode, days }: NonNullable<PrivateBucketProps['lock']>): s3.ObjectLockRetention =>
  mode === 'COMPLIANCE'
    ? s3.ObjectLockRetention.compliance(Duration.days(days))
    : s3.ObjectLockRetention.governance(Duration.days(days));

/**
 * A bucket that nobody reaches but by policy: TLS only, public access blocked, encrypted, unfinished uploads removed.
 */
export class PrivateBucket extends Construct {
  readonly bucket: s3.IBucket;

  constructor(scope: Construct, id: string, props: PrivateBucketProps) {
    super(scope, id);
    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: props.versioned ?? false,
      ...(props.lock ? { objectLockEnabled: true, objectLockDefaultRetention: lockOf(props.lock) } : {}),
      removalPolicy: removalOf(props.stage),
      objectOwnership: props.aclForLogs
        ? s3.ObjectOwnership.BUCKET_OWNER_PREFERRED
        : s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      ...(props.accessLogs
        ? { serverAccessLogsBucket: props.accessLogs.bucket, serverAccessLogsPrefix: props.accessLogs.prefix }
        : {}),
      ...(props.cors ? { cors: [...props.cors] } : {}),
      lifecycleRules: [
        {
          id: 'unfinished-uploads',
          abortIncompleteMultipartUploadAfter: Duration.days(retentionDays('unfinished_parts')),
        },
        ...(props.lifecycleRules ?? []),
      ],
    });
    if (props.events) {
      // The native property: CDK's own switch brings a hidden Python function for it.
      (bucket.node.defaultChild as s3.CfnBucket).addPropertyOverride(
        'NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled',
        true,
      );
    }
    this.bucket = bucket as s3.IBucket;
  }
}
