import { CustomResource, Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { parameterNames } from '../parameter-names.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';

/** Properties of the signing keys. */
export interface SigningKeysProps {
  readonly stage: Stage;
  /** Generates key pairs at deployment and stores the private keys. */
  readonly generator: AppFunction;
}

/** Versions in use: the current one, and the previous one until the next rotation. */
export const versionsInUse = (current: number): readonly number[] =>
  [current, current - 1].filter((version) => version > 0);

/** The keys that sign media cookies. To rotate them, increase the stage's `signingKeyVersion`. */
export class SigningKeys extends Construct {
  readonly keyGroup: cloudfront.KeyGroup;
  /** ID of the current key, which cookies contain. */
  readonly keyPairId: string;
  /** Name of the SSM parameter with the current private key. */
  readonly parameter: string;

  constructor(scope: Construct, id: string, { stage, generator }: SigningKeysProps) {
    super(scope, id);
    const names = parameterNames(stage);
    const publicKeys = versionsInUse(stage.signingKeyVersion).map((version) => {
      const pair = new CustomResource(this, `SigningKey${version}`, {
        serviceToken: generator.function.functionArn,
        resourceType: 'Custom::SecretKey',
        serviceTimeout: Duration.minutes(2),
        properties: { Kind: 'rsa-2048', ParameterName: names.signingKey(version), KeyVersion: String(version) },
      });
      // A public key cannot be changed in place. Its ID contains the version, so that a rotation adds a new key.
      const publicKeyName = `soundstage-${stage.name}-${version}`;
      const publicKey = new cloudfront.PublicKey(this, `PublicKey${version}`, {
        publicKeyName,
        encodedKey: pair.getAttString('PublicKey'),
      });
      // CDK derives the reference from IDs that all stages share, but it must be unique in the account.
      (publicKey.node.defaultChild as cloudfront.CfnPublicKey).addPropertyOverride(
        'PublicKeyConfig.CallerReference',
        publicKeyName,
      );
      return publicKey;
    });
    const [current] = publicKeys;
    if (!current) throw new Error('A stage needs a signingKeyVersion of at least 1');
    this.keyGroup = new cloudfront.KeyGroup(this, 'KeyGroup', {
      keyGroupName: `soundstage-${stage.name}`,
      items: [...publicKeys],
    });
    this.keyPairId = current.publicKeyId;
    this.parameter = names.signingKey(stage.signingKeyVersion);
  }
}
