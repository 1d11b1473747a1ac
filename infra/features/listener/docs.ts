import type { Env } from '../../../lambdas/api/docs/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** The API reference. */
export const docs: FeatureFactory = (scope, platform) => ({
  api: new AppFunction<Env>(scope, 'Api', {
    ...partsOf(platform).shared,
    folder: 'docs',
    env: { ORIGIN_HASHES: platform.data.originHashes },
    errorImpact: 'The API reference cannot be loaded; nothing else depends on it.',
  }),
});
