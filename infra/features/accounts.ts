import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Env } from '../../lambdas/workers/account-messages/env.ts';
import type { Env as SignInsEnv } from '../../lambdas/workers/sign-in-attempts/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { AppUserPool } from '../constructs/user-pool.ts';
import { readParameters } from '../permissions.ts';
import type { Feature } from './feature.ts';
import type { Platform } from '../platform.ts';
import { parameterNames } from '../parameter-names.ts';

/** The parts of the platform that exist before the user pool. */
export interface AccountsPlatform {
  readonly stage: Platform['stage'];
  readonly data: Pick<Platform['data'], 'failureQueue' | 'table'>;
}

/** Accounts: the user pool with the triggers that write invitations and count sign-ins. */
export const accounts = (
  scope: Construct,
  { stage, data: { failureQueue, table } }: AccountsPlatform,
): Feature & { readonly userPool: AppUserPool } => {
  const shared = { stage, failureQueue };
  const names = parameterNames(stage);

  const messages = new AppFunction<Env>(scope, 'Messages', {
    ...shared,
    folder: 'account-messages',
    env: { SITE_URL_PARAMETER: names.siteUrl },
    timeout: Duration.seconds(5),
    errorImpact: 'Invitations by administrators are not sent.',
  });
  readParameters(messages, names.siteUrl);

  const signIns = new AppFunction<SignInsEnv>(scope, 'SignIns', {
    ...shared,
    folder: 'sign-in-attempts',
    env: { TABLE_NAME: table.table.tableName, CURSOR_KEY_PARAMETER: names.cursorKey },
    timeout: Duration.seconds(5),
    errorImpact: 'Users cannot sign in.',
  });
  readParameters(signIns, names.cursorKey);
  table.grant(signIns, { signInAttempts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] });

  const userPool = new AppUserPool(scope, 'Users', { stage, messages, signIns });

  return { userPool, workers: [messages, signIns], alarmed: [messages, signIns] };
};
