import { LOCAL_REGION } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { InvokeFunction, InvokeResult } from '../../invoke.ts';
import { StartError } from '../../start-error.ts';
import { failedItems, type Mapping, type MappingProperties, readMapping } from '../mapping-properties.ts';
import { md5, type MessageAttributes } from './message-digest.ts';
import type { StoredMessage } from './queue-journal.ts';
import { systemAttributes } from './queue-views.ts';
import type { Queue } from './queue.ts';

export interface SqsMappingOptions {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  readonly queue: Queue;
  /** Logical ID, for error messages. */
  readonly name: string;
  readonly properties: MappingProperties;
  /** The function's timeout. Lambda rejects a queue with a shorter visibility timeout. */
  readonly functionTimeoutSeconds?: number;
  /** Parallel batches when the template sets no MaximumConcurrency. */
  readonly concurrency?: number;
}

const messageAttributes = (attributes: MessageAttributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        ...(BinaryValue === undefined ? { stringValue: StringValue ?? '' } : { binaryValue: BinaryValue }),
        stringListValues: [],
        binaryListValues: [],
        dataType: DataType,
      },
    ]),
  );

/** A message as Lambda passes it to a function. */
export const sqsRecord = (message: Readonly<StoredMessage>, queueArn: string): Readonly<Record<string, unknown>> => ({
  messageId: message.id,
  receiptHandle: message.receiptHandle,
  body: message.body,
  attributes: systemAttributes(message),
  messageAttributes: messageAttributes(message.attributes),
  md5OfBody: md5(message.body),
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: LOCAL_REGION,
});

const parsedBody = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

/** Maximum batch size without a batching window, and with one; see CreateEventSourceMapping. */
const LARGEST = { plain: 10, windowed: 10_000 };
const RECEIVE_MAX = 10;
/** Lambda starts with five pollers; two keep a laptop's cores free. */
const CONCURRENCY = 2;

/**
 * Starts a mapping from a queue to a function. It sleeps until a message arrives or reappears. As in Lambda, a failed
 * message reappears after the rest of its visibility timeout, which is longer than any lease that the failed run holds.
 */
export const createSqsMapping = (options: SqsMappingOptions): Mapping => {
  const { clock, invoke, queue, name, properties, functionTimeoutSeconds = 0 } = options;
  const largest = properties.MaximumBatchingWindowInSeconds ? LARGEST.windowed : LARGEST.plain;
  const settings = readMapping(properties, name, ['ScalingConfig'], { standard: 10, largest });
  if (queue.settings.visibilityTimeout < functionTimeoutSeconds) {
    throw new StartError(
      `Event source mapping ${name}: the visibility timeout of queue ${queue.name} ` +
        `(${queue.settings.visibilityTimeout} s) is shorter than the timeout of ${settings.functionName} ` +
        `(${functionTimeoutSeconds} s).`,
    );
  }
  const abort = new AbortController();
  const { signal } = abort;

  const collect = async (): Promise<StoredMessage[]> => {
    const batch: StoredMessage[] = [];
    let deadline = Number.POSITIVE_INFINITY;
    while (batch.length < settings.batchSize && !signal.aborted) {
      const waitMs = batch.length === 0 ? Number.POSITIVE_INFINITY : deadline - clock.now();
      if (waitMs <= 0 && batch.length > 0) break;
      const found = await queue.receive({
        max: Math.min(RECEIVE_MAX, settings.batchSize - batch.length),
        waitMs,
        signal,
      });
      if (found.length === 0) break;
      if (batch.length === 0) deadline = clock.now() + settings.windowMs;
      for (const message of found) {
        if (settings.passes({ ...sqsRecord(message, queue.arn), body: parsedBody(message.body) })) batch.push(message);
        else queue.delete(message.receiptHandle ?? '');
      }
    }
    return batch;
  };

  const settle = (batch: readonly StoredMessage[], result: InvokeResult): void => {
    const ids = batch.map(({ id }) => id);
    const reported = settings.reportsFailures ? failedItems(result.payload, ids) : new Set<string>();
    for (const { id, receiptHandle = '' } of batch) {
      if (!result.error && reported !== 'all' && !reported.has(id)) queue.delete(receiptHandle);
      // When the local cloud stops, services that the function needs stop too: that is no failure of the message.
      else if (!signal.aborted) queue.fail(receiptHandle);
    }
  };

  const poll = async (): Promise<void> => {
    while (!signal.aborted) {
      const batch = await collect();
      if (batch.length === 0) continue;
      if (signal.aborted) {
        for (const { receiptHandle = '' } of batch) queue.changeVisibility(receiptHandle, 0);
        return;
      }
      const event = { Records: batch.map((message) => sqsRecord(message, queue.arn)) };
      const result = await invoke(settings.functionName, event).catch((error: unknown): InvokeResult => ({
        error: { errorType: 'Error', errorMessage: String(error) },
        logs: [],
      }));
      settle(batch, result);
    }
  };

  const pollers = settings.enabled
    ? Array.from({ length: properties.ScalingConfig?.MaximumConcurrency ?? options.concurrency ?? CONCURRENCY }, poll)
    : [];
  return {
    name,
    functionName: settings.functionName,
    sourceArn: settings.sourceArn,
    async stop() {
      abort.abort();
      await Promise.all(pollers);
    },
  };
};
