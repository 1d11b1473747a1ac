import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Logger } from '../../domain/logger.ts';
import { RetryLater } from '../../domain/retry-later.ts';

/** A queue's consumer. */
export type BatchHandler = (event: SQSEvent, context?: Pick<Context, 'awsRequestId'>) => Promise<SQSBatchResponse>;

/**
 * A consumer that processes the messages of a batch together; if it fails, all of them are retried. A message that
 * cannot be parsed fails alone and ends in the dead-letter queue.
 */
export const batchTogether =
  <T>(
    parse: (body: unknown) => T,
    handleAll: (messages: readonly T[]) => Promise<void>,
    logger: Logger,
  ): BatchHandler =>
  async ({ Records }) => {
    const failures = new Set<string>();
    const messages = Records.flatMap(({ messageId, body }) => {
      try {
        return [parse(JSON.parse(body))];
      } catch (error) {
        logger.error('A message could not be parsed', { messageId }, error);
        failures.add(messageId);
        return [];
      }
    });
    try {
      if (messages.length > 0) await handleAll(messages);
    } catch (error) {
      logger.error('A batch was not processed', { count: messages.length }, error);
      for (const { messageId } of Records) failures.add(messageId);
    }
    return { batchItemFailures: [...failures].map((itemIdentifier) => ({ itemIdentifier })) };
  };

/**
 * A consumer that processes each message separately and reports those that failed, so that a bad message neither delays
 * nor repeats the others. `parse` converts the JSON of a message; undefined means that the message is for another
 * consumer and is ignored. A message that cannot be parsed fails like any other and ends in the dead-letter queue.
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
          const fields = { messageId, received: attributes.ApproximateReceiveCount };
          if (error instanceof RetryLater)
            logger.info('A message is delivered again later', { ...fields, reason: error.message });
          else logger.error('A message was not processed', fields, error);
          return messageId;
        }
      }),
    );
    return { batchItemFailures: failed.filter((id) => id !== undefined).map((itemIdentifier) => ({ itemIdentifier })) };
  };
