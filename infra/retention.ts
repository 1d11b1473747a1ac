import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { retentionDays } from '../lambdas/contract/retention.ts';
import type { Stage } from './stages.ts';

/**
 * What happens to data when its stack is deleted. Data is kept, except when its creation is rolled back: a first
 * deployment that failed would otherwise leave empty resources behind, which block or duplicate the next one.
 */
export const removalOf = (stage: Stage): RemovalPolicy =>
  stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** How long a stage keeps its logs, in days. Throws for a period that CloudWatch Logs does not offer. */
export const logRetention = ({ logs }: Pick<Stage, 'logs'>): RetentionDays => {
  const days = retentionDays(logs);
  if (RetentionDays[days] === undefined) throw new Error(`CloudWatch Logs cannot keep ${logs} for ${days} days`);
  return days;
};
