import type { Env } from '../../../lambdas/api/security/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Security events, for administrators and of the signed-in user, and the validation of inputs, which records some. */
export const security: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'security',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact:
      'Administrators cannot search, and suspicious searches are not recorded. Security events cannot be read, and ' +
      'what browsers report is lost.',
  });
  table.grant(
    api,
    {
      securityEvent: ['Query'],
      profile: ['BatchGetItem'],
    },
    ['gsi1'],
  );
  readParameters(api, names.cursorKey);
  return { api };
};
