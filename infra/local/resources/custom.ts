import { type Provisioner, textProperty } from './types.ts';

/** Any `Custom::*` resource: its own function, called as CloudFormation calls it. */
export const customResource: Provisioner = async (input, cloud) => {
  const token = textProperty(input.properties, 'ServiceToken');
  if (!cloud.functions.find(token)) throw new Error(`its function ${token} is none that the local cloud runs`);
  await cloud.started;
  const { physicalId, data } = await cloud.customResources.apply({
    stackName: input.stack.name,
    logicalId: input.logicalId,
    type: input.type,
    properties: input.properties,
  });
  return { ref: physicalId, attributes: data };
};
