import type { Env } from '../../../lambdas/api/behavior/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Behavioral patterns of users who consent to them: browsers record them, and administrators read them. */
export const behavior: FeatureFactory = (scope, platform) => {
  const { shared, table, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'behavior',
    env: apiEnv,
    errorImpact:
      'What browsers count of users who allow it is not analyzed. They keep it for a day and send it again. ' +
      'Administrators cannot see the behavioral patterns of a user.',
  });
  table.grant(api, { behavioralPattern: ['Query', 'GetItem', 'PutItem'], sentPattern: ['Query', 'PutItem'] });
  return { api };
};
