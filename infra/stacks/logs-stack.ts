import { Stack, type StackProps } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { DeliveryLogs, LOG_REGION } from '../constructs/delivery-logs.ts';
import type { Stage } from '../stages.ts';
import type { WebStack } from './web-stack.ts';

/** Properties of the stack of logs. */
export interface LogsStackProps extends Omit<StackProps, 'env'> {
  readonly stage: Stage;
  readonly web: WebStack;
  /** Bucket of the logs, in the stage's region. */
  readonly bucket: s3.IBucket;
}

/** The logs of the distribution. A stack of its own, because AWS delivers them by resources of one region only. */
export class LogsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, web, bucket, ...props }: LogsStackProps) {
    // The references are outputs of the other stacks, which CloudFormation reads in their region.
    super(scope, id, { ...props, env: { region: LOG_REGION }, crossRegionReferences: true });
    this.addStackDependency(web, 'The logs need its distribution');
    new DeliveryLogs(this, 'Delivery', { stage, distribution: web.distribution, bucket });
  }
}
