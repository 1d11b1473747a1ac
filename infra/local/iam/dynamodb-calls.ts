import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';
import type { AuthorizeDynamo, PartitionKeyOf } from '../engines/dynamodb/proxy.ts';
import type { Authorize, ContextValues } from './access.ts';

type Item = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

interface ItemCall {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
}

type BatchEntry = readonly {
  readonly PutRequest?: { readonly Item: Item };
  readonly DeleteRequest?: { readonly Key: Item };
}[];

interface DynamoInput extends ItemCall {
  readonly RequestItems?: Readonly<Record<string, BatchEntry | { readonly Keys?: readonly Item[] }>>;
  readonly TransactItems?: readonly Readonly<Record<string, ItemCall>>[];
  readonly StreamArn?: string;
}

/** What must be allowed for one call. */
interface Need {
  readonly action: string;
  readonly resource: string;
  readonly values: ContextValues;
}

/** Parts of a transaction are judged as the operations that they stand for. */
const TRANSACTION_PARTS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const tableArn = (name: string): string =>
  name.startsWith('arn:') ? name : `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${name}`;

const valueText = (value: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  value === undefined ? [] : Object.values(value).map(String);

/** The partition key value that a query's expression names, as `#pk = :pk` or `pk = :pk`. */
const queriedKey = (
  {
    KeyConditionExpression: expression = '',
    ExpressionAttributeNames: names = {},
    ExpressionAttributeValues: values = {},
  }: ItemCall,
  key: string,
): readonly string[] => {
  for (const [, left = '', right = ''] of expression.matchAll(/([#\w.-]+)\s*=\s*(:\w+)/g))
    if ((names[left] ?? left) === key) return valueText(values[right]);
  return [];
};

const leadingKeys = (
  keyOf: PartitionKeyOf,
  table: string,
  read: (key: string) => readonly string[],
  index?: string,
): ContextValues => ({
  'dynamodb:leadingkeys'() {
    const key = keyOf(table, index);
    const found = key === undefined ? [] : read(key);
    return found.length > 0 ? found : undefined;
  },
});

const itemNeed = (operation: string, call: ItemCall, keyOf: PartitionKeyOf): Need => {
  const { TableName: table = '*', IndexName: index } = call;
  const read = (key: string): readonly string[] => {
    const item = call.Key ?? call.Item;
    return item ? valueText(item[key]) : queriedKey(call, key);
  };
  return {
    action: `dynamodb:${operation}`,
    resource: `${tableArn(table)}${index === undefined ? '' : `/index/${index}`}`,
    values: leadingKeys(keyOf, table, read, index),
  };
};

const batchNeed = (
  operation: string,
  table: string,
  entry: BatchEntry | { readonly Keys?: readonly Item[] },
  keyOf: PartitionKeyOf,
): Need => {
  const items =
    'Keys' in entry
      ? (entry.Keys ?? [])
      : (entry as BatchEntry).map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {});
  return {
    action: `dynamodb:${operation}`,
    resource: tableArn(table),
    values: leadingKeys(keyOf, table, (key) => items.flatMap((item) => valueText(item[key]))),
  };
};

/** What IAM must allow for an operation of DynamoDB or of its streams. */
const needsOf = (operation: string, input: DynamoInput, keyOf: PartitionKeyOf): readonly Need[] => {
  if (input.TransactItems) {
    return input.TransactItems.flatMap((part) =>
      Object.entries(part).map(([kind, call]) => itemNeed(TRANSACTION_PARTS[kind] ?? kind, call, keyOf)),
    );
  }
  if (input.RequestItems)
    return Object.entries(input.RequestItems).map(([table, entry]) => batchNeed(operation, table, entry, keyOf));
  if (input.StreamArn !== undefined)
    return [{ action: `dynamodb:${operation}`, resource: input.StreamArn, values: {} }];
  // What names no table (lists, PartiQL, whose table stands in its text) needs the right to every table.
  return [
    input.TableName === undefined
      ? { action: `dynamodb:${operation}`, resource: '*', values: {} }
      : itemNeed(operation, input, keyOf),
  ];
};

/** Makes the check that stands in front of the database. */
export const createDynamoAuthorize =
  (authorize: Authorize): AuthorizeDynamo =>
  (caller, operation, input, keyOf) => {
    if (caller && caller.roleArn === undefined) return;
    for (const { action, resource, values } of needsOf(operation, input, keyOf))
      authorize(caller, action, resource, values);
  };
