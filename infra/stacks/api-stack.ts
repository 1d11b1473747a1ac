import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ContractApi } from '../constructs/contract-api.ts';
import type { Feature } from '../features/feature.ts';
import type { Platform } from '../platform.ts';

/** Properties of the API stack. */
export interface ApiStackProps extends StackProps {
  readonly platform: Platform;
  /** The features whose functions serve the API. */
  readonly features: readonly Feature[];
}

/** The HTTP API: every endpoint of the contract, routed to its feature's function. */
export class ApiStack extends Stack {
  readonly http: ContractApi;

  constructor(scope: Construct, id: string, { platform: { stage, data }, features, ...props }: ApiStackProps) {
    super(scope, id, props);
    this.http = new ContractApi(this, 'Api', {
      stage,
      accounts: data.userPool,
      functions: features.flatMap(({ api }) => api ?? []),
    });
  }
}
