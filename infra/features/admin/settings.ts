import type { Env } from '../../../lambdas/api/settings/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** The platform's settings. */
export const settings: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'settings',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Settings cannot be loaded or changed; visitors see the platform name that they saw last.',
  });
  readParameters(api, names.cursorKey);
  table.grant(api, {
    profile: ['BatchGetItem'],
    settings: ['GetItem', 'PutItem'],
    settingsVersion: ['Query', 'PutItem'],
    audit: ['PutItem'],
  });
  return { api };
};
