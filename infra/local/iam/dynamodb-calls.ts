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
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
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

/** A permission that a call requires. */
interface RequiredPermission {
  readonly action: string;
  readonly resource: string;
  readonly values: ContextValues;
}

/** The operations that the parts of a transaction are authorized as. */
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

/** The partition key value in a query's expression, as `#pk = :pk` or `pk = :pk`. */
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

/** Words of expressions that are no attributes: clauses, operators and functions. */
const EXPRESSION_WORDS: ReadonlySet<string> = new Set([
  ...['set', 'remove', 'add', 'delete', 'and', 'or', 'not', 'between', 'in'],
  ...['attribute_exists', 'attribute_not_exists', 'attribute_type', 'begins_with', 'contains', 'size'],
  ...['if_not_exists', 'list_append'],
]);

/**
 * `dynamodb:Attributes`: the top-level attributes that a call names, in its key, its item and its expressions (DynamoDB
 * developer guide, "Using IAM policy conditions for fine-grained access control").
 */
const attributesIn = (call: ItemCall): readonly string[] => {
  const { ExpressionAttributeNames: names = {} } = call;
  const expressions = [
    call.KeyConditionExpression,
    call.UpdateExpression,
    call.ConditionExpression,
    call.FilterExpression,
    call.ProjectionExpression,
  ].join(' ');
  // A path such as `#a.#b[0]` counts as its first segment. Values start with a colon.
  const paths = [...expressions.matchAll(/(?<![\w#:.])(#?[A-Za-z_]\w*)(?:[.[][\w#.[\]]*)?/g)].map(
    ([, first = '']) => first,
  );
  const named = paths.filter((path) => !EXPRESSION_WORDS.has(path.toLowerCase())).map((path) => names[path] ?? path);
  return [...new Set([...Object.keys(call.Key ?? {}), ...Object.keys(call.Item ?? {}), ...named])];
};

const itemPermission = (operation: string, call: ItemCall, keyOf: PartitionKeyOf): RequiredPermission => {
  const { TableName: table = '*', IndexName: index } = call;
  const read = (key: string): readonly string[] => {
    const item = call.Key ?? call.Item;
    return item ? valueText(item[key]) : queriedKey(call, key);
  };
  return {
    action: `dynamodb:${operation}`,
    resource: `${tableArn(table)}${index === undefined ? '' : `/index/${index}`}`,
    values: { ...leadingKeys(keyOf, table, read, index), 'dynamodb:attributes': () => attributesIn(call) },
  };
};

const batchPermission = (
  operation: string,
  table: string,
  entry: BatchEntry | { readonly Keys?: readonly Item[] },
  keyOf: PartitionKeyOf,
): RequiredPermission => {
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

/** The permissions that an operation of DynamoDB or its streams requires. */
const requiredPermissions = (
  operation: string,
  input: DynamoInput,
  keyOf: PartitionKeyOf,
): readonly RequiredPermission[] => {
  if (input.TransactItems) {
    return input.TransactItems.flatMap((part) =>
      Object.entries(part).map(([kind, call]) => itemPermission(TRANSACTION_PARTS[kind] ?? kind, call, keyOf)),
    );
  }
  if (input.RequestItems)
    return Object.entries(input.RequestItems).map(([table, entry]) => batchPermission(operation, table, entry, keyOf));
  if (input.StreamArn !== undefined)
    return [{ action: `dynamodb:${operation}`, resource: input.StreamArn, values: {} }];
  // A call that names no table (lists; PartiQL, whose table is in its text) requires permission for every table.
  return [
    input.TableName === undefined
      ? { action: `dynamodb:${operation}`, resource: '*', values: {} }
      : itemPermission(operation, input, keyOf),
  ];
};

/** Creates the authorization of database calls. */
export const createDynamoAuthorize =
  (authorize: Authorize): AuthorizeDynamo =>
  (caller, operation, input, keyOf) => {
    if (caller && caller.roleArn === undefined) return;
    for (const { action, resource, values } of requiredPermissions(operation, input, keyOf))
      authorize(caller, action, resource, values);
  };
