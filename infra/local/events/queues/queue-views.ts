import { AwsError, LOCAL_ACCOUNT } from '../../aws/service.ts';
import { md5, type MessageAttributes, md5OfAttributes } from './message-digest.ts';
import type { StoredMessage } from './queue-journal.ts';
import type { Queue } from './queue.ts';

/** The system attributes of a received message, all of them strings; times are epoch milliseconds. */
export const systemAttributes = (message: Readonly<StoredMessage>): Readonly<Record<string, string>> => ({
  ApproximateReceiveCount: String(message.receiveCount),
  SentTimestamp: String(message.sentAt),
  SenderId: LOCAL_ACCOUNT,
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
  ...(message.sourceArn === undefined ? {} : { DeadLetterQueueSourceArn: message.sourceArn }),
});

const isRequested = (requested: readonly string[], name: string): boolean =>
  requested.some(
    (pattern) =>
      pattern === 'All' || pattern === name || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -2))),
  );

const pick = <T>(
  values: Readonly<Record<string, T>>,
  keep: (name: string) => boolean,
): Record<string, T> | undefined => {
  const picked = Object.entries(values).filter(([name]) => keep(name));
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
};

/** A message as ReceiveMessage returns it, with the requested attributes. */
export const receivedMessage = (
  message: Readonly<StoredMessage>,
  systemNames: readonly string[],
  attributeNames: readonly string[],
): Record<string, unknown> => {
  const Attributes = pick(
    systemAttributes(message),
    (name) => systemNames.includes('All') || systemNames.includes(name),
  );
  const MessageAttributes: MessageAttributes | undefined = pick(message.attributes, (name) =>
    isRequested(attributeNames, name),
  );
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(Attributes ? { Attributes } : {}),
    ...(MessageAttributes ? { MessageAttributes, MD5OfMessageAttributes: md5OfAttributes(MessageAttributes) } : {}),
  };
};

/** The attributes that GetQueueAttributes returns, all of them strings. Throws AwsError for an unknown name. */
export const queueAttributes = (queue: Queue, names: readonly string[]): Record<string, string> => {
  const { settings } = queue;
  const counts = queue.counts();
  const createdAt = String(Math.floor(queue.createdAt / 1000));
  const all: Record<string, string> = {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(counts.available),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    CreatedTimestamp: createdAt,
    LastModifiedTimestamp: createdAt,
    VisibilityTimeout: String(settings.visibilityTimeout),
    MaximumMessageSize: String(settings.maximumBytes),
    MessageRetentionPeriod: String(settings.retentionSeconds),
    DelaySeconds: String(settings.delaySeconds),
    ReceiveMessageWaitTimeSeconds: String(settings.waitSeconds),
    ...(settings.redrive
      ? {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: settings.redrive.deadLetterArn,
            maxReceiveCount: settings.redrive.maxReceiveCount,
          }),
        }
      : {}),
  };
  if (names.includes('All')) return all;
  const unknown = names.find((name) => !(name in all) && name !== 'RedrivePolicy');
  if (unknown !== undefined) throw new AwsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
  return pick(all, (name) => names.includes(name)) ?? {};
};
