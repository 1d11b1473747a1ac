import { type Provisioner, textProperty } from './types.ts';

/** Any `Custom::*` resource: calls its function as CloudFormation does. */
export const customResource: Provisioner = async (input, cloud) => {
  const token = textProperty(input.properties, 'ServiceToken');
  if (!cloud.functions.find(token)) throw new Error(`its function ${token} does not exist in the local cloud`);
  await cloud.started;
  const { physicalId, data } = await cloud.customResources.apply({
    stackName: input.stack.name,
    logicalId: input.logicalId,
    type: input.type,
    properties: input.properties,
  });
  return { ref: physicalId, attributes: data };
};
