import type { Env } from '../../../lambdas/api/playback/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import type { SigningKeys } from '../../constructs/signing-keys.ts';
import { readParameters } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';
import type { Platform } from '../../platform.ts';

/** Starting playback: entitlement, signed cookies, view counts; and how well it goes. */
export const playback: FeatureFactory<Platform & { readonly keys: SigningKeys }> = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { stage, keys } = platform;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'playback',
    env: {
      ...apiEnv,
      SIGNING_KEY_PARAMETER: keys.parameter,
      KEY_PAIR_ID: keys.keyPairId,
      SITE_URL_PARAMETER: names.siteUrl,
      MEDIA_COOKIE_SECONDS: String(stage.mediaCookieSeconds),
      QUALITY_SAMPLE_PERCENT: String(stage.qualitySamplePercent),
    },
    errorImpact: 'Playback cannot start; current playback stops when its cookies expire. Plays are not counted.',
  });
  readParameters(api, keys.parameter, names.siteUrl);
  table.grant(api, {
    play: ['GetItem', 'PutItem', 'UpdateItem'],
    played: ['PutItem'],
    beat: ['PutItem'],
    view: ['PutItem'],
    // Reading it, and its view count.
    content: ['GetItem', 'UpdateItem'],
  });
  return { api };
};
