import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Stage } from './stages.ts';

/**
 * What happens to data when its stack is deleted. Data is kept, except when its creation is rolled back: a first
 * deployment that failed would otherwise leave empty resources behind, which block or duplicate the next one.
 */
export const removalOf = (stage: Stage): RemovalPolicy =>
  stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

const days = { 7: RetentionDays.ONE_WEEK, 30: RetentionDays.ONE_MONTH, 180: RetentionDays.SIX_MONTHS } as const;

/** How long a stage keeps its logs. */
export const logRetention = (stage: Stage): RetentionDays => days[stage.logRetentionDays];
