import type { Env } from '../../../lambdas/api/sessions/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, visitorEnv, type FeatureFactory } from '../feature.ts';

/** The signed-in user's sessions and devices. */
export const sessions: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { USER_POOL_CLIENT_ID, ISSUER, JWKS_URI } = visitorEnv(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'sessions',
    env: { ...apiEnv, USER_POOL_CLIENT_ID, ISSUER, JWKS_URI, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact:
      'Users cannot see or end their sessions, so those with the maximum number cannot sign in. Activity is not ' +
      'recorded, so sessions end 24 hours after it was last recorded.',
  });
  table.grant(api, { device: ['Query', 'PutItem', 'DeleteItem'] }, ['gsi1']);
  readParameters(api, names.cursorKey);
  return { api };
};
