import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Endpoint } from '../../lambdas/contract/endpoint.ts';
import { endpoints } from '../../lambdas/contract/index.ts';
import type { AppFunction } from '../constructs/app-function.ts';
import type { Feature, FeatureFactory, FeaturesOf } from '../features/feature.ts';
import type { Platform } from '../platform.ts';

/** Whether users call a function, so that it reads their rights and may begin their sessions. */
const hasSignedInCallers = ({ folder }: AppFunction): boolean =>
  Object.entries<Endpoint>(endpoints).some(
    ([key, { auth }]) => key.startsWith(`${folder}.`) && auth !== 'public' && auth !== 'signature',
  );

/** A stack with the functions of features, each feature in a scope of its own. It stores no data. */
export class FeatureStack extends Stack {
  /** Adds the features of the factories, whose names become construct IDs. */
  addFeatures<P extends Platform, F extends Readonly<Record<string, FeatureFactory<P>>>>(
    platform: P,
    factories: F,
  ): FeaturesOf<F> {
    const features = Object.entries(factories).map(
      ([name, create]) => [name, create(new Construct(this, name), platform)] as const,
    );
    for (const [, { api }] of features) if (api && hasSignedInCallers(api)) platform.data.table.grantCaller(api);
    return Object.fromEntries<Feature>(features) as FeaturesOf<F>;
  }
}
