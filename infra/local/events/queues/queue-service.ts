import { z } from 'zod';
import { jsonService, type JsonOperation, operation } from '../../aws/json-service.ts';
import { AwsError, type LocalService } from '../../aws/service.ts';
import { md5, md5OfAttributes } from './message-digest.ts';
import type { QueueServiceDependencies } from './queue-dependencies.ts';
import { createMoveTasks } from './queue-moves.ts';
import { queueAttributes, receivedMessage } from './queue-views.ts';
import type { Queue } from './queue.ts';

const queueUrl = z.string().default('');
const sendFields = z.object({
  MessageBody: z.string().optional(),
  DelaySeconds: z.number().optional(),
  MessageAttributes: z
    .record(
      z.string(),
      z.object({
        DataType: z.string(),
        StringValue: z.string().exactOptional(),
        BinaryValue: z.string().exactOptional(),
      }),
    )
    .optional(),
});
const receiveFields = z.object({
  MaxNumberOfMessages: z.number().optional(),
  VisibilityTimeout: z.number().optional(),
  WaitTimeSeconds: z.number().optional(),
  AttributeNames: z.array(z.string()).optional(),
  MessageSystemAttributeNames: z.array(z.string()).optional(),
  MessageAttributeNames: z.array(z.string()).optional(),
});
const handleFields = z.object({ ReceiptHandle: z.string().optional(), VisibilityTimeout: z.number().optional() });
const attributeFields = z.object({ AttributeNames: z.array(z.string()).default([]) });
const noFields = z.object({});
const getUrlInput = z.object({ QueueName: z.string().default('') });
const listInput = z.object({ QueueNamePrefix: z.string().default('') });

type SendInput = z.output<typeof sendFields>;
type ReceiveInput = z.output<typeof receiveFields>;
type HandleInput = z.output<typeof handleFields>;

/** The fields of a batch: entries with an ID each. */
const batchOf = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  z.object({ Entries: z.array(fields.extend({ Id: z.string() })).default([]) });

const invalid = (message: string): AwsError => new AwsError('InvalidParameterValue', message);

/** Validates an integer parameter; `standard` is its default. */
const integerParameter = (
  value: number | undefined,
  name: string,
  standard: number,
  lowest: number,
  highest: number,
): number => {
  const number = value ?? standard;
  if (Number.isInteger(number) && number >= lowest && number <= highest) return number;
  throw invalid(`Value ${number} for parameter ${name} is invalid. Reason: Must be between ${lowest} and ${highest}.`);
};

const sizeOf = ({ MessageBody = '', MessageAttributes = {} }: SendInput): number => {
  let size = Buffer.byteLength(MessageBody);
  for (const [name, { DataType, StringValue = '', BinaryValue = '' }] of Object.entries(MessageAttributes)) {
    size +=
      Buffer.byteLength(name) +
      Buffer.byteLength(DataType) +
      Buffer.byteLength(StringValue) +
      Buffer.from(BinaryValue, 'base64').length;
  }
  return size;
};

/** Characters that SQS rejects; see the SendMessage API. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

const send = (queue: Queue, input: SendInput): Record<string, unknown> => {
  const { MessageBody: body = '', MessageAttributes: attributes = {}, DelaySeconds } = input;
  if (body === '') throw new AwsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  if (FORBIDDEN.test(body))
    throw new AwsError('InvalidMessageContents', 'The message contains characters outside the allowed set.');
  const named = Object.keys(attributes).length;
  if (named > 10) throw invalid(`Number of message attributes [${named}] exceeds the allowed maximum [10].`);
  if (sizeOf(input) > queue.settings.maximumBytes) {
    throw invalid(
      `One or more parameters are invalid. Reason: Message must be shorter than ${queue.settings.maximumBytes} bytes.`,
    );
  }
  const delaySeconds = integerParameter(DelaySeconds, 'DelaySeconds', queue.settings.delaySeconds, 0, 900);
  const { id } = queue.send({ body, attributes, delaySeconds });
  const digest = md5OfAttributes(attributes);
  return {
    MessageId: id,
    MD5OfMessageBody: md5(body),
    ...(digest === undefined ? {} : { MD5OfMessageAttributes: digest }),
  };
};

const handleOf = ({ ReceiptHandle }: HandleInput): string => {
  if (!ReceiptHandle) throw new AwsError('MissingParameter', 'The request must contain the parameter ReceiptHandle.');
  if (!/^[0-9a-f-]{36}$/.test(ReceiptHandle))
    throw new AwsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
  return ReceiptHandle;
};

const remove = (queue: Queue, input: HandleInput): Record<string, unknown> => {
  queue.delete(handleOf(input));
  return {};
};

const changeVisibility = (queue: Queue, input: HandleInput): Record<string, unknown> => {
  const handle = handleOf(input);
  const seconds = integerParameter(input.VisibilityTimeout, 'VisibilityTimeout', -1, 0, 43_200);
  if (queue.changeVisibility(handle, seconds) === 'invalid')
    throw new AwsError('MessageNotInflight', 'The message referred to is not in flight.');
  return {};
};

const receive = async (queue: Queue, input: ReceiveInput): Promise<Record<string, unknown>> => {
  const found = await queue.receive({
    max: integerParameter(input.MaxNumberOfMessages, 'MaxNumberOfMessages', 1, 1, 10),
    visibilityTimeout: integerParameter(
      input.VisibilityTimeout,
      'VisibilityTimeout',
      queue.settings.visibilityTimeout,
      0,
      43_200,
    ),
    waitMs: integerParameter(input.WaitTimeSeconds, 'WaitTimeSeconds', queue.settings.waitSeconds, 0, 20) * 1000,
  });
  if (found.length === 0) return {};
  const system = [...(input.AttributeNames ?? []), ...(input.MessageSystemAttributeNames ?? [])];
  return { Messages: found.map((message) => receivedMessage(message, system, input.MessageAttributeNames ?? [])) };
};

type Entry<T> = T & { readonly Id: string };

/** Runs one action per entry of a batch. A rejected entry does not affect the others. */
const batch =
  <T extends object>(action: (queue: Queue, entry: T) => Record<string, unknown>, size?: (entry: T) => number) =>
  (queue: Queue, { Entries: entries }: { readonly Entries: readonly Entry<T>[] }): Record<string, unknown> => {
    if (entries.length === 0)
      throw new AwsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
    if (entries.length > 10)
      throw new AwsError('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10.');
    if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
      throw new AwsError('BatchEntryIdsNotDistinct', 'Two or more batch entries in the request have the same Id.');
    }
    if (size && entries.reduce((sum, entry) => sum + size(entry), 0) > queue.settings.maximumBytes) {
      throw new AwsError(
        'BatchRequestTooLong',
        `Batch requests cannot be longer than ${queue.settings.maximumBytes} bytes.`,
      );
    }
    const Successful: Record<string, unknown>[] = [];
    const Failed: Record<string, unknown>[] = [];
    for (const entry of entries) {
      try {
        Successful.push({ Id: entry.Id, ...action(queue, entry) });
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
      }
    }
    return { Successful, Failed };
  };

const noSuchQueue = (): AwsError => new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');

/** Creates the SQS service (JSON protocol). */
export const createQueueService = ({
  clock,
  find,
  urlOf,
  list,
  redrive,
  authorize,
}: QueueServiceDependencies): LocalService => {
  /** An operation on the queue of `QueueUrl`, authorized as this IAM action. */
  const onQueue = <Shape extends z.ZodRawShape>(
    action: string,
    fields: z.ZodObject<Shape>,
    run: (queue: Queue, input: z.output<z.ZodObject<Shape>>) => unknown,
  ): JsonOperation =>
    operation(z.intersection(z.object({ QueueUrl: queueUrl }), fields), (input, caller) => {
      const queue = find(input.QueueUrl);
      if (!queue) throw noSuchQueue();
      authorize?.(caller, `sqs:${action}`, queue.arn);
      return run(queue, input);
    });

  return jsonService({
    signingName: 'sqs',
    invalid: ({ path, message }) => invalid(`Value for parameter ${path.join('.') || 'input'} is invalid. ${message}`),
    operations: {
      SendMessage: onQueue('SendMessage', sendFields, send),
      SendMessageBatch: onQueue('SendMessage', batchOf(sendFields), batch(send, sizeOf)),
      ReceiveMessage: onQueue('ReceiveMessage', receiveFields, receive),
      DeleteMessage: onQueue('DeleteMessage', handleFields, remove),
      DeleteMessageBatch: onQueue('DeleteMessage', batchOf(handleFields), batch(remove)),
      ChangeMessageVisibility: onQueue('ChangeMessageVisibility', handleFields, changeVisibility),
      ChangeMessageVisibilityBatch: onQueue('ChangeMessageVisibility', batchOf(handleFields), batch(changeVisibility)),
      GetQueueAttributes: onQueue('GetQueueAttributes', attributeFields, (queue, { AttributeNames }) => ({
        Attributes: queueAttributes(queue, AttributeNames),
      })),
      PurgeQueue: onQueue('PurgeQueue', noFields, (queue) => queue.purge()),
      GetQueueUrl: operation(getUrlInput, ({ QueueName }, caller) => {
        const queue = find(QueueName);
        if (!queue) throw noSuchQueue();
        authorize?.(caller, 'sqs:GetQueueUrl', queue.arn);
        return { QueueUrl: urlOf(queue.name) };
      }),
      ListQueues: operation(listInput, ({ QueueNamePrefix }, caller) => {
        authorize?.(caller, 'sqs:ListQueues', '*');
        return {
          QueueUrls: list()
            .filter(({ name }) => name.startsWith(QueueNamePrefix))
            .map(({ name }) => urlOf(name)),
        };
      }),
      ...createMoveTasks({ clock, find, list, redrive, ...(authorize ? { authorize } : {}) }),
    },
  });
};
