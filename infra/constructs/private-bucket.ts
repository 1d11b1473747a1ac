import { Duration } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { retentionDays } from '../../lambdas/contract/retention.ts';
import { closedBucket } from '../declared-delivery.ts';
import { removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';

/** Properties of a bucket. */
export interface PrivateBucketProps {
  readonly stage: Stage;
  /** Keeps old versions of objects. @default false */
  readonly versioned?: boolean;
  readonly cors?: readonly s3.CorsRule[];
  readonly lifecycleRules?: readonly s3.LifecycleRule[];
  /** Sends object events to EventBridge. @default false */
  readonly events?: boolean;
  /** Target of server access logs; undefined for the log bucket itself. */
  readonly accessLogs?: { readonly bucket: s3.IBucket; readonly prefix: string };
  /**
   * Days during which a stored version cannot be changed or deleted; with `COMPLIANCE`, not even by the account's root
   * user. Requires `versioned`.
   */
  readonly lock?: { readonly mode: 'GOVERNANCE' | 'COMPLIANCE'; readonly days: number };
}

const lockOf = ({ mode, days }: NonNullable<PrivateBucketProps['lock']>): s3.ObjectLockRetention =>
  mode === 'COMPLIANCE'
    ? s3.ObjectLockRetention.compliance(Duration.days(days))
    : s3.ObjectLockRetention.governance(Duration.days(days));

/**
 * A bucket that only policies open: TLS only, public access blocked, encrypted, unfinished uploads deleted.
 */
export class PrivateBucket extends Construct {
  readonly bucket: s3.IBucket;

  constructor(scope: Construct, id: string, props: PrivateBucketProps) {
    super(scope, id);
    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: closedBucket,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: props.versioned ?? false,
      ...(props.lock ? { objectLockEnabled: true, objectLockDefaultRetention: lockOf(props.lock) } : {}),
      removalPolicy: removalOf(props.stage),
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
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
      // Set with the low-level property, because CDK's own option adds a hidden Python function.
      (bucket.node.defaultChild as s3.CfnBucket).addPropertyOverride(
        'NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled',
        true,
      );
    }
    this.bucket = bucket as s3.IBucket;
  }
}
