import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { setTimeout } from 'node:timers/promises';
import { itemOf } from './attribute-value.ts';
import type { Entity, ItemKey, StoredItem } from './entity.ts';
import { tableDefinition, type IndexName } from './table-definition.ts';

/**
 * A condition did not hold: somebody else was first, or the item is not there. `item` is what stands there, if asked
 * for.
 */
export class ConditionFailed extends Error {
  readonly item: Readonly<Record<string, unknown>> | undefined;
  /** Index of the transaction's write whose condition failed first; 0 for a single write. */
  readonly index: number;

  constructor(item?: Readonly<Record<string, unknown>>, index = 0) {
    super('A condition did not hold');
    this.name = 'ConditionFailed';
    this.item = item;
    this.index = index;
  }
}

/** The table left items out of a batch, try after try. It passes by itself. */
export class TableBusy extends Error {
  constructor() {
    super('The table did not answer for all items of a batch');
    // As AWS calls it elsewhere, so that it is told from a fault everywhere.
    this.name = 'ServiceUnavailable';
  }
}

/** An expression with its names and values. Names are given as `#name`, values as `:value`. */
export interface Expression {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * A change of attributes. `undefined` removes one; `add` adds to a number (missing counts as 0) or to a set of texts;
 * `drop` takes out of a set.
 */
export interface Change {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly add?: Readonly<Record<string, number | ReadonlySet<string>>>;
  readonly drop?: Readonly<Record<string, ReadonlySet<string>>>;
}

export interface PageRequest {
  readonly index?: IndexName;
  readonly partition: string;
  /** Only sort keys that begin so. */
  readonly prefix?: string;
  /** Only sort keys up to and including this one. */
  readonly upTo?: string;
  /** Only sort keys from this one on; with `upTo` the range between, both included. */
  readonly from?: string;
  /** Only sort keys that come after this one in the order of the query. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Newest (greatest sort key) first; default true. */
  readonly descending?: boolean;
  /** From `lastKey` of the page before. */
  readonly startKey?: Readonly<Record<string, unknown>> | undefined;
  readonly filter?: Expression;
  /** Sees every write that ended before; costs twice as much, and no index has it. @default false */
  readonly consistent?: boolean;
}

export interface Page {
  readonly items: readonly StoredItem[];
  /** Undefined on the last page. */
  readonly lastKey: Readonly<Record<string, unknown>> | undefined;
}

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type Table = ReturnType<typeof createTable>;

const expressionFields = (condition: Expression | undefined) =>
  condition
    ? {
        ConditionExpression: condition.expression,
        ...(condition.names ? { ExpressionAttributeNames: { ...condition.names } } : {}),
        ...(condition.values ? { ExpressionAttributeValues: { ...condition.values } } : {}),
      }
    : {};

const changeFields = (change: Change, condition?: Expression) => {
  const names: Record<string, string> = { ...condition?.names };
  const values: Record<string, unknown> = { ...condition?.values };
  const set: string[] = [];
  const remove: string[] = [];
  const add: string[] = [];
  Object.entries(change.set ?? {}).forEach(([attribute, value], index) => {
    names[`#s${index}`] = attribute;
    if (value === undefined) remove.push(`#s${index}`);
    else {
      values[`:s${index}`] = value;
      set.push(`#s${index} = :s${index}`);
    }
  });
  Object.entries(change.add ?? {}).forEach(([attribute, value], index) => {
    names[`#a${index}`] = attribute;
    values[`:a${index}`] = value;
    add.push(`#a${index} :a${index}`);
  });
  const drop = Object.entries(change.drop ?? {}).map(([attribute, value], index) => {
    names[`#d${index}`] = attribute;
    values[`:d${index}`] = value;
    return `#d${index} :d${index}`;
  });
  const clauses = [
    set.length > 0 ? `SET ${set.join(', ')}` : '',
    remove.length > 0 ? `REMOVE ${remove.join(', ')}` : '',
    add.length > 0 ? `ADD ${add.join(', ')}` : '',
    drop.length > 0 ? `DELETE ${drop.join(', ')}` : '',
  ].filter((clause) => clause !== '');
  return {
    UpdateExpression: clauses.join(' '),
    ...(condition ? { ConditionExpression: condition.expression } : {}),
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
};

/** Which sort keys a page may have. */
const sortCondition = ({
  prefix,
  from,
  upTo,
  after,
  descending = true,
}: PageRequest): { readonly expression: string; readonly values: Readonly<Record<string, string>> } => {
  if (after !== undefined) return { expression: ` AND #sk ${descending ? '<' : '>'} :sk`, values: { ':sk': after } };
  if (prefix !== undefined) return { expression: ' AND begins_with(#sk, :sk)', values: { ':sk': prefix } };
  if (from !== undefined && upTo !== undefined)
    return { expression: ' AND #sk BETWEEN :from AND :sk', values: { ':from': from, ':sk': upTo } };
  if (from !== undefined) return { expression: ' AND #sk >= :from', values: { ':from': from } };
  return upTo === undefined
    ? { expression: '', values: {} }
    : { expression: ' AND #sk <= :sk', values: { ':sk': upTo } };
};

/** Condition: no item stands under the key yet. */
export const isNew: Expression = {
  expression: 'attribute_not_exists(#pk)',
  names: { '#pk': tableDefinition.partitionKey },
};
/** Condition: an item stands under the key. */
export const exists: Expression = {
  expression: 'attribute_exists(#pk)',
  names: { '#pk': tableDefinition.partitionKey },
};

/**
 * The SDK does not try again when another transaction holds an item; uploads at the same time all touch their creator.
 */
const MAX_TRANSACTION_TRIES = 6;
/** What the table leaves out of a batch, when it is busy, is asked for again. */
const MAX_BATCH_TRIES = 5;

const isTransactionConflict = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict');

/** The table under a document client: the only place that speaks DynamoDB's expressions. */
export const createTable = (client: DynamoDBDocumentClient, tableName: string) => {
  const guarded = async <T>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) throw new ConditionFailed(error.Item && itemOf(error.Item));
      if (error instanceof TransactionCanceledException) {
        const index = (error.CancellationReasons ?? []).findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
        const item = error.CancellationReasons?.[index]?.Item;
        if (index >= 0) throw new ConditionFailed(item && itemOf(item), index);
      }
      throw error;
    }
  };

  return {
    tableName,

    /** One item, or undefined. Eventually consistent (0.5 RRU up to 4 KB) unless `consistent`. */
    async get(key: ItemKey, options: { consistent?: boolean } = {}): Promise<StoredItem | undefined> {
      const { Item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { ...key }, ConsistentRead: options.consistent ?? false }),
      );
      return Item as StoredItem | undefined;
    },

    /**
     * Several items (100 at most) in one call, in no order; those that are not there are left out. Eventually
     * consistent, 0.5 RRU for each up to 4 KB, unless `consistent`. Throws TableBusy when the table does not answer for
     * all of them.
     */
    async getMany(keys: readonly ItemKey[], { consistent = false } = {}): Promise<readonly StoredItem[]> {
      const found: StoredItem[] = [];
      let left = keys.map((key) => ({ ...key })) as Record<string, unknown>[];
      for (let tries = 1; left.length > 0; tries += 1) {
        const { Responses, UnprocessedKeys } = await client.send(
          new BatchGetCommand({
            RequestItems: { [tableName]: { Keys: left, ...(consistent ? { ConsistentRead: true } : {}) } },
          }),
        );
        found.push(...((Responses?.[tableName] ?? []) as StoredItem[]));
        left = UnprocessedKeys?.[tableName]?.Keys ?? [];
        if (left.length === 0) break;
        if (tries === MAX_BATCH_TRIES) throw new TableBusy();
        await setTimeout(Math.random() * 25 * 2 ** tries);
      }
      return found;
    },

    /** Stores an item. Throws ConditionFailed (with what stands there) when the condition does not hold. */
    async put(item: StoredItem, condition?: Expression): Promise<void> {
      await guarded(() =>
        client.send(
          new PutCommand({
            TableName: tableName,
            Item: { ...item },
            ...expressionFields(condition),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        ),
      );
    },

    /** Changes attributes and answers the whole new item. Throws ConditionFailed. */
    async update(key: ItemKey, change: Change, condition: Expression = exists): Promise<StoredItem> {
      const { Attributes } = await guarded(() =>
        client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: { ...key },
            ...changeFields(change, condition),
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        ),
      );
      return Attributes as StoredItem;
    },

    async delete(key: ItemKey, condition?: Expression): Promise<void> {
      await guarded(() =>
        client.send(
          new DeleteCommand({
            TableName: tableName,
            Key: { ...key },
            ...expressionFields(condition),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        ),
      );
    },

    /** One page by key, in key order. */
    async query(request: PageRequest): Promise<Page> {
      const { partitionKey, sortKey } = request.index ? tableDefinition.indexes[request.index] : tableDefinition;
      const sort = sortCondition(request);
      const { Items, LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          ...(request.index ? { IndexName: request.index } : {}),
          KeyConditionExpression: `#pk = :pk${sort.expression}`,
          ...(request.filter ? { FilterExpression: request.filter.expression } : {}),
          ExpressionAttributeNames: {
            '#pk': partitionKey,
            ...(sort.expression ? { '#sk': sortKey } : {}),
            ...request.filter?.names,
          },
          ExpressionAttributeValues: {
            ':pk': request.partition,
            ...sort.values,
            ...request.filter?.values,
          },
          Limit: request.limit,
          ScanIndexForward: !(request.descending ?? true),
          ...(request.consistent ? { ConsistentRead: true } : {}),
          ...(request.startKey ? { ExclusiveStartKey: { ...request.startKey } } : {}),
        }),
      );
      return { items: (Items ?? []) as StoredItem[], lastKey: LastEvaluatedKey };
    },

    /**
     * Writes that happen together or not at all (100 at most). Throws ConditionFailed with the index of the first that
     * refused.
     */
    async transact(writes: readonly Write[]): Promise<void> {
      for (let tries = 1; ; tries += 1) {
        try {
          await guarded(() => client.send(new TransactWriteCommand({ TransactItems: [...writes] })));
          return;
        } catch (error) {
          if (!isTransactionConflict(error) || tries === MAX_TRANSACTION_TRIES) throw error;
          // At random, so that writers who met once do not meet again.
          await setTimeout(Math.random() * 25 * 2 ** tries);
        }
      }
    },

    /** Builders for `transact`. */
    write: {
      put: (item: StoredItem, condition?: Expression): Write => ({
        Put: {
          TableName: tableName,
          Item: { ...item },
          ...expressionFields(condition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      }),
      update: (key: ItemKey, change: Change, condition: Expression = exists): Write => ({
        Update: {
          TableName: tableName,
          Key: { ...key },
          ...changeFields(change, condition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      }),
      delete: (key: ItemKey, condition?: Expression): Write => ({
        Delete: {
          TableName: tableName,
          Key: { ...key },
          ...expressionFields(condition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      }),
      /** Writes nothing; the others happen only while this holds. */
      check: (key: ItemKey, condition: Expression): Write => ({
        ConditionCheck: {
          TableName: tableName,
          Key: { ...key },
          ...expressionFields(condition),
          ConditionExpression: condition.expression,
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      }),
    },
  };
};

/** Parses a list of items, leaving out bad ones; `onBad` is told how many. */
export const parseList = <V extends object, K>(
  entity: Entity<V, K>,
  items: readonly StoredItem[],
  onBad: (count: number) => void,
): V[] => {
  const values = items.map((item) => entity.tryParse(item)).filter((value) => value !== undefined);
  if (values.length < items.length) onBad(items.length - values.length);
  return values;
};
