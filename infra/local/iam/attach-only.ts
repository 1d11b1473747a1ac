import type { PolicyDocument } from '../roles.ts';
import type { ResourcePolicies } from './resource-policies.ts';

/** Attaches a resource's policy. AWS stores one per resource, so a second one in a template would replace the first. */
export const attachOnly = (
  policies: ResourcePolicies,
  ownerArn: string,
  document: Readonly<Record<string, unknown>>,
): void => {
  if (policies.documents(ownerArn).length > 0) throw new Error(`${ownerArn} already has a policy`);
  policies.attach(ownerArn, document as unknown as PolicyDocument);
};
