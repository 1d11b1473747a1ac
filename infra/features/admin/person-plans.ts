import type { Env } from '../../../lambdas/api/person-plans/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Plans of users for administrators. The function cannot reach Stripe: it reads what was synchronized last. */
export const personPlans: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'person-plans',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: "Administrators cannot see users' plans, and cannot give or end complimentary plans.",
  });
  readParameters(api, names.cursorKey);
  table.grant(api, {
    rights: ['ConditionCheckItem'],
    plan: ['PutItem'],
    profile: ['GetItem', 'BatchGetItem'],
    billing: ['GetItem', 'PutItem'],
    billingEntry: ['Query', 'PutItem'],
    billingCounts: ['UpdateItem'],
    audit: ['PutItem'],
  });
  return { api };
};
