import { PURPOSES } from '../../../lambdas/contract/people/consent.ts';
import type { Env } from '../../../lambdas/api/privacy/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** The users' decisions about privacy. The function can add to their history, but neither change nor delete it. */
export const privacy: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'privacy',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Privacy decisions can be neither stored nor withdrawn; those made before still apply.',
  });
  readParameters(api, names.cursorKey);
  table.grant(api, {
    consent: ['Query', 'PutItem'],
  });
  table.grantAttributes(api, {
    rights: ['consent', 'consent_id', 'consent_notice'],
    consentCounts: ['type', 'v', 'updated_at', 'decided', ...PURPOSES],
  });
  return { api };
};
