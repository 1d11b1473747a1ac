import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { InvokeFunction, InvokeResult } from '../../invoke.ts';
import { functionArn } from '../async-invoke.ts';
import { failedItems, type MappingSettings } from '../mapping-properties.ts';
import type { QueueSender } from '../queues/queue-engine.ts';
import type { StreamPositions } from './stream-positions.ts';
import type { StreamApiRecord } from './stream-source.ts';

/** Dependencies of one stream mapping's deliveries. */
export interface BatchDeliveryOptions {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  readonly queues: QueueSender;
  readonly settings: MappingSettings;
  readonly positions: StreamPositions;
  /** Waits; resolves early when the mapping stops. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly toRecord: (record: StreamApiRecord) => unknown;
  readonly retryDelayMs: (attempts: number) => number;
  /** -1 means no limit. */
  readonly maximumRetries: number;
  /** -1 means no limit. */
  readonly maximumAgeSeconds: number;
  readonly bisects: boolean;
  /** Called with the age of each delivered batch's last record, in milliseconds. */
  readonly onBatch?: (ageMs: number) => void;
  /** ARN of the queue for batches that failed. */
  readonly destination?: string;
}

/** Delivers records in order until all are settled. False when the mapping stopped before that. */
export type DeliverBatch = (shardId: string, records: readonly StreamApiRecord[]) => Promise<boolean>;

type GiveUpReason = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

const isoTime = (seconds: number | undefined): string => new Date((seconds ?? 0) * 1000).toISOString();

/** DynamoDB Local rounds a record's time down to the minute, so records look older than they are. */
const TIME_ROUNDING_SECONDS = 60;

/**
 * Creates the delivery of a stream mapping: retries, bisects, checkpoints at the first reported failure, and sends
 * failed batches to the destination.
 */
export const createBatchDelivery = (options: BatchDeliveryOptions): DeliverBatch => {
  const { clock, invoke, queues, settings, positions, sleep, signal, toRecord } = options;

  const giveUp = (
    shardId: string,
    records: readonly StreamApiRecord[],
    condition: GiveUpReason,
    attempts: number,
    failed: boolean,
  ): void => {
    const [first, last] = [records[0]?.dynamodb, records.at(-1)?.dynamodb];
    if (options.destination === undefined) {
      console.error(`${settings.functionName} gave up ${records.length} stream records (${condition}).`);
      return;
    }
    const body = {
      requestContext: {
        requestId: randomUUID(),
        functionArn: functionArn(settings.functionName),
        condition,
        approximateInvokeCount: attempts,
      },
      ...(failed
        ? { responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' } }
        : {}),
      version: '1.0',
      timestamp: new Date(clock.now()).toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: first?.SequenceNumber,
        endSequenceNumber: last?.SequenceNumber,
        approximateArrivalOfFirstRecord: isoTime(first?.ApproximateCreationDateTime),
        approximateArrivalOfLastRecord: isoTime(last?.ApproximateCreationDateTime),
        batchSize: records.length,
        streamArn: settings.sourceArn,
      },
    };
    queues.sendTo(options.destination, { body: JSON.stringify(body) });
  };

  /** Index of the first record to deliver again, or undefined when all succeeded. */
  const firstFailure = (result: InvokeResult, records: readonly StreamApiRecord[]): number | undefined => {
    if (result.error) return 0;
    if (!settings.reportsFailures) return undefined;
    const ids = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    const reported = failedItems(result.payload, ids);
    if (reported === 'all') return 0;
    const index = ids.findIndex((id) => reported.has(id));
    return index < 0 ? undefined : index;
  };

  const isTooOld = (record: StreamApiRecord | undefined): boolean =>
    options.maximumAgeSeconds >= 0 &&
    record?.dynamodb.ApproximateCreationDateTime !== undefined &&
    clock.now() / 1000 - record.dynamodb.ApproximateCreationDateTime >
      options.maximumAgeSeconds + TIME_ROUNDING_SECONDS;

  /** The age that a record has at least. */
  const certainAgeMs = (record: StreamApiRecord | undefined): number => {
    const created = record?.dynamodb.ApproximateCreationDateTime;
    return created === undefined ? 0 : Math.max(0, clock.now() - (created + TIME_ROUNDING_SECONDS) * 1000);
  };

  const deliver: DeliverBatch = async (shardId, records) => {
    let remaining = records;
    let attempts = 0;
    while (!signal.aborted) {
      if (isTooOld(remaining.at(-1))) {
        giveUp(shardId, remaining, 'RecordAgeExceeded', attempts, attempts > 0);
        return true;
      }
      options.onBatch?.(certainAgeMs(remaining.at(-1)));
      const result = await invoke(settings.functionName, { Records: remaining.map(toRecord) }).catch(
        (error: unknown): InvokeResult => ({ error: { errorType: 'Error', errorMessage: String(error) }, logs: [] }),
      );
      const failedAt = firstFailure(result, remaining);
      if (failedAt === undefined) return true;
      attempts += 1;
      const settled = remaining[failedAt - 1];
      if (settled) {
        positions.set(shardId, settled.dynamodb.SequenceNumber);
        remaining = remaining.slice(failedAt);
        attempts = 1;
      }
      if (options.bisects && remaining.length > 1) {
        const middle = Math.ceil(remaining.length / 2);
        return (await deliver(shardId, remaining.slice(0, middle))) && deliver(shardId, remaining.slice(middle));
      }
      if (options.maximumRetries >= 0 && attempts > options.maximumRetries) {
        giveUp(shardId, remaining, 'RetryAttemptsExhausted', attempts, true);
        return true;
      }
      await sleep(options.retryDelayMs(attempts));
    }
    return false;
  };
  return deliver;
};
