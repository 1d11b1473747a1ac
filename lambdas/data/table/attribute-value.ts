import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** The value of a stored attribute. The document client converts items in responses, but not those in errors. */
const valueOf = (attribute: AttributeValue): unknown => {
  if (attribute.M) return itemOf(attribute.M);
  if (attribute.L) return attribute.L.map(valueOf);
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.NULL) return null;
  return attribute.S ?? attribute.BOOL;
};

/** The item in the error of a failed condition. Only text, numbers, booleans, null, lists and maps are stored. */
export const itemOf = (attributes: Readonly<Record<string, AttributeValue>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, valueOf(attribute)]));
