import { AwsError, LOCAL_REGION } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { InvokeFunction } from '../../invoke.ts';
import { StartError } from '../../start-error.ts';
import { type Mapping, type MappingProperties, type MappingSettings, readMapping } from '../mapping-properties.ts';
import type { QueueSender } from '../queues/queue-engine.ts';
import { createBatchDelivery, type DeliverBatch } from './stream-batch.ts';
import { createStreamPositions, type StreamPositions } from './stream-positions.ts';
import type { StreamApiRecord, StreamShard, StreamSource } from './stream-source.ts';

export interface StreamMappingOptions {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  readonly source: StreamSource;
  readonly queues: QueueSender;
  /** Logical ID, for messages and files. */
  readonly name: string;
  readonly properties: MappingProperties;
  /** Whether this start created the table. Then every record is new, whatever StartingPosition is. */
  readonly fresh: boolean;
  /** File of the read positions. Without it, they are kept in memory. */
  readonly positionsFile?: string;
  /** Called with the age of each delivered batch's last record, in milliseconds. */
  readonly onBatch?: (ageMs: number) => void;
  /** Delay before a failed batch is retried, in milliseconds, by the number of attempts so far (from 1). */
  readonly retryDelayMs?: (attempts: number) => number;
}

/** A stream record as Lambda passes it to a function. */
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

/** Minimum time between two reads of a stream. Lambda polls four times per second. */
const ACTIVE_MS = 200;
/** Time between reads when the local cloud wrote nothing. Only deletes by time to live are not reported as writes. */
const IDLE_MS = 1000;
/** Doubles with each attempt, up to 30 seconds. */
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
  /** Records that were read but not delivered yet. */
  buffer: StreamApiRecord[];
  bufferedAt: number;
}

/** State of one mapping. */
interface State {
  readonly clock: Clock;
  readonly source: StreamSource;
  readonly settings: MappingSettings;
  readonly positions: StreamPositions;
  readonly signal: AbortSignal;
  readonly deliver: DeliverBatch;
  /** Skip the records from before the first start. */
  readonly startsAtLatest: boolean;
  readers: Reader[];
  discovered: boolean;
  /** IDs of the shards that the first discovery found. */
  initialShards: ReadonlySet<string>;
  /** Whether the stream was written to since the last read. */
  written: boolean;
  /** Start of the last read, epoch milliseconds. */
  lastReadAt: number;
  /** Ends the current sleep. */
  wake: () => void;
}

const isCode = (error: unknown, code: string): boolean => error instanceof AwsError && error.code === code;

/** Resolves after a delay, or when the mapping stops. `onStart` receives a function that ends it early. */
const sleep = (
  { clock, signal }: Pick<State, 'clock' | 'signal'>,
  ms: number,
  onStart?: (finish: () => void) => void,
): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) return done();
    const finish = (): void => {
      cancel();
      signal.removeEventListener('abort', finish);
      done();
    };
    const cancel = clock.after(ms, finish);
    signal.addEventListener('abort', finish);
    onStart?.(finish);
  });

/** Updates the readers to the stream's current shards. */
const discoverShards = async (state: State): Promise<void> => {
  const first = !state.discovered;
  const shards = await state.source.shards(state.settings.sourceArn);
  state.readers = shards.map((shard) => {
    const existing = state.readers.find((reader) => reader.shard.id === shard.id);
    const done = first && state.startsAtLatest && shard.closed;
    return existing ?? { shard, iterator: undefined, done, buffer: [], bufferedAt: 0 };
  });
  state.positions.retain(shards.map(({ id }) => id));
  state.discovered = true;
  if (first) state.initialShards = new Set(shards.map(({ id }) => id));
};

const openIterator = async (
  { source, settings: { sourceArn }, positions, startsAtLatest, initialShards }: State,
  { shard }: Reader,
): Promise<string> => {
  const sequenceNumber = positions.get(shard.id);
  const start = startsAtLatest && initialShards.has(shard.id) ? 'LATEST' : 'TRIM_HORIZON';
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
 * Delivers the full batches of a buffer, and the rest after the batching window or at the end of the shard.
 */
const flush = async ({ clock, settings, positions, signal, deliver }: State, reader: Reader): Promise<void> => {
  while (reader.buffer.length > 0 && !signal.aborted) {
    let cut = 0;
    const batch: StreamApiRecord[] = [];
    while (cut < reader.buffer.length && batch.length < settings.batchSize) {
      const record = reader.buffer[cut];
      if (record && settings.passes(streamRecord(record, settings.sourceArn))) batch.push(record);
      cut += 1;
    }
    const waits =
      batch.length > 0 && batch.length < settings.batchSize && clock.now() < reader.bufferedAt + settings.windowMs;
    if (waits && reader.iterator !== undefined) return;
    if (batch.length > 0 && !(await deliver(reader.shard.id, batch))) return;
    const last = reader.buffer[cut - 1];
    if (last) positions.set(reader.shard.id, last.dynamodb.SequenceNumber);
    reader.buffer = reader.buffer.slice(cut);
  }
};

/** Reads one page of a shard. Returns whether there may be more to read now. */
const readPage = async (state: State, reader: Reader): Promise<boolean> => {
  reader.iterator ??= await openIterator(state, reader);
  try {
    const page = await state.source.records(reader.iterator);
    if (page.records.length > 0 && reader.buffer.length === 0) reader.bufferedAt = state.clock.now();
    reader.buffer.push(...page.records);
    reader.iterator = page.next;
    await flush(state, reader);
    reader.done = page.next === undefined && reader.buffer.length === 0;
    return page.records.length > 0 || reader.done;
  } catch (error) {
    if (!isCode(error, 'ExpiredIteratorException') && !isCode(error, 'TrimmedDataAccessException')) throw error;
    reader.iterator = undefined;
    reader.buffer = [];
    return true;
  }
};

/** Reads a page of every open shard, children after their parents. Returns whether there may be more to read now. */
const readShards = async (state: State): Promise<boolean> => {
  if (!state.discovered || state.readers.some(({ done }) => done)) await discoverShards(state);
  let found = false;
  for (const reader of state.readers) {
    const parent = state.readers.find(({ shard }) => shard.id === reader.shard.parentId);
    if (reader.done || (parent && !parent.done)) continue;
    if (state.signal.aborted) return found;
    found = (await readPage(state, reader)) || found;
  }
  return found;
};

/** Ends the sleep after a write, but not before the minimum time between reads. Returns a function that stops it. */
const wakeOnWrite = (state: State): (() => void) =>
  state.source.onWrite(state.settings.sourceArn, () => {
    if (state.written) return;
    state.written = true;
    const wait = state.lastReadAt + ACTIVE_MS - state.clock.now();
    if (wait <= 0) state.wake();
    // Ends the current sleep only: a later one may be longer for a reason.
    else state.clock.after(wait, state.wake);
  });

const poll = async (state: State): Promise<void> => {
  const { clock, settings, signal } = state;
  let idleMs = ACTIVE_MS;
  let hasReportedError = false;
  while (!signal.aborted) {
    state.lastReadAt = clock.now();
    state.written = false;
    let found = false;
    try {
      found = await readShards(state);
      hasReportedError = false;
    } catch (error) {
      if (!signal.aborted && !hasReportedError)
        console.error(`Reading the stream for ${settings.functionName} failed: ${String(error)}`);
      hasReportedError = true;
    }
    idleMs = found ? ACTIVE_MS : Math.min(IDLE_MS, idleMs * 2);
    const active = found || state.written;
    await sleep(state, active ? Math.max(0, state.lastReadAt + ACTIVE_MS - clock.now()) : idleMs, (finish) => {
      state.wake = finish;
    });
  }
};

const createState = (options: StreamMappingOptions, settings: MappingSettings, signal: AbortSignal): State => {
  const { clock, invoke, source, queues, name, properties, fresh } = options;
  const { sourceArn } = settings;
  const destination = properties.DestinationConfig?.OnFailure?.Destination;
  if (destination !== undefined && !queues.has(destination)) {
    throw new StartError(
      `Event source mapping ${name}: its destination ${destination} is not a queue of the template.`,
    );
  }
  const positions = createStreamPositions(sourceArn, options.positionsFile);
  const deliver = createBatchDelivery({
    clock,
    invoke,
    queues,
    settings,
    positions,
    sleep: (ms) => sleep({ clock, signal }, ms),
    signal,
    toRecord: (record) => streamRecord(record, sourceArn),
    retryDelayMs: options.retryDelayMs ?? standardDelay,
    maximumRetries: properties.MaximumRetryAttempts ?? -1,
    maximumAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
    bisects: properties.BisectBatchOnFunctionError ?? false,
    ...(options.onBatch ? { onBatch: options.onBatch } : {}),
    ...(destination === undefined ? {} : { destination }),
  });
  return {
    clock,
    source,
    settings,
    positions,
    signal,
    deliver,
    startsAtLatest: !fresh && properties.StartingPosition === 'LATEST' && positions.isEmpty(),
    readers: [],
    discovered: false,
    initialShards: new Set(),
    written: false,
    lastReadAt: 0,
    wake: () => undefined,
  };
};

/** Starts a mapping from a DynamoDB stream to a function. It reads after each write, otherwise once a second. */
export const createStreamMapping = (options: StreamMappingOptions): Mapping => {
  const { name, properties } = options;
  const settings = readMapping(properties, name, OWN, { standard: 100, largest: LARGEST_BATCH });
  const abort = new AbortController();
  const state = createState(options, settings, abort.signal);
  const unsubscribe = wakeOnWrite(state);
  const running = settings.enabled ? poll(state) : Promise.resolve();
  return {
    name,
    functionName: settings.functionName,
    sourceArn: settings.sourceArn,
    async stop() {
      unsubscribe();
      abort.abort();
      await running;
    },
  };
};
