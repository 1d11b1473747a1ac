import { LOCAL_REGION } from '../../aws/service.ts';
import { arnOf, physicalName, stableId } from '../../resources/names.ts';
import { type Provisioner, textProperty } from '../../resources/types.ts';
import { StartError } from '../../start-error.ts';
import type { Access } from '../../iam/access.ts';
import type { CognitoEngine } from './engine.ts';
import { issuerOf } from './issuer.ts';

/** Dependencies of user pools and their clients. */
export interface PoolContext {
  readonly cognito: CognitoEngine;
  readonly access: Pick<Access, 'allows' | 'trusts'>;
  /** Receives the ID of each pool. */
  readonly onPool: (id: string) => void;
}

/** A pool sends SMS with a role, which must trust Cognito and allow it. On AWS, its creation fails otherwise. */
const requireSmsRole = (id: string, settings: unknown, access: PoolContext['access']): void => {
  if (settings === undefined) return;
  const { SnsCallerArn: role, ExternalId } = settings as {
    readonly SnsCallerArn: string;
    readonly ExternalId?: string;
  };
  if (!access.trusts(role, 'cognito-idp.amazonaws.com', ExternalId))
    throw new StartError(`User pool ${id}: its role for SMS cannot be assumed by Cognito.`);
  // A phone number is no resource with an ARN: SNS checks the number itself.
  if (!access.allows(role, 'sns:Publish', '+12065550100'))
    throw new StartError(`User pool ${id}: its role for SMS does not allow sns:Publish to phone numbers.`);
};

/** `AWS::Cognito::UserPool`. */
const userPool =
  ({ cognito, access, onPool }: PoolContext): Provisioner =>
  async (input) => {
    const id = `${LOCAL_REGION}_${stableId(input, 9)}`;
    await cognito.createUserPool({ id, properties: input.properties });
    onPool(id);
    return {
      ref: id,
      attributes: {
        Arn: arnOf('cognito-idp', `userpool/${id}`),
        ProviderName: issuerOf(id).replace('https://', ''),
        ProviderURL: issuerOf(id),
        UserPoolId: id,
      },
      check: () => requireSmsRole(id, input.properties['SmsConfiguration'], access),
    };
  };

/** `AWS::Cognito::UserPoolClient`. */
const userPoolClient =
  (cognito: CognitoEngine): Provisioner =>
  (input) => {
    const id = stableId(input, 26);
    cognito.createUserPoolClient({
      id,
      poolId: textProperty(input.properties, 'UserPoolId'),
      properties: input.properties,
    });
    return { ref: id, attributes: { ClientId: id, Name: physicalName(input) } };
  };

/** The provisioners of user pools. */
export const cognitoResources = (context: PoolContext): Readonly<Record<string, Provisioner>> => ({
  'AWS::Cognito::UserPool': userPool(context),
  'AWS::Cognito::UserPoolClient': userPoolClient(context.cognito),
});
