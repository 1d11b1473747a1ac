import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { RETRY } from '../../domain/optimistic.ts';
import { itemOf } from './attribute-value.ts';

/** A condition failed: another write came first, or the item does not exist. */
export class ConditionFailed extends Error {
  /** The stored item, if there is one. */
  readonly item: Readonly<Record<string, unknown>> | undefined;
  /** Index of the transaction's first write whose condition failed; 0 for a single write. */
  readonly index: number;

  constructor(item?: Readonly<Record<string, unknown>>, index = 0) {
    super('A condition failed');
    this.name = 'ConditionFailed';
    this.item = item;
    this.index = index;
  }
}

/** The table left items out of a batch in every try. A later request may succeed. */
export class TableBusy extends Error {
  constructor() {
    super('The table did not answer for all items of a batch');
    // AWS's own name for it, so that it is classified as transient everywhere.
    this.name = 'ServiceUnavailable';
  }
}

/** Whether a transaction met another one at the same item. */
export const isTransactionConflict = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict');

/** Sends a request; a failed condition is thrown as ConditionFailed with the stored item. */
export const withConditions = async <T>(send: () => Promise<T>): Promise<T> => {
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

/** Answers false where the condition of a write failed, true where it was written. */
export const conditionHolds = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

/** Runs a write of an optimistic update; RETRY when its condition failed (that of the write at `index`, if given). */
export const orRetry = async <T>(write: Promise<T>, index?: number): Promise<T | typeof RETRY> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionFailed && (index === undefined || error.index === index)) return RETRY;
    throw error;
  }
};

/** Waits for a write whose condition may fail without consequence. */
export const ignoreConditionFailed = async (write: Promise<unknown>): Promise<void> =>
  void (await conditionHolds(write));
