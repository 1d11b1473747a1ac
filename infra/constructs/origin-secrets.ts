import { CustomResource, Duration, Fn } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { parameterNames } from '../parameter-names.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';
import { versionsInUse } from './signing-keys.ts';

/** Properties of origin secrets. */
export interface OriginSecretProps {
  readonly stage: Stage;
  /** Generates secrets at deployment. */
  readonly generator: AppFunction;
}

const secretResource = (
  scope: Construct,
  id: string,
  { generator, stage }: OriginSecretProps,
  kind: 'origin-hash' | 'origin-secret',
  version: number,
): CustomResource =>
  new CustomResource(scope, id, {
    serviceToken: generator.function.functionArn,
    resourceType: 'Custom::SecretKey',
    serviceTimeout: Duration.minutes(2),
    properties: {
      Kind: kind,
      ParameterName: parameterNames(stage).originSecret(version),
      KeyVersion: String(version),
    },
  });

/** Generates the origin secrets. Returns their SHA-256 hashes, current one first, separated by commas. */
export const originHashes = (scope: Construct, props: OriginSecretProps): string =>
  Fn.join(
    ',',
    versionsInUse(props.stage.originSecretVersion).map((version) =>
      secretResource(scope, `OriginHash${version}`, props, 'origin-hash', version).getAttString('Hash'),
    ),
  );

/** The current origin secret. Only for the stack that contains the distribution, so that no output contains it. */
export const originSecret = (scope: Construct, props: OriginSecretProps): string => {
  const version = props.stage.originSecretVersion;
  return secretResource(scope, `OriginSecret${version}`, props, 'origin-secret', version).getAttString('Secret');
};
