import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/people/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

const ACCOUNT_ACTIONS = [
  'AdminCreateUser',
  'AdminDisableUser',
  'AdminEnableUser',
  'AdminUserGlobalSignOut',
  'ListUsers',
] as const;

/** People management. Besides `credentials`, the only API function that can change accounts of the user pool. */
export const people: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { pool } = platform.data.userPool;
  /** Only test users are created with a plan. */
  const testUsers = platform.stage.name !== 'prod';
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'people',
    env: {
      ...apiEnv,
      CURSOR_KEY_PARAMETER: names.cursorKey,
      USER_POOL_ID: pool.userPoolId,
      TEST_USERS: String(testUsers),
    },
    // Creating an account waits for Cognito, for our trigger that writes the email, and for the table.
    timeout: Duration.seconds(25),
    errorImpact: 'Administrators cannot view or manage people; signed-in users are unaffected.',
  }).allow({
    actions: ACCOUNT_ACTIONS.map((action) => `cognito-idp:${action}`),
    resources: [pool.userPoolArn],
  });
  readParameters(api, names.cursorKey);
  table.grant(
    api,
    {
      rights: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
      profile: ['GetItem', 'BatchGetItem', 'PutItem'],
      admins: ['UpdateItem'],
      ...(testUsers
        ? {
            plan: ['PutItem'] as const,
            billing: ['PutItem'] as const,
            billingEntry: ['PutItem'] as const,
            billingCounts: ['UpdateItem'] as const,
          }
        : {}),
      audit: ['PutItem'],
    },
    ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
  );
  return { api };
};
