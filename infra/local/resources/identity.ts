import { LOCAL_REGION } from '../aws/service.ts';
import { issuerOf } from '../cloud.ts';
import { readStatements } from '../iam/evaluator.ts';
import { managedPolicy } from '../iam/managed-policies.ts';
import type { PolicyDocument } from '../roles.ts';
import { arnOf, physicalName, stableId } from './names.ts';
import { listProperty, type Provisioner, textProperty } from './types.ts';

/** `AWS::IAM::Role`: stored to decide its functions' calls. */
export const role: Provisioner = (input, cloud) => {
  const name = typeof input.properties['RoleName'] === 'string' ? input.properties['RoleName'] : physicalName(input);
  const arn = arnOf('iam', `role/${name}`, true);
  const inline = listProperty<{ readonly PolicyDocument: PolicyDocument }>(input.properties, 'Policies');
  const managed = listProperty<string>(input.properties, 'ManagedPolicyArns').map(managedPolicy);
  const documents = [...inline.map(({ PolicyDocument: document }) => document), ...managed];
  readStatements(documents);
  const trust = input.properties['AssumeRolePolicyDocument'] as PolicyDocument | undefined;
  if (!trust) throw new Error('property AssumeRolePolicyDocument is missing');
  cloud.roles.define({ arn, name, documents });
  cloud.policies.attach(arn, trust);
  return { ref: name, attributes: { Arn: arn, RoleId: stableId(input, 20).toUpperCase() } };
};

/** `AWS::IAM::Policy` and `AWS::IAM::ManagedPolicy`. */
export const policy: Provisioner = (input, cloud) => {
  const document = input.properties['PolicyDocument'] as PolicyDocument | undefined;
  if (!document) throw new Error('property PolicyDocument is missing');
  // Parsed here too, so that an unsupported statement stops the start instead of the first call.
  readStatements([document]);
  for (const name of listProperty<string>(input.properties, 'Roles')) cloud.roles.attach(name, document);
  return { ref: physicalName(input), attributes: { Id: stableId(input, 20).toUpperCase() } };
};

/** `AWS::Cognito::UserPool`. */
export const userPool: Provisioner = async (input, cloud) => {
  const id = `${LOCAL_REGION}_${stableId(input, 9)}`;
  await cloud.cognito.createUserPool({ id, properties: input.properties });
  cloud.pools.add(id);
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
export const userPoolClient: Provisioner = (input, cloud) => {
  const id = stableId(input, 26);
  cloud.cognito.createUserPoolClient({
    id,
    poolId: textProperty(input.properties, 'UserPoolId'),
    properties: input.properties,
  });
  return { ref: id, attributes: { ClientId: id, Name: physicalName(input) } };
};
