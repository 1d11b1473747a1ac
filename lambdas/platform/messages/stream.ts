import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Logger } from '../../domain/logger.ts';

/** One change of one item of the table. */
export interface TableChange {
  /** The same when the change is delivered again. */
  readonly id: string;
  /** About when it was made, in milliseconds since 1970. The same when the change is delivered again. */
  readonly at: number;
  /** The item before the change; undefined when it is new. */
  readonly before: Readonly<Record<string, unknown>> | undefined;
  /** The item after the change; undefined when it was deleted. */
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/** A consumer of the table's stream. */
export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

/**
 * A consumer of the table's stream that processes a batch as a whole. `processAll` returns the changes that failed.
 * Lambda delivers the first of them and all later ones again, so `processAll` must be idempotent. `toItem` converts a
 * stored image to values.
 */
export const streamFunction =
  (
    toItem: (image: Image) => Readonly<Record<string, unknown>>,
    processAll: (changes: readonly TableChange[]) => Promise<ReadonlySet<TableChange>>,
    logger: Logger,
  ): StreamHandler =>
  async ({ Records }) => {
    const changes = Records.map(({ eventID, dynamodb }): TableChange => ({
      id: eventID ?? dynamodb?.SequenceNumber ?? '',
      at: Math.round((dynamodb?.ApproximateCreationDateTime ?? 0) * 1000),
      before: dynamodb?.OldImage && toItem(dynamodb.OldImage),
      after: dynamodb?.NewImage && toItem(dynamodb.NewImage),
    }));
    const failed = await processAll(changes);
    if (failed.size > 0) logger.warn('Changes will be retried', { failed: failed.size, of: changes.length });
    return {
      batchItemFailures: changes.flatMap((change, index) =>
        failed.has(change) ? [{ itemIdentifier: Records[index]?.dynamodb?.SequenceNumber ?? '' }] : [],
      ),
    };
  };
