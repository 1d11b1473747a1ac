import { Duration, Stack } from 'aws-cdk-lib';
import type { Env } from '../../lambdas/api/username/env.ts';
import type { Env as MailEnv } from '../../lambdas/workers/username-mail/env.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { appEvent } from '../constructs/event-pattern.ts';
import { EventTarget } from '../constructs/event-target.ts';
import { publishEvents } from '../permissions.ts';
import { partsOf, type FeatureFactory } from './feature.ts';

/** Lifetime of a code. After this, sending it is useless. */
const MAX_AGE = Duration.minutes(10);

/**
 * Forgotten usernames: the API, whose response is the same for every address, and the worker that emails a code if the
 * address has an account.
 */
export const usernames: FeatureFactory = (scope, platform) => {
  const { shared, table, TABLE_NAME, apiEnv } = partsOf(platform);
  const { stage, data } = platform;
  const { pool } = data.userPool;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'username',
    env: apiEnv,
    errorImpact: 'Requests for forgotten usernames fail; signing in is unaffected.',
  });
  publishEvents(api);
  table.grant(api, {
    profile: ['GetItem'],
    usernameRequest: ['PutItem', 'UpdateItem', 'DeleteItem'],
    rateCounter: ['PutItem', 'UpdateItem'],
  });

  const mails = new AppFunction<MailEnv>(scope, 'Mails', {
    ...shared,
    folder: 'username-mail',
    env: { TABLE_NAME, USER_POOL_ID: pool.userPoolId, MAIL_FROM: stage.ownMailFrom },
    errorImpact: 'Users who request their username receive no email.',
  })
    .allow({ actions: ['cognito-idp:AdminGetUser'], resources: [pool.userPoolArn] })
    .allow({
      actions: ['ses:SendEmail'],
      resources: [Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: stage.ownMailFrom })],
    });
  table.grant(mails, { usernameRequest: ['GetItem', 'UpdateItem'], rateCounter: ['PutItem', 'UpdateItem'] });
  new EventTarget(scope, 'Requested', {
    target: mails,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('UsernameRequested.v1') },
    maxAge: MAX_AGE,
  });
  return { api, workers: [mails] };
};
