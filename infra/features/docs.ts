import { AppFunction } from '../constructs/app-function.ts';
import { partsOf, type FeatureFactory } from './feature.ts';

/** The API reference. */
export const docs: FeatureFactory = (scope, platform) => ({
  api: new AppFunction<Record<never, string>>(scope, 'Api', {
    ...partsOf(platform).shared,
    folder: 'docs',
    env: {},
    errorImpact: 'The API reference cannot be loaded; nothing else depends on it.',
  }),
});
