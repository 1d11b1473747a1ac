import { AwsError, LOCAL_REGION } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { InvokeFunction } from '../../invoke.ts';
import { StartError } from '../../start-error.ts';
import { type Mapping, type MappingProperties, readMapping } from '../mapping-properties.ts';
import type { QueueSender } from '../queues/queue-engine.ts';
import { createBatchDelivery } from './stream-batch.ts';
import { createStreamPositions } from './stream-positions.ts';
import type { StreamApiRecord, StreamShard, StreamSource } from './stream-source.ts';

/** What a stream's mapping works with. */
export interface StreamMappingOptions {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  readonly source: StreamSource;
  readonly queues: QueueSender;
  /** Logical id, for messages and files. */
  readonly name: string;
  readonly properties: MappingProperties;
  /** True when this start made the table: then everything in the stream is new, whatever StartingPosition says. */
  readonly fresh: boolean;
  /** Where the read position is kept; it ends with the process when left out. */
  readonly positionsFile?: string;
  /** Wait before a retry of a failed batch, in milliseconds, by the number of tries so far (from 1). */
  readonly retryDelayMs?: (attempts: number) => number;
}

/** A stream record as Lambda hands it to a function. */
export const streamRecord = (record: StreamApiRecord, streamArn: string): Readonly<Record<string, unknown>> => ({
  eventID: record.eventID,
  eventName: record.eventName,
  eventVersion: record.eventVersion,
  eventSource: 'aws:dynamodb',
  awsRegion: LOCAL_REGION,
  dynamodb: record.dynamodb,
  eventSourceARN: streamArn,
  ...(record.userIdentity
    ? { userIdentity: { principalId: record.userIdentity.PrincipalId, type: record.userIdentity.Type } }
    : {}),
});

/** Shortest time between two looks at a stream; Lambda looks four times a second. */
const ACTIVE_MS = 200;
/** Time between looks when nothing was written through our front; only deletes by time to live come unannounced. */
const IDLE_MS = 1000;
/** Doubling, up to half a minute. */
const standardDelay = (attempts: number): number => Math.min(30_000, 500 * 2 ** attempts);
const LARGEST_BATCH = 10_000;
const OWN = [
  'StartingPosition',
  'MaximumRetryAttempts',
  'MaximumRecordAgeInSeconds',
  'BisectBatchOnFunctionError',
  'ParallelizationFactor',
  'DestinationConfig',
];

/** One shard that is being read. */
interface Reader {
  readonly shard: StreamShard;
  iterator: string | undefined;
  done: boolean;
  /** Read and not yet delivered. */
  buffer: StreamApiRecord[];
  bufferedAt: number;
}

const isCode = (error: unknown, code: string): boolean => error instanceof AwsError && error.code === code;

/** Starts a mapping from a DynamoDB stream to a function. A write wakes it; otherwise it looks once a second. */
export const createStreamMapping = (options: StreamMappingOptions): Mapping => {
  const { clock, invoke, source, queues, name, properties, fresh } = options;
  const settings = readMapping(properties, name, OWN, { standard: 100, largest: LARGEST_BATCH });
  const { sourceArn } = settings;
  const destination = properties.DestinationConfig?.OnFailure?.Destination;
  if (destination !== undefined && !queues.has(destination)) {
    throw new StartError(
      `Event source mapping ${name}: its destination ${destination} is not a queue of the template.`,
    );
  }
  const positions = createStreamPositions(sourceArn, options.positionsFile);
  const fromNowOn = !fresh && properties.StartingPosition === 'LATEST' && positions.isEmpty();
  const ending = new AbortController();
  const { signal } = ending;

  /** Ends early when the mapping stops; `wakeable` takes a function that ends it too. */
  const sleep = (ms: number, wakeable?: (finish: () => void) => void): Promise<void> =>
    new Promise((done) => {
      if (signal.aborted) return done();
      const finish = (): void => {
        cancel();
        signal.removeEventListener('abort', finish);
        done();
      };
      const cancel = clock.after(ms, finish);
      signal.addEventListener('abort', finish);
      wakeable?.(finish);
    });

  const deliver = createBatchDelivery({
    clock,
    invoke,
    queues,
    settings,
    positions,
    sleep: (ms) => sleep(ms),
    signal,
    toRecord: (record) => streamRecord(record, sourceArn),
    retryDelayMs: options.retryDelayMs ?? standardDelay,
    maximumRetries: properties.MaximumRetryAttempts ?? -1,
    maximumAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
    bisects: properties.BisectBatchOnFunctionError ?? false,
    ...(destination === undefined ? {} : { destination }),
  });

  let readers: Reader[] = [];
  let known = false;

  const discover = async (): Promise<void> => {
    const first = !known;
    const shards = await source.shards(sourceArn);
    readers = shards.map((shard) => {
      const old = readers.find((reader) => reader.shard.id === shard.id);
      return old ?? { shard, iterator: undefined, done: first && fromNowOn && shard.closed, buffer: [], bufferedAt: 0 };
    });
    positions.retain(shards.map(({ id }) => id));
    known = true;
    initial = first ? new Set(shards.map(({ id }) => id)) : initial;
  };
  let initial: ReadonlySet<string> = new Set();

  const open = async ({ shard }: Reader): Promise<string> => {
    const sequenceNumber = positions.get(shard.id);
    const start = fromNowOn && initial.has(shard.id) ? 'LATEST' : 'TRIM_HORIZON';
    if (sequenceNumber === undefined) return source.iterator(sourceArn, shard.id, { type: start });
    try {
      return await source.iterator(sourceArn, shard.id, { type: 'AFTER_SEQUENCE_NUMBER', sequenceNumber });
    } catch (error) {
      if (isCode(error, 'TrimmedDataAccessException'))
        return source.iterator(sourceArn, shard.id, { type: 'TRIM_HORIZON' });
      throw error;
    }
  };

  /**
   * Delivers what is ready of a buffer: full batches, and the rest once its window has passed or the shard has ended.
   */
  const flush = async (reader: Reader): Promise<void> => {
    while (reader.buffer.length > 0 && !signal.aborted) {
      let cut = 0;
      const passing: StreamApiRecord[] = [];
      while (cut < reader.buffer.length && passing.length < settings.batchSize) {
        const record = reader.buffer[cut];
        if (record && settings.passes(streamRecord(record, sourceArn))) passing.push(record);
        cut += 1;
      }
      const waits =
        passing.length > 0 &&
        passing.length < settings.batchSize &&
        clock.now() < reader.bufferedAt + settings.windowMs;
      if (waits && reader.iterator !== undefined) return;
      if (passing.length > 0 && !(await deliver(reader.shard.id, passing))) return;
      const last = reader.buffer[cut - 1];
      if (last) positions.set(reader.shard.id, last.dynamodb.SequenceNumber);
      reader.buffer = reader.buffer.slice(cut);
    }
  };

  /** Reads one page of a shard; says whether there was anything. */
  const look = async (reader: Reader): Promise<boolean> => {
    reader.iterator ??= await open(reader);
    try {
      const page = await source.records(reader.iterator);
      if (page.records.length > 0 && reader.buffer.length === 0) reader.bufferedAt = clock.now();
      reader.buffer.push(...page.records);
      reader.iterator = page.next;
      await flush(reader);
      reader.done = page.next === undefined && reader.buffer.length === 0;
      return page.records.length > 0 || reader.done;
    } catch (error) {
      if (!isCode(error, 'ExpiredIteratorException') && !isCode(error, 'TrimmedDataAccessException')) throw error;
      reader.iterator = undefined;
      reader.buffer = [];
      return true;
    }
  };

  const lookAtAll = async (): Promise<boolean> => {
    if (!known || readers.some(({ done }) => done)) await discover();
    let found = false;
    for (const reader of readers) {
      const parent = readers.find(({ shard }) => shard.id === reader.shard.parentId);
      if (reader.done || (parent && !parent.done)) continue;
      if (signal.aborted) return found;
      found = (await look(reader)) || found;
    }
    return found;
  };

  let written = false;
  let lastLook = 0;
  let wake = (): void => undefined;
  const stopListening = source.onWrite(sourceArn, () => {
    if (written) return;
    written = true;
    const wait = lastLook + ACTIVE_MS - clock.now();
    // The sleep of this moment, not the one of then: that may be a longer one, for good reasons.
    if (wait <= 0) wake();
    else clock.after(wait, wake);
  });

  const run = async (): Promise<void> => {
    let idleMs = ACTIVE_MS;
    let complained = false;
    while (!signal.aborted) {
      lastLook = clock.now();
      written = false;
      let found = false;
      try {
        found = await lookAtAll();
        complained = false;
      } catch (error) {
        if (!signal.aborted && !complained)
          console.error(`Reading the stream for ${settings.functionName} failed: ${String(error)}`);
        complained = true;
      }
      idleMs = found ? ACTIVE_MS : Math.min(IDLE_MS, idleMs * 2);
      const active = found || written;
      await sleep(active ? Math.max(0, lastLook + ACTIVE_MS - clock.now()) : idleMs, (finish) => {
        wake = finish;
      });
    }
  };

  const running = settings.enabled ? run() : Promise.resolve();
  return {
    name,
    functionName: settings.functionName,
    sourceArn,
    async stop() {
      stopListening();
      ending.abort();
      await running;
    },
  };
};
