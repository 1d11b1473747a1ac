import { Duration, Stack } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/factors/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/**
 * Calls on behalf of administrators: they remove a lost authenticator app. Users' own calls carry their token, and need
 * no permission.
 */
const POOL_ACTIONS = ['AdminDeleteSoftwareToken', 'AdminGetUser', 'ListUsers'] as const;
/** With phones: users cannot set a number themselves, and a lost phone is removed too. */
const PHONE_ACTIONS = ['AdminSetUserMFAPreference', 'AdminUpdateUserAttributes'] as const;

/** Second factors, passkeys and recovery codes. */
export const factors: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { stage, data } = platform;
  const { pool, client } = data.userPool;
  const poolActions = [...POOL_ACTIONS, ...(stage.phoneFactor ? PHONE_ACTIONS : [])];
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'factors',
    env: {
      ...apiEnv,
      CURSOR_KEY_PARAMETER: names.cursorKey,
      USER_POOL_ID: pool.userPoolId,
      USER_POOL_CLIENT_ID: client.userPoolClientId,
      PASSKEYS: String(stage.passkeyDomain !== null),
      PHONES: String(stage.phoneFactor),
      MAIL_FROM: stage.ownMailFrom,
    },
    // Several calls of Cognito in a row, and an email.
    timeout: Duration.seconds(15),
    errorImpact: 'Users cannot set up, remove or recover second factors and passkeys; signing in is unaffected.',
  })
    .allow({ actions: poolActions.map((action) => `cognito-idp:${action}`), resources: [pool.userPoolArn] })
    .allow({
      actions: ['ses:SendEmail'],
      resources: [Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: stage.ownMailFrom })],
    });
  table.grant(api, {
    factors: ['GetItem', 'PutItem'],
    factorChallenge: ['DeleteItem', 'PutItem', 'UpdateItem'],
    profile: ['GetItem'],
    audit: ['PutItem'],
  });
  table.grantAttributes(api, { rights: ['second_factor'] });
  readParameters(api, names.cursorKey);
  return { api };
};
