import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SendingQueue } from '../../domain/live/ports.ts';
import { clientSettings } from '../client-settings.ts';

/** Maximum delay of SQS in seconds. */
const MAX_DELAY_SECONDS = 900;

/** The queue of live topic deliveries. SQS delays by whole seconds; the delay is rounded up. */
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
