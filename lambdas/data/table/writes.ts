import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ItemKey, StoredItem } from './entity.ts';
import { changeFields, conditionFields, exists, type Change, type Expression } from './expressions.ts';

/** One write of a transaction. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Builds the writes of a transaction. Each returns the stored item when its condition fails. */
export const createWrites = (tableName: string) => {
  const target = { TableName: tableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  return {
    put: (item: StoredItem, condition?: Expression): Write => ({
      Put: { ...target, Item: { ...item }, ...conditionFields(condition) },
    }),
    update: (key: ItemKey, change: Change, condition: Expression = exists): Write => ({
      Update: { ...target, Key: { ...key }, ...changeFields(change, condition) },
    }),
    delete: (key: ItemKey, condition?: Expression): Write => ({
      Delete: { ...target, Key: { ...key }, ...conditionFields(condition) },
    }),
    /** Writes nothing; the transaction succeeds only while the condition is true. */
    check: (key: ItemKey, condition: Expression): Write => ({
      ConditionCheck: {
        ...target,
        Key: { ...key },
        ...conditionFields(condition),
        ConditionExpression: condition.expression,
      },
    }),
  };
};
