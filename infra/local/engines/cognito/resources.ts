import { LOCAL_REGION } from '../../aws/service.ts';
import { arnOf, physicalName, stableId } from '../../resources/names.ts';
import { type Provisioner, textProperty } from '../../resources/types.ts';
import type { CognitoEngine } from './engine.ts';
import { issuerOf } from './issuer.ts';

/** `AWS::Cognito::UserPool`. `onPool` receives the ID of each pool. */
const userPool =
  (cognito: CognitoEngine, onPool: (id: string) => void): Provisioner =>
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

/** The provisioners of user pools. `onPool` receives the ID of each pool. */
export const cognitoResources = (
  cognito: CognitoEngine,
  onPool: (id: string) => void,
): Readonly<Record<string, Provisioner>> => ({
  'AWS::Cognito::UserPool': userPool(cognito, onPool),
  'AWS::Cognito::UserPoolClient': userPoolClient(cognito),
});
