import { Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Env } from '../../../lambdas/api/retention/env.ts';
import type { Env as WorkerEnv } from '../../../lambdas/workers/cleanup/env.ts';
import type { TableGrant } from '../../constructs/app-table.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { publishEvents, readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';
import { merged } from './merged-grants.ts';

/** Finds and removes what has expired, and stores runs. */
const cleansUp: TableGrant = {
  cleanupRun: ['Query', 'PutItem', 'UpdateItem'],
  securityEvent: ['Query', 'DeleteItem'],
  history: ['DeleteItem'],
  position: ['Query', 'DeleteItem'],
  queue: ['GetItem', 'DeleteItem'],
};

/**
 * Keeps what belongs to users under a legal hold, and lets it expire when the hold has ended. Removing what was stored
 * by a withdrawn consent also deletes and changes security events, deletes behavioral patterns, computes the trust of
 * smart tokens again, and removes from plays how well they went.
 */
const keepsHeld: TableGrant = {
  legalHold: ['GetItem'],
  history: ['UpdateItem'],
  securityEvent: ['UpdateItem'],
  behavioralPattern: ['Query', 'DeleteItem'],
  smartToken: ['GetItem', 'UpdateItem'],
  play: ['Query', 'UpdateItem'],
};

/** Warns the users of unused accounts, and requests the erasure of those that stay unused. */
const endsAccounts: TableGrant = {
  profile: ['UpdateItem', 'ConditionCheckItem'],
  rights: ['BatchGetItem', 'PutItem', 'UpdateItem'],
  sessions: ['BatchGetItem', 'UpdateItem'],
  admins: ['UpdateItem'],
  dataRequest: ['PutItem'],
  legalHold: ['GetItem', 'ConditionCheckItem'],
};

/**
 * The retention table: the daily cleanup, with the warnings and the end of unused accounts, and the cleanup at once for
 * administrators. The worker runs once a day and has no queue: what one run does not finish, the next one continues.
 */
export const retention: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { ownMailFrom } = platform.stage;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'retention',
    env: apiEnv,
    timeout: Duration.seconds(29),
    errorImpact:
      'Administrators can neither see the retention table nor run the cleanup; it still runs daily. ' +
      'Legal holds cannot be set or released; those that were set apply.',
  });
  table.grant(
    api,
    {
      ...cleansUp,
      audit: ['PutItem'],
      consentCounts: ['GetItem'],
      legalHold: ['GetItem', 'PutItem', 'DeleteItem'],
      dataRequest: ['Query', 'PutItem'],
      profile: ['ConditionCheckItem'],
      // The titles of items under a legal hold
      content: ['BatchGetItem'],
      // Administrators continue the run that they name.
      cleanupRun: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    },
    ['gsi1'],
  );

  publishEvents(api);

  const worker = new AppFunction<WorkerEnv>(scope, 'Worker', {
    ...shared,
    folder: 'cleanup',
    env: { TABLE_NAME, MAIL_FROM: ownMailFrom, SITE_URL_PARAMETER: names.siteUrl },
    timeout: Duration.minutes(5),
    // A user with 100,000 expired rows needed 450 MB: `npm run bench -- privacy`.
    memory: 512,
    errorImpact:
      'Expired data is removed by the time to live of the table only, later and without being counted. ' +
      'Users of unused accounts are not warned, and unused accounts are not deleted. ' +
      'What was stored by a consent that was withdrawn meanwhile remains stored.',
  }).allow({
    actions: ['ses:SendEmail'],
    resources: [Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: ownMailFrom })],
  });
  readParameters(worker, names.siteUrl);
  table.grant(worker, merged(cleansUp, keepsHeld, endsAccounts), ['gsi1']);
  new EventTarget(scope, 'Daily', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.days(1)) },
  });
  new EventTarget(scope, 'HoldChanged', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('LegalHoldChanged.v1') },
  });
  new EventTarget(scope, 'ConsentWithdrawn', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('ConsentWithdrawn.v1') },
  });
  return { api, workers: [worker] };
};
