import { Stack, type StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Endpoint } from '../../lambdas/contract/endpoint.ts';
import { endpoints } from '../../lambdas/contract/index.ts';
import type { AppFunction } from '../constructs/app-function.ts';
import type { Feature, FeatureFactory } from '../features/feature.ts';
import type { Platform } from '../platform.ts';

/** Whether users call a function, so that it may begin their sessions. */
const hasSignedInCallers = ({ folder }: AppFunction): boolean =>
  Object.entries<Endpoint>(endpoints).some(
    ([key, { auth }]) => key.startsWith(`${folder}.`) && auth !== 'public' && auth !== 'signature',
  );

/** Properties of a stack of features. */
export interface FeatureStackProps<
  P extends Platform,
  F extends Readonly<Record<string, FeatureFactory<P>>>,
> extends StackProps {
  readonly platform: P;
  /** Feature factories by construct ID. */
  readonly factories: F;
}

/** A stack with the functions of features, each feature in a scope of its own. It stores no data. */
export class FeatureStack<P extends Platform, F extends Readonly<Record<string, FeatureFactory<P>>>> extends Stack {
  readonly features: { readonly [Name in keyof F]: ReturnType<F[Name]> };

  constructor(scope: Construct, id: string, { platform, factories, ...props }: FeatureStackProps<P, F>) {
    super(scope, id, props);
    this.features = Object.fromEntries(
      Object.entries(factories).map(([name, create]) => [name, create(new Construct(this, name), platform)]),
    ) as typeof this.features;
    for (const { api } of this.list()) if (api && hasSignedInCallers(api)) platform.data.table.grantSessions(api);
  }

  /** All features of the stack. */
  list(): readonly Feature[] {
    return Object.values<Feature>(this.features);
  }
}
