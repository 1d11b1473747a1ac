import { tableDefinition, type IndexName } from './table-definition.ts';

/** An expression with its names and values. Names are given as `#name`, values as `:value`. */
export interface Expression {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A change of attributes. */
export interface Change {
  /** Values to set; `undefined` removes the attribute. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Adds to a number (a missing one counts as 0) or to a set of strings. */
  readonly add?: Readonly<Record<string, number | ReadonlySet<string>>>;
  /** Removes from a set of strings. */
  readonly drop?: Readonly<Record<string, ReadonlySet<string>>>;
}

/** One page of items with the same partition key, in the order of their sort keys. */
export interface PageRequest {
  readonly index?: IndexName;
  readonly partition: string;
  /** Only sort keys with this prefix. */
  readonly prefix?: string;
  /** Only sort keys up to and including this one. */
  readonly upTo?: string;
  /** Only sort keys from this one on, inclusive. */
  readonly from?: string;
  /** Only sort keys after this one, in the order of the query. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Highest sort key (newest) first. @default true */
  readonly descending?: boolean;
  /** `lastKey` of the previous page. */
  readonly startKey?: Readonly<Record<string, unknown>> | undefined;
  readonly filter?: Expression;
  /** Strongly consistent read; costs twice as much and is not available on an index. @default false */
  readonly consistent?: boolean;
}

/** Condition: no item has this key yet. */
export const isNew: Expression = {
  expression: 'attribute_not_exists(#pk)',
  names: { '#pk': tableDefinition.partitionKey },
};

/** Condition: the stored item has this version. */
export const atVersion = (version: number): Expression => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

/** Condition for the write of the version after this one. Version 0 means that nothing has been stored. */
export const followsVersion = (version: number): Expression => (version === 0 ? isNew : atVersion(version));

/** Condition: an item has this key. */
export const exists: Expression = {
  expression: 'attribute_exists(#pk)',
  names: { '#pk': tableDefinition.partitionKey },
};

/** Condition: both are true. They use the same name only for the same attribute, and no value of the same name. */
export const both = (one: Expression, other: Expression): Expression => ({
  expression: `(${one.expression}) AND (${other.expression})`,
  names: { ...one.names, ...other.names },
  values: { ...one.values, ...other.values },
});

/** Condition: the item was not written since it was read. */
export const atRev = (rev: number): Expression => ({
  expression: '#rev = :rev',
  names: { '#rev': 'rev' },
  values: { ':rev': rev },
});

/** Request fields of a condition. */
export const conditionFields = (condition: Expression | undefined) =>
  condition
    ? {
        ConditionExpression: condition.expression,
        ...(condition.names ? { ExpressionAttributeNames: { ...condition.names } } : {}),
        ...(condition.values ? { ExpressionAttributeValues: { ...condition.values } } : {}),
      }
    : {};

/** Request fields of an update with its condition. */
export const changeFields = (change: Change, condition?: Expression) => {
  const names: Record<string, string> = { ...condition?.names };
  const values: Record<string, unknown> = { ...condition?.values };
  const set: string[] = [];
  const remove: string[] = [];
  Object.entries(change.set ?? {}).forEach(([attribute, value], index) => {
    names[`#s${index}`] = attribute;
    if (value === undefined) remove.push(`#s${index}`);
    else {
      values[`:s${index}`] = value;
      set.push(`#s${index} = :s${index}`);
    }
  });
  const operands = (letter: 'a' | 'd', attributes: Readonly<Record<string, unknown>> = {}): readonly string[] =>
    Object.entries(attributes).map(([attribute, value], index) => {
      names[`#${letter}${index}`] = attribute;
      values[`:${letter}${index}`] = value;
      return `#${letter}${index} :${letter}${index}`;
    });
  const clauses = Object.entries({
    SET: set,
    REMOVE: remove,
    ADD: operands('a', change.add),
    DELETE: operands('d', change.drop),
  })
    .filter(([, parts]) => parts.length > 0)
    .map(([clause, parts]) => `${clause} ${parts.join(', ')}`);
  return {
    UpdateExpression: clauses.join(' '),
    ...(condition ? { ConditionExpression: condition.expression } : {}),
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
};

interface SortCondition {
  readonly expression: string;
  readonly values: Readonly<Record<string, string>>;
}

const sortCondition = ({ prefix, from, upTo, after, descending = true }: PageRequest): SortCondition => {
  if (after !== undefined) return { expression: ` AND #sk ${descending ? '<' : '>'} :sk`, values: { ':sk': after } };
  if (prefix !== undefined) return { expression: ' AND begins_with(#sk, :sk)', values: { ':sk': prefix } };
  if (from !== undefined && upTo !== undefined)
    return { expression: ' AND #sk BETWEEN :from AND :sk', values: { ':from': from, ':sk': upTo } };
  if (from !== undefined) return { expression: ' AND #sk >= :from', values: { ':from': from } };
  return upTo === undefined
    ? { expression: '', values: {} }
    : { expression: ' AND #sk <= :sk', values: { ':sk': upTo } };
};

/** Request fields of a query. */
export const queryFields = (request: PageRequest) => {
  const { partitionKey, sortKey } = request.index ? tableDefinition.indexes[request.index] : tableDefinition;
  const sort = sortCondition(request);
  return {
    ...(request.index ? { IndexName: request.index } : {}),
    KeyConditionExpression: `#pk = :pk${sort.expression}`,
    ...(request.filter ? { FilterExpression: request.filter.expression } : {}),
    ExpressionAttributeNames: {
      '#pk': partitionKey,
      ...(sort.expression ? { '#sk': sortKey } : {}),
      ...request.filter?.names,
    },
    ExpressionAttributeValues: { ':pk': request.partition, ...sort.values, ...request.filter?.values },
    Limit: request.limit,
    ScanIndexForward: !(request.descending ?? true),
    ...(request.consistent ? { ConsistentRead: true } : {}),
    ...(request.startKey ? { ExclusiveStartKey: { ...request.startKey } } : {}),
  };
};
