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

/** The table did not return all items of a batch after several tries. A later request may succeed. */
export class TableBusy extends Error {
  constructor() {
    super('The table did not return all items of a batch');
    // The name that AWS uses, so that it counts as transient everywhere.
    this.name = 'ServiceUnavailable';
  }
}

/** Whether a transaction conflicted with another one. */
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

/**
 * Waits for a write. When its condition fails, returns what `handle` returns for the failure, or throws what it throws.
 */
export const onConditionFailed = async <T, F>(
  write: Promise<T>,
  handle: (failure: ConditionFailed) => F,
): Promise<T | F> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionFailed) return handle(error);
    throw error;
  }
};

/** For `onConditionFailed`: returns `result` for a failure of the write at `index`, or of any write without `index`. */
const failureAs =
  <F>(result: F, index: number | undefined) =>
  (failure: ConditionFailed): F => {
    if (index !== undefined && failure.index !== index) throw failure;
    return result;
  };

/** Whether a write succeeded. False when its condition failed (that of the write at `index`, if given). */
export const conditionHolds = (write: Promise<unknown>, index?: number): Promise<boolean> =>
  onConditionFailed(
    write.then(() => true),
    failureAs(false, index),
  );

/** The result of a write, or undefined when its condition failed. */
export const orUndefined = <T>(write: Promise<T>): Promise<T | undefined> => onConditionFailed(write, () => undefined);

/** Runs a write of an optimistic update; RETRY when its condition failed (that of the write at `index`, if given). */
export const orRetry = <T>(write: Promise<T>, index?: number): Promise<T | typeof RETRY> =>
  onConditionFailed<T, typeof RETRY>(write, failureAs<typeof RETRY>(RETRY, index));

/** Waits for a write whose condition may fail without consequence. */
export const ignoreConditionFailed = async (write: Promise<unknown>): Promise<void> =>
  void (await conditionHolds(write));
