import type { Env } from '../../../lambdas/api/account/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** The signed-in user's own profile and role. */
export const account: FeatureFactory = (scope, platform) => {
  const { shared, table, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'account',
    env: apiEnv,
    errorImpact: 'Users cannot view or edit their profile, and the site cannot load their role.',
  });
  // Creates a missing profile.
  table.grant(api, { profile: ['GetItem', 'PutItem', 'UpdateItem'] });
  return { api };
};
