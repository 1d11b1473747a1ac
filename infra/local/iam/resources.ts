import { arnOf, physicalName, stableId } from '../resources/names.ts';
import { listProperty, type Provisioned, type Provisioner, type ResourceInput } from '../resources/types.ts';
import type { PolicyDocument, RoleBook } from '../roles.ts';
import { readStatements } from './evaluator.ts';
import { managedPolicy } from './managed-policies.ts';
import type { ResourcePolicies } from './resource-policies.ts';

interface Identities {
  readonly roles: RoleBook;
  readonly policies: ResourcePolicies;
}

/** `AWS::IAM::Role`: stored to decide its functions' calls. */
const role = (input: ResourceInput, { roles, policies }: Identities): Provisioned => {
  const name = typeof input.properties['RoleName'] === 'string' ? input.properties['RoleName'] : physicalName(input);
  const arn = arnOf('iam', `role/${name}`, true);
  const inline = listProperty<{ readonly PolicyDocument: PolicyDocument }>(input.properties, 'Policies');
  const managed = listProperty<string>(input.properties, 'ManagedPolicyArns').map(managedPolicy);
  const documents = [...inline.map(({ PolicyDocument: document }) => document), ...managed];
  readStatements(documents);
  const trust = input.properties['AssumeRolePolicyDocument'] as PolicyDocument | undefined;
  if (!trust) throw new Error('property AssumeRolePolicyDocument is missing');
  roles.define({ arn, name, documents });
  policies.attach(arn, trust);
  return { ref: name, attributes: { Arn: arn, RoleId: stableId(input, 20).toUpperCase() } };
};

/** `AWS::IAM::Policy` and `AWS::IAM::ManagedPolicy`. */
const policy = (input: ResourceInput, { roles }: Identities): Provisioned => {
  const document = input.properties['PolicyDocument'] as PolicyDocument | undefined;
  if (!document) throw new Error('property PolicyDocument is missing');
  // Parsed here too, so that an unsupported statement stops the start instead of the first call.
  readStatements([document]);
  for (const name of listProperty<string>(input.properties, 'Roles')) roles.attach(name, document);
  return { ref: physicalName(input), attributes: { Id: stableId(input, 20).toUpperCase() } };
};

/** The provisioners of roles and their policies. */
export const iamResources = (identities: Identities): Readonly<Record<string, Provisioner>> => ({
  'AWS::IAM::ManagedPolicy': (input) => policy(input, identities),
  'AWS::IAM::Policy': (input) => policy(input, identities),
  'AWS::IAM::Role': (input) => role(input, identities),
});
