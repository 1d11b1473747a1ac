import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Env } from '../../../lambdas/api/security/env.ts';
import type { Env as HoursEnv } from '../../../lambdas/workers/security-hours/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';
import { allowResponses, createResponder, responseEnv } from './security-responses.ts';

/**
 * Security events and alerts for administrators with responses to them, the events of the signed-in user, and the
 * validation of inputs, which records some events.
 */
export const security: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'security',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey, ...responseEnv(platform) },
    errorImpact:
      'Administrators cannot search, or see security alerts and events and respond to them. Suspicious searches are ' +
      'not recorded, and what browsers report is lost.',
  });
  table.grant(
    api,
    {
      securityEvent: ['Query'],
      securityAlert: ['UpdateItem'],
      alertLabels: ['Query', 'UpdateItem'],
      securityHour: ['Query'],
      securitySettings: ['GetItem', 'PutItem'],
    },
    ['gsi1'],
  );
  readParameters(api, names.cursorKey);
  allowResponses(api, platform);

  const hours = new AppFunction<HoursEnv>(scope, 'Hours', {
    ...shared,
    folder: 'security-hours',
    env: { TABLE_NAME },
    timeout: Duration.minutes(5),
    errorImpact: 'The numbers of security events by hour are incomplete.',
  });
  table.grant(hours, { securityEvent: ['Query'], securityHour: ['Query', 'PutItem'] });
  new EventTarget(scope, 'Summing', {
    target: hours,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.hours(1)) },
  });
  return { api, workers: [hours, createResponder(scope, platform)] };
};
