import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SendingQueue } from '../domain/live/ports.ts';
import { clientSettings } from './client-settings.ts';

/** What SQS delays a message by at most, in seconds. */
const MAX_DELAY_SECONDS = 900;

/** The queue of sendings. SQS counts whole seconds: a message never comes out too early. */
export const createSendingQueue = (
  queueUrl: string,
  client: Pick<SQSClient, 'send'> = new SQSClient(clientSettings),
): SendingQueue => ({
  async put(sending, delayMs) {
    const DelaySeconds = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delayMs / 1000)));
    await client.send(
      new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(sending), DelaySeconds }),
    );
  },
});
