import { Duration, Stack } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/credentials/env.ts';
import type { Env as UsernameEnv } from '../../../lambdas/api/username/env.ts';
import type { Env as MailEnv } from '../../../lambdas/workers/code-mail/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { recordsRejections } from '../../constructs/app-table.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { publishEvents, readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Lifetime of a code. After this, sending it is useless. */
const MAX_AGE = Duration.minutes(10);

const ACCOUNT_ACTIONS = [
  'AdminCreateUser',
  'AdminGetUser',
  'AdminSetUserPassword',
  'AdminUpdateUserAttributes',
  'AdminUserGlobalSignOut',
  'ListUsers',
] as const;

/**
 * Signing up, resetting a password, also on behalf of a user, and changing the address: each with a code by email.
 */
export const credentials: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { pool } = platform.data.userPool;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'credentials',
    env: { ...apiEnv, USER_POOL_ID: pool.userPoolId, CURSOR_KEY_PARAMETER: names.cursorKey },
    // Creating an account waits for three calls of Cognito and for the table.
    timeout: Duration.seconds(25),
    errorImpact: 'Visitors cannot sign up or reset their password, and users cannot change their address.',
  }).allow({
    actions: ACCOUNT_ACTIONS.map((action) => `cognito-idp:${action}`),
    resources: [pool.userPoolArn],
  });
  publishEvents(api);
  readParameters(api, names.cursorKey);
  table.grant(api, {
    profile: ['GetItem', 'PutItem', 'UpdateItem'],
    rights: ['PutItem'],
    codeRequest: ['PutItem', 'UpdateItem', 'DeleteItem'],
    audit: ['PutItem'],
  });
  return { api };
};

/**
 * Forgotten usernames: the API, whose response is the same for every address, and the worker that sends the emails of
 * all requests for a code, off the path of the request.
 */
export const usernames: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { stage, data } = platform;
  const { pool } = data.userPool;
  const api = new AppFunction<UsernameEnv>(scope, 'Api', {
    ...shared,
    folder: 'username',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Requests for forgotten usernames fail; signing in is unaffected.',
  });
  publishEvents(api);
  readParameters(api, names.cursorKey);
  table.grant(api, {
    profile: ['GetItem'],
    codeRequest: ['PutItem', 'UpdateItem', 'DeleteItem'],
    ...recordsRejections,
  });

  const mails = new AppFunction<MailEnv>(scope, 'Mails', {
    ...shared,
    folder: 'code-mail',
    env: {
      TABLE_NAME,
      USER_POOL_ID: pool.userPoolId,
      MAIL_FROM: stage.ownMailFrom,
      SITE_URL_PARAMETER: names.siteUrl,
    },
    errorImpact: 'No codes arrive by email: visitors cannot sign up, reset a password or retrieve a username.',
  })
    .allow({ actions: ['cognito-idp:AdminGetUser'], resources: [pool.userPoolArn] })
    .allow({
      actions: ['ses:SendEmail'],
      resources: [Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: stage.ownMailFrom })],
    });
  readParameters(mails, names.siteUrl);
  table.grant(mails, { codeRequest: ['GetItem', 'UpdateItem'], rateCounter: ['PutItem', 'UpdateItem'] });
  new EventTarget(scope, 'Requested', {
    target: mails,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('CodeRequested.v1') },
    maxAge: MAX_AGE,
  });
  return { api, workers: [mails], alarmed: [mails] };
};
