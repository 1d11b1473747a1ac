import { Stack } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { LOG_DELIMITER, LOG_FIELDS, LOG_PREFIX, LOG_SUFFIX } from '../../lambdas/contract/delivery/logs.ts';
import type { Stage } from '../stages.ts';

/** CloudFront's logs are delivered by resources of this region only, wherever the stage is. */
export const LOG_REGION = 'us-east-1';

/** Properties of the logs of a distribution. */
export interface DeliveryLogsProps {
  readonly stage: Stage;
  readonly distribution: cloudfront.IDistribution;
  /** Bucket of the logs, whose policy allows their delivery: see `allowLogDelivery`. */
  readonly bucket: s3.IBucket;
}

/**
 * The distribution's logs (CloudFront's standard logging v2), with the fields that the worker `delivery-logs` sums and
 * no others: none is about a person.
 */
export class DeliveryLogs extends Construct {
  constructor(scope: Construct, id: string, { stage, distribution, bucket }: DeliveryLogsProps) {
    super(scope, id);
    const name = `soundstage-${stage.name}-delivery`;
    const source = new logs.CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new logs.CfnDeliveryDestination(this, 'Destination', {
      name,
      // Without a prefix, CloudFront adds one of its own, and another one when the resource is updated.
      destinationResourceArn: `${bucket.bucketArn}/${LOG_PREFIX}`,
      // It cannot be changed later.
      outputFormat: 'w3c',
    });
    const delivery = new logs.CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields: [...LOG_FIELDS],
      fieldDelimiter: LOG_DELIMITER,
      s3SuffixPath: LOG_SUFFIX,
      s3EnableHiveCompatiblePath: false,
    });
    // A delivery is rejected while its source or its destination does not exist.
    delivery.addResourceDependency(source);
    delivery.addResourceDependency(destination);
  }
}

/** Allows this account's log deliveries to write to a bucket. AWS adds this statement itself if it is missing. */
export const allowLogDelivery = (bucket: s3.IBucket): void => {
  const stack = Stack.of(bucket);
  bucket.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('delivery.logs.amazonaws.com')],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects(`${LOG_PREFIX}/*`)],
      conditions: {
        StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': stack.account },
        ArnLike: {
          'aws:SourceArn': `arn:${stack.partition}:logs:${LOG_REGION}:${stack.account}:delivery-source:*`,
        },
      },
    }),
  );
};
