import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Logger } from '../domain/logger.ts';

/** A queue's consumer. */
export type BatchHandler = (event: SQSEvent, context?: Pick<Context, 'awsRequestId'>) => Promise<SQSBatchResponse>;

/**
 * A consumer that works each message for itself and reports the ones that failed, so that one bad message never holds
 * up or repeats the others. `parse` turns a message's JSON into what `handleOne` takes; undefined means the message is
 * not for us and is done. A message that cannot be parsed fails like any other and ends in the dead-letter queue.
 */
export const batchFunction =
  <T>(
    parse: (body: unknown) => T | undefined,
    handleOne: (message: T) => Promise<void>,
    logger: Logger,
  ): BatchHandler =>
  async ({ Records }) => {
    const failed = await Promise.all(
      Records.map(async ({ messageId, body, attributes }) => {
        try {
          const message = parse(JSON.parse(body));
          if (message !== undefined) await handleOne(message);
          return undefined;
        } catch (error) {
          logger.error('A message was not worked', { messageId, received: attributes.ApproximateReceiveCount }, error);
          return messageId;
        }
      }),
    );
    return { batchItemFailures: failed.filter((id) => id !== undefined).map((itemIdentifier) => ({ itemIdentifier })) };
  };
