import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import type { Env as ConfirmedEnv } from '../../lambdas/workers/account-confirmed/env.ts';
import type { Env as MessagesEnv } from '../../lambdas/workers/account-messages/env.ts';
import type { Env as SweeperEnv } from '../../lambdas/workers/account-sweeper/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { EventTarget } from '../constructs/event-target.ts';
import { AppUserPool } from '../constructs/user-pool.ts';
import { readParameters } from '../permissions.ts';
import type { Feature } from './feature.ts';
import type { Platform } from '../platform.ts';
import { parameterNames } from '../parameter-names.ts';

/** The parts of the platform that exist before the user pool. */
export interface AccountsPlatform {
  readonly stage: Platform['stage'];
  readonly data: Pick<Platform['data'], 'table' | 'failureQueue'>;
}

/** Accounts: the user pool with its triggers, and the worker that removes accounts that were never confirmed. */
export const accounts = (
  scope: Construct,
  { stage, data: { table, failureQueue } }: AccountsPlatform,
): Feature & { readonly userPool: AppUserPool } => {
  const shared = { stage, failureQueue };
  const names = parameterNames(stage);

  const messages = new AppFunction<MessagesEnv>(scope, 'Messages', {
    ...shared,
    folder: 'account-messages',
    env: { SITE_URL_PARAMETER: names.siteUrl },
    timeout: Duration.seconds(5),
    errorImpact: 'Confirmation and reset codes are not sent: sign-up and password reset fail.',
  });
  readParameters(messages, names.siteUrl);

  const confirmed = new AppFunction<ConfirmedEnv>(scope, 'Confirmed', {
    ...shared,
    folder: 'account-confirmed',
    env: { TABLE_NAME: table.table.tableName },
    timeout: Duration.seconds(5),
    errorImpact: 'Confirming a new account fails with an error. The user can try again.',
  });
  table.grant(confirmed, { profile: ['PutItem'], rights: ['PutItem'] });

  const userPool = new AppUserPool(scope, 'Users', { stage, messages, confirmed });

  const sweeper = new AppFunction<SweeperEnv>(scope, 'Sweeper', {
    ...shared,
    folder: 'account-sweeper',
    env: { USER_POOL_ID: userPool.pool.userPoolId },
    timeout: Duration.minutes(5),
    errorImpact: 'Unconfirmed accounts are kept longer than their retention period.',
  }).allow({
    actions: ['cognito-idp:ListUsers', 'cognito-idp:AdminDeleteUser'],
    resources: [userPool.pool.userPoolArn],
  });
  new EventTarget(scope, 'Sweeping', {
    target: sweeper,
    failureQueue,
    on: { schedule: events.Schedule.rate(Duration.days(1)) },
  });
  const workers = [messages, confirmed, sweeper];
  return { userPool, workers, alarmed: workers };
};
