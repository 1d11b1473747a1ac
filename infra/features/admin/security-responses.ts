import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Env } from '../../../lambdas/workers/security-responder/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { readParameters } from '../../permissions.ts';
import type { Platform } from '../../platform.ts';
import { partsOf } from '../feature.ts';

/** What a function needs to send emails to administrators. */
export const responseEnv = (platform: Platform) => ({
  MAIL_FROM: platform.stage.ownMailFrom,
  SITE_URL_PARAMETER: partsOf(platform).names.siteUrl,
});

/**
 * Allows a function to take actions about alerts: to restrict users, which ends sessions and is recorded, and to send
 * emails to administrators.
 */
export const allowResponses = (target: AppFunction, platform: Platform): void => {
  const { table, names } = partsOf(platform);
  const resourceName = platform.stage.ownMailFrom;
  target.allow({
    actions: ['ses:SendEmail'],
    resources: [Stack.of(target).formatArn({ service: 'ses', resource: 'identity', resourceName })],
  });
  readParameters(target, names.siteUrl);
  table.grantRestrictions(target, {
    admins: ['GetItem'],
    audit: ['PutItem'],
    profile: ['BatchGetItem'],
    rights: ['ConditionCheckItem'],
    securityAlert: ['GetItem', 'ConditionCheckItem'],
    securityResponse: ['GetItem', 'PutItem', 'UpdateItem'],
    sessions: ['ConditionCheckItem'],
  });
};

/** The worker that takes the actions which the settings switch on. Alerts are rare, so events call it directly. */
export const createResponder = (scope: Construct, platform: Platform): AppFunction => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const responder = new AppFunction<Env>(scope, 'Responder', {
    ...shared,
    folder: 'security-responder',
    env: { TABLE_NAME, ...responseEnv(platform) },
    errorImpact:
      'Security alerts are raised, but nothing happens automatically and no emails are sent. Administrators see them.',
  });
  allowResponses(responder, platform);
  table.grantRestrictions(responder, {
    securitySettings: ['GetItem'],
    securityEvent: ['PutItem'],
    // What every API function may do because of its callers.
    rights: ['BatchGetItem'],
    sessions: ['BatchGetItem', 'UpdateItem'],
  });
  new EventTarget(scope, 'AlertRaised', {
    target: responder,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('SecurityAlertRaised.v1') },
  });
  return responder;
};
