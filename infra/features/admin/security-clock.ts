import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Env } from '../../../lambdas/workers/security-clock/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** What only the passing of time shows: sign-ins that were not completed become security events. */
export const securityClock: FeatureFactory = (scope, platform) => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const clock = new AppFunction<Env>(scope, 'Clock', {
    ...shared,
    folder: 'security-clock',
    env: { TABLE_NAME },
    timeout: Duration.minutes(1),
    errorImpact: 'Sign-ins that were not completed are recorded late; after an hour, they are lost.',
  });
  table.grant(clock, { signInAttempts: ['UpdateItem', 'DeleteItem'], securityEvent: ['PutItem'] }, ['gsi1']);
  new EventTarget(scope, 'EveryMinute', {
    target: clock,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.minutes(1)) },
  });
  return { workers: [clock] };
};
