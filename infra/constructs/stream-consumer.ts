import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { reasons } from '../nag.ts';
import type { AppFunction } from './app-function.ts';
import type { AppTable } from './app-table.ts';

/** Properties of a stream consumer. */
export interface StreamConsumerProps {
  readonly table: AppTable;
  /** Processes the stream's records and reports partial batch failures. */
  readonly consumer: AppFunction;
  /** Receives only changes of items with one of these values of `type`. */
  readonly types: readonly string[];
  /** Receives only items that are new, not their changes and deletions. @default false */
  readonly onlyNew?: boolean;
  /** Receives a description of each abandoned batch. The consumer's role can already write to it. */
  readonly failureQueue: sqs.IQueue;
}

/** Maximum number of changes per call. */
const BATCH_SIZE = 100;

/** Seconds after which a failing change is abandoned. */
const MAX_AGE_SECONDS = 600;

/**
 * The table's stream → function. DynamoDB supports two readers of a stream. A failed batch is split in halves and
 * retried, so that one bad change delays the others as little as possible.
 */
export class StreamConsumer extends Construct {
  constructor(scope: Construct, id: string, props: StreamConsumerProps) {
    super(scope, id);
    const { consumer, types, failureQueue, onlyNew = false } = props;
    const { table } = props.table;
    const { tableStreamArn } = table;
    if (!tableStreamArn) throw new Error('The table has no stream');
    const ofType = { type: { S: [...types] } };
    const patterns = onlyNew
      ? [{ eventName: ['INSERT'], dynamodb: { NewImage: ofType } }]
      : [{ dynamodb: { NewImage: ofType } }, { eventName: ['REMOVE'], dynamodb: { OldImage: ofType } }];
    new lambda.CfnEventSourceMapping(this, 'Mapping', {
      functionName: consumer.function.functionName,
      eventSourceArn: tableStreamArn,
      startingPosition: 'LATEST',
      batchSize: BATCH_SIZE,
      bisectBatchOnFunctionError: true,
      maximumRecordAgeInSeconds: MAX_AGE_SECONDS,
      functionResponseTypes: ['ReportBatchItemFailures'],
      filterCriteria: { filters: patterns.map((pattern) => ({ pattern: JSON.stringify(pattern) })) },
      destinationConfig: { onFailure: { destination: failureQueue.queueArn } },
      // Lambda checks at creation that the role may read the stream.
    }).node.addDependency(consumer);
    consumer
      .allow({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [tableStreamArn],
      })
      // ListStreams applies to all streams of the table. A stream's label is its creation time.
      .allow({
        actions: ['dynamodb:ListStreams'],
        resources: [`${table.tableArn}/stream/*`],
        wildcardReason: reasons.runtimeId,
      });
  }
}
