import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Logger } from '../domain/logger.ts';

/** One change of one item of the table. */
export interface TableChange {
  /** The same whenever the change is told again. */
  readonly id: string;
  /** The item as it was; undefined when it is new. */
  readonly before: Readonly<Record<string, unknown>> | undefined;
  /** The item as it is; undefined when it went. */
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/** A consumer of the table's stream. */
export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

/**
 * A consumer of the table's stream that works a batch as a whole. `work` answers the changes that failed; Lambda goes
 * on from the first of them, so that those after it come again too: everything that `work` does must bear being done
 * twice. `toItem` turns a stored image into values.
 */
export const streamFunction =
  (
    toItem: (image: Image) => Readonly<Record<string, unknown>>,
    work: (changes: readonly TableChange[]) => Promise<ReadonlySet<TableChange>>,
    logger: Logger,
  ): StreamHandler =>
  async ({ Records }) => {
    const changes = Records.map(({ eventID, dynamodb }): TableChange => ({
      id: eventID ?? dynamodb?.SequenceNumber ?? '',
      before: dynamodb?.OldImage && toItem(dynamodb.OldImage),
      after: dynamodb?.NewImage && toItem(dynamodb.NewImage),
    }));
    const failed = await work(changes);
    if (failed.size > 0) logger.warn('Changes come again', { failed: failed.size, of: changes.length });
    return {
      batchItemFailures: changes.flatMap((change, index) =>
        failed.has(change) ? [{ itemIdentifier: Records[index]?.dynamodb?.SequenceNumber ?? '' }] : [],
      ),
    };
  };
