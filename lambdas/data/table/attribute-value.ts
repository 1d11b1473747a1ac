import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/**
 * A stored attribute as a value. The document client translates answers but not errors, whose items arrive as they
 * travel.
 */
const valueOf = (attribute: AttributeValue): unknown => {
  if (attribute.M) return itemOf(attribute.M);
  if (attribute.L) return attribute.L.map(valueOf);
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.NULL) return null;
  return attribute.S ?? attribute.BOOL;
};

/** The item that a refused condition reports. We store text, numbers, booleans, null, lists and maps only. */
export const itemOf = (attributes: Readonly<Record<string, AttributeValue>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, valueOf(attribute)]));
