import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { reasons } from '../nag.ts';
import type { AppFunction } from './app-function.ts';
import type { AppTable } from './app-table.ts';

/** How one is made. */
export interface StreamConsumerProps {
  readonly table: AppTable;
  /** Works the stream; partial batch failures are reported. */
  readonly consumer: AppFunction;
  /** Values of `type` of the items whose changes it is told of. */
  readonly types: readonly string[];
  /** Hears of batches that were given up. The consumer's role may write to it already. */
  readonly failureQueue: sqs.IQueue;
}

/** Changes of one call at most. */
const BATCH_SIZE = 100;

/** Seconds that a change is tried for. */
const TRIED_SECONDS = 600;

/**
 * Table's stream → function. What fails is tried again, in halves, so that one bad change holds up others no longer
 * than it must.
 */
export class StreamConsumer extends Construct {
  constructor(scope: Construct, id: string, { table: { table }, consumer, types, failureQueue }: StreamConsumerProps) {
    super(scope, id);
    const { tableStreamArn } = table;
    if (!tableStreamArn) throw new Error('The table has no stream');
    const ofType = { type: { S: [...types] } };
    new lambda.CfnEventSourceMapping(this, 'Mapping', {
      functionName: consumer.function.functionName,
      eventSourceArn: tableStreamArn,
      startingPosition: 'LATEST',
      batchSize: BATCH_SIZE,
      bisectBatchOnFunctionError: true,
      maximumRecordAgeInSeconds: TRIED_SECONDS,
      functionResponseTypes: ['ReportBatchItemFailures'],
      filterCriteria: {
        filters: [{ dynamodb: { NewImage: ofType } }, { eventName: ['REMOVE'], dynamodb: { OldImage: ofType } }].map(
          (pattern) => ({ pattern: JSON.stringify(pattern) }),
        ),
      },
      destinationConfig: { onFailure: { destination: failureQueue.queueArn } },
      // Lambda checks at creation that the role may read the stream.
    }).node.addDependency(consumer);
    consumer
      .allow({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [tableStreamArn],
      })
      // Asked about all streams of the table at once; the label of one is its time of birth.
      .allow({
        actions: ['dynamodb:ListStreams'],
        resources: [`${table.tableArn}/stream/*`],
        wildcardReason: reasons.runtimeId,
      });
  }
}
