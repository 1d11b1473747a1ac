import type { Env } from '../../../lambdas/api/security/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Validation of inputs, with a security event for each suspicious one. */
export const security: FeatureFactory = (scope, platform) => {
  const { shared, table, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'security',
    env: apiEnv,
    errorImpact: 'Administrators cannot search, and suspicious searches are not recorded.',
  });
  table.grant(api, { securityEvent: ['PutItem'] });
  return { api };
};
