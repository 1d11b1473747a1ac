import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Env } from '../../lambdas/workers/account-messages/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { AppUserPool } from '../constructs/user-pool.ts';
import { readParameters } from '../permissions.ts';
import type { Feature } from './feature.ts';
import type { Platform } from '../platform.ts';
import { parameterNames } from '../parameter-names.ts';

/** The parts of the platform that exist before the user pool. */
export interface AccountsPlatform {
  readonly stage: Platform['stage'];
  readonly data: Pick<Platform['data'], 'failureQueue'>;
}

/** Accounts: the user pool with the trigger that writes invitations. */
export const accounts = (
  scope: Construct,
  { stage, data: { failureQueue } }: AccountsPlatform,
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

  const userPool = new AppUserPool(scope, 'Users', { stage, messages });

  return { userPool, workers: [messages], alarmed: [messages] };
};
