import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { setTimeout } from 'node:timers/promises';
import { batchesOf } from '../../domain/batches.ts';
import type { IndexView, ItemKey, StoredItem } from './entity.ts';
import { isTransactionConflict, TableBusy, withConditions } from './errors.ts';
import {
  changeFields,
  conditionFields,
  exists,
  queryFields,
  type Change,
  type Expression,
  type PageRequest,
} from './expressions.ts';
import { createWrites, type Write } from './writes.ts';

/** A page of a query. */
export interface Page {
  readonly items: readonly StoredItem[];
  /** Undefined on the last page. */
  readonly lastKey: Readonly<Record<string, unknown>> | undefined;
}

/** The SDK does not retry transaction conflicts. They are common: concurrent uploads all change their creator. */
const MAX_TRANSACTION_TRIES = 6;
/** Maximum number of keys per batch: a limit of DynamoDB. */
const BATCH_SIZE = 100;
/** A throttled table leaves items out of a batch. They are requested again. */
const MAX_BATCH_TRIES = 5;

/** Random, so that conflicting writers do not conflict again. */
const backOff = (tries: number): Promise<void> => setTimeout(Math.random() * 25 * 2 ** tries);

const createReads = (client: DynamoDBDocumentClient, TableName: string) => {
  /** One page by key, in key order. */
  const query = async (request: PageRequest): Promise<Page> => {
    const { Items, LastEvaluatedKey } = await client.send(new QueryCommand({ TableName, ...queryFields(request) }));
    return { items: (Items ?? []) as StoredItem[], lastKey: LastEvaluatedKey };
  };

  /** All pages of a query in order; `limit` is the page size. */
  const pages = async function* (request: Omit<PageRequest, 'startKey'>): AsyncGenerator<readonly StoredItem[]> {
    let startKey: PageRequest['startKey'];
    do {
      const page = await query({ ...request, startKey });
      startKey = page.lastKey;
      yield page.items;
    } while (startKey);
  };

  const getBatch = async (keys: readonly ItemKey[], consistent: boolean): Promise<readonly StoredItem[]> => {
    const found: StoredItem[] = [];
    let remaining = keys.map((key) => ({ ...key })) as Record<string, unknown>[];
    for (let tries = 1; remaining.length > 0; tries += 1) {
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetCommand({
          RequestItems: { [TableName]: { Keys: remaining, ...(consistent ? { ConsistentRead: true } : {}) } },
        }),
      );
      found.push(...((Responses?.[TableName] ?? []) as StoredItem[]));
      remaining = UnprocessedKeys?.[TableName]?.Keys ?? [];
      if (remaining.length === 0) break;
      if (tries === MAX_BATCH_TRIES) throw new TableBusy();
      await backOff(tries);
    }
    return found;
  };

  return {
    query,
    pages,

    /** All items of a query. For small partitions. */
    async queryAll(request: Omit<PageRequest, 'startKey'>): Promise<readonly StoredItem[]> {
      const found: StoredItem[] = [];
      for await (const items of pages(request)) found.push(...items);
      return found;
    },

    /** One item, or undefined. Eventually consistent (0.5 RRU up to 4 KB) unless `consistent`. */
    async get(key: ItemKey, options: { consistent?: boolean } = {}): Promise<StoredItem | undefined> {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: { ...key }, ConsistentRead: options.consistent ?? false }),
      );
      return Item as StoredItem | undefined;
    },

    /**
     * Items in any order, 100 per call; missing ones are left out. Eventually consistent, 0.5 RRU for each up to 4 KB,
     * unless `consistent`. Throws TableBusy when the table does not return all of them.
     */
    async getMany(keys: readonly ItemKey[], { consistent = false } = {}): Promise<readonly StoredItem[]> {
      const batches = batchesOf(keys, BATCH_SIZE);
      return (await Promise.all(batches.map((batch) => getBatch(batch, consistent)))).flat();
    },
  };
};

/** The table. Only this file and its neighbors use DynamoDB's commands and expressions. */
export const createTable = (client: DynamoDBDocumentClient, TableName: string) => {
  const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  return {
    tableName: TableName,
    ...createReads(client, TableName),
    /** Builds the writes of `transact`. */
    write: createWrites(TableName),

    /** Stores an item. Throws ConditionFailed, which contains the stored item. */
    async put(item: StoredItem, condition?: Expression): Promise<void> {
      await withConditions(() =>
        client.send(new PutCommand({ TableName, Item: { ...item }, ...conditionFields(condition), ...onFailure })),
      );
    },

    /** Changes attributes and returns the whole new item. Throws ConditionFailed. */
    async update(key: ItemKey, change: Change, condition: Expression = exists): Promise<StoredItem> {
      const request = { TableName, Key: { ...key }, ...changeFields(change, condition), ...onFailure };
      const { Attributes } = await withConditions(() =>
        client.send(new UpdateCommand({ ...request, ReturnValues: 'ALL_NEW' })),
      );
      return Attributes as StoredItem;
    },

    /** Deletes an item; succeeds when there is none. Throws ConditionFailed. */
    async delete(key: ItemKey, condition?: Expression): Promise<void> {
      await withConditions(() =>
        client.send(new DeleteCommand({ TableName, Key: { ...key }, ...conditionFields(condition), ...onFailure })),
      );
    },

    /** Up to 100 writes, all or none. Throws ConditionFailed with the index of the first write that failed. */
    async transact(writes: readonly Write[]): Promise<void> {
      for (let tries = 1; ; tries += 1) {
        try {
          await withConditions(() => client.send(new TransactWriteCommand({ TransactItems: [...writes] })));
          return;
        } catch (error) {
          if (!isTransactionConflict(error) || tries === MAX_TRANSACTION_TRIES) throw error;
          await backOff(tries);
        }
      }
    },
  };
};

export type Table = ReturnType<typeof createTable>;

/** Parses a list of items and leaves out corrupt ones; `onBad` receives their number. */
export const parseList = <V extends object>(
  entity: IndexView<V>,
  items: readonly StoredItem[],
  onBad: (count: number) => void,
): V[] => {
  const values = items.map((item) => entity.tryParse(item)).filter((value) => value !== undefined);
  if (values.length < items.length) onBad(items.length - values.length);
  return values;
};
