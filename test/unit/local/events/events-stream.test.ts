import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsError } from '../../../../infra/local/aws/service.ts';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { Mapping, MappingProperties } from '../../../../infra/local/events/mapping-properties.ts';
import { createQueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import {
  createStreamMapping,
  type StreamMappingOptions,
} from '../../../../infra/local/events/streams/stream-mapping.ts';
import type {
  StreamApiRecord,
  StreamShard,
  StreamSource,
} from '../../../../infra/local/events/streams/stream-source.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';

const STREAM = 'arn:aws:dynamodb:us-east-1:000000000000:table/Main/stream/2026-01-01T00:00:00.000';
const FAILED: InvokeResult = { error: { errorType: 'Error', errorMessage: 'broken' }, logs: [] };
const FAILURES = 'arn:aws:sqs:us-east-1:000000000000:failed';

const record = (sequence: number, kind = 'CONTENT'): StreamApiRecord => ({
  eventID: `event-${sequence}`,
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'ddblocal',
  dynamodb: {
    ApproximateCreationDateTime: Date.UTC(2026, 0, 1) / 1000,
    Keys: { pk: { S: `P${sequence}` } },
    NewImage: { pk: { S: `P${sequence}` }, type: { S: kind } },
    SequenceNumber: String(sequence),
    SizeBytes: 9,
    StreamViewType: 'NEW_IMAGE',
  },
});

/** A stream in memory: shards with records. An iterator is `shard:index`. */
const fakeStream = () => {
  const shards: { shard: StreamShard; records: StreamApiRecord[] }[] = [];
  const listeners = new Set<() => void>();
  const faults: Error[] = [];
  let looks = 0;
  const find = (id: string): { shard: StreamShard; records: StreamApiRecord[] } => {
    const found = shards.find(({ shard }) => shard.id === id);
    if (!found) throw new Error(`no shard ${id}`);
    return found;
  };
  const source: StreamSource = {
    async shards() {
      return shards.map(({ shard }) => shard);
    },
    async iterator(_arn, shardId, position) {
      const { records } = find(shardId);
      if (position.type === 'LATEST') return `${shardId}:${records.length}`;
      if (position.type === 'TRIM_HORIZON') return `${shardId}:0`;
      const index = records.findIndex(
        ({ dynamodb }) => 'sequenceNumber' in position && dynamodb.SequenceNumber === position.sequenceNumber,
      );
      if (index < 0) throw new AwsError('TrimmedDataAccessException', 'trimmed');
      return `${shardId}:${index + 1}`;
    },
    async records(iterator) {
      looks += 1;
      const fault = faults.shift();
      if (fault) throw fault;
      const [id = '', start = ''] = iterator.split(':');
      const { shard, records } = find(id);
      const page = records.slice(Number(start), Number(start) + 1000);
      return { records: page, ...(shard.closed ? {} : { next: `${id}:${records.length}` }) };
    },
    onWrite(_arn, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    source,
    faults,
    looks: () => looks,
    listeners,
    add: (id: string, parentId?: string) =>
      shards.push({ shard: { id, closed: false, ...(parentId === undefined ? {} : { parentId }) }, records: [] }),
    close(id: string) {
      const found = find(id);
      found.shard = { ...found.shard, closed: true };
    },
    write(id: string, ...records: StreamApiRecord[]) {
      find(id).records.push(...records);
      for (const listener of listeners) listener();
    },
  };
};

interface StreamEvent {
  readonly Records: readonly (StreamApiRecord & { readonly eventSourceARN: string })[];
}

const running: Mapping[] = [];
const stopAll = async (): Promise<void> => {
  await Promise.all(running.splice(0).map((mapping) => mapping.stop()));
};
afterEach(stopAll);

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
};

const setUp = () => {
  const clock = createManualClock();
  const queues = createQueueEngine({ clock, endpoint: () => 'http://127.0.0.1:1' });
  queues.createQueue({}, 'failed');
  const stream = fakeStream();
  stream.add('s1');
  const events: StreamEvent[] = [];
  let respond: (event: StreamEvent) => InvokeResult = () => ({ payload: null, logs: [] });
  const map = (properties: Partial<MappingProperties> = {}, options: Partial<StreamMappingOptions> = {}): void => {
    running.push(
      createStreamMapping({
        clock,
        queues,
        source: stream.source,
        name: 'Mapping',
        properties: { FunctionName: 'audit', EventSourceArn: STREAM, StartingPosition: 'LATEST', ...properties },
        fresh: true,
        async invoke(_name, payload) {
          events.push(payload as StreamEvent);
          return respond(payload as StreamEvent);
        },
        retryDelayMs: () => 100,
        ...options,
      }),
    );
  };
  const sequences = (): string[][] =>
    events.map(({ Records }) => Records.map(({ dynamodb }) => dynamodb.SequenceNumber));
  return { clock, queues, stream, events, sequences, map, answers: (next: typeof respond) => (respond = next) };
};

test('a new table is read from its beginning, in the shape of Lambda; a write wakes the mapping', async () => {
  const { clock, stream, events, sequences, map } = setUp();
  stream.write('s1', record(1));
  map();
  await settled();
  expect(events).toEqual([{ Records: [{ ...record(1), awsRegion: 'us-east-1', eventSourceARN: STREAM }] }]);
  await clock.advance(5000);
  stream.write('s1', record(2), record(3));
  await settled();
  expect(sequences()).toEqual([['1'], ['2', '3']]);
});

test('reads once a second when idle, and five times a second when active', async () => {
  const { clock, stream, map } = setUp();
  map();
  await clock.advance(10_000);
  await settled();
  const before = stream.looks();
  for (let second = 0; second < 10; second += 1) {
    await clock.advance(1000);
    await settled();
  }
  expect(stream.looks() - before).toBeLessThanOrEqual(10);
  const idle = stream.looks();
  for (let step = 1; step <= 100; step += 1) {
    stream.write('s1', record(step));
    await settled();
    await clock.advance(10);
    await settled();
  }
  expect(stream.looks() - idle).toBeLessThanOrEqual(7);
});

test('a write just after a read waits for the minimum time between reads, not for the maximum', async () => {
  const { clock, stream, sequences, map } = setUp();
  map();
  for (let turn = 0; turn < 10; turn += 1) {
    await clock.advance(1000);
    await settled();
  }
  const before = stream.looks();
  while (stream.looks() === before) {
    await clock.advance(10);
    await settled();
  }
  await clock.advance(50);
  stream.write('s1', record(1));
  await clock.advance(150);
  await settled();
  expect(sequences()).toEqual([['1']]);
});

test('the position survives a restart, and a stream without one starts at the template’s position', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-stream-'));
  try {
    const { clock, stream, sequences, map } = setUp();
    const positionsFile = join(folder, 'positions', 'Mapping.json');
    stream.write('s1', record(1));
    map({}, { fresh: false, positionsFile });
    await settled();
    expect(sequences()).toEqual([]);
    stream.write('s1', record(2));
    await settled();
    await clock.advance(1000);
    await settled();
    await stopAll();
    stream.write('s1', record(3));
    map({}, { fresh: false, positionsFile });
    await settled();
    expect(sequences()).toEqual([['2'], ['3']]);
    await stopAll();

    map({ StartingPosition: 'TRIM_HORIZON' }, { fresh: false, positionsFile: join(folder, 'other.json') });
    await settled();
    expect(sequences()[2]).toEqual(['1', '2', '3']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a child shard is read after its parent has ended', async () => {
  const { clock, stream, sequences, map } = setUp();
  stream.write('s1', record(1));
  map();
  await settled();
  stream.write('s1', record(2));
  stream.close('s1');
  stream.add('s2', 's1');
  stream.write('s2', record(3));
  for (let turn = 0; turn < 5; turn += 1) {
    await clock.advance(1000);
    await settled();
  }
  expect(sequences()).toEqual([['1'], ['2'], ['3']]);
});

test('an expired iterator is opened again after the last record', async () => {
  const { clock, stream, sequences, map } = setUp();
  stream.write('s1', record(1));
  map();
  await settled();
  stream.faults.push(new AwsError('ExpiredIteratorException', 'too old'));
  stream.write('s1', record(2));
  for (let turn = 0; turn < 3; turn += 1) {
    await clock.advance(1000);
    await settled();
  }
  expect(sequences()).toEqual([['1'], ['2']]);
});

test('filters skip records and advance the position', async () => {
  const { stream, sequences, map } = setUp();
  stream.write('s1', record(1, 'AUDIT'), record(2), record(3, 'AUDIT'), record(4));
  map({
    BatchSize: 2,
    FilterCriteria: {
      Filters: [{ Pattern: '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"type":{"S":["AUDIT"]}}}}' }],
    },
  });
  await settled();
  expect(sequences()).toEqual([['1', '3']]);
});

test('a failing batch is retried before later records until its attempts are used up, then reported', async () => {
  const { clock, queues, stream, sequences, map, answers } = setUp();
  answers(({ Records }) =>
    Records.some(({ dynamodb }) => dynamodb.SequenceNumber === '1') ? FAILED : { payload: null, logs: [] },
  );
  stream.write('s1', record(1), record(2));
  map({ BatchSize: 1, MaximumRetryAttempts: 2, DestinationConfig: { OnFailure: { Destination: FAILURES } } });
  await settled();
  for (let turn = 0; turn < 5; turn += 1) {
    await clock.advance(100);
    await settled();
  }
  expect(sequences()).toEqual([['1'], ['1'], ['1'], ['2']]);
  expect(JSON.parse(queues.messages('failed')[0]?.body ?? '')).toMatchObject({
    requestContext: {
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: 3,
      functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:audit',
    },
    DDBStreamBatchInfo: {
      shardId: 's1',
      startSequenceNumber: '1',
      endSequenceNumber: '1',
      batchSize: 1,
      streamArn: STREAM,
    },
  });
});

test('bisecting finds the one bad record', async () => {
  const { clock, queues, stream, sequences, map, answers } = setUp();
  answers(({ Records }) =>
    Records.some(({ dynamodb }) => dynamodb.SequenceNumber === '3') ? FAILED : { payload: null, logs: [] },
  );
  stream.write('s1', ...[1, 2, 3, 4].map((sequence) => record(sequence)));
  map({
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 0,
    DestinationConfig: { OnFailure: { Destination: FAILURES } },
  });
  await settled();
  await clock.advance(1000);
  expect(sequences()).toEqual([['1', '2', '3', '4'], ['1', '2'], ['3', '4'], ['3'], ['4']]);
  expect(queues.messages('failed')).toHaveLength(1);
});

test('a retry starts at the reported failure', async () => {
  const { clock, stream, sequences, map, answers } = setUp();
  let failing = true;
  answers(({ Records }) => ({
    payload: { batchItemFailures: failing ? [{ itemIdentifier: Records.at(-2)?.dynamodb.SequenceNumber }] : [] },
    logs: [],
  }));
  stream.write('s1', record(1), record(2), record(3));
  map({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
  await settled();
  failing = false;
  await clock.advance(100);
  await settled();
  expect(sequences()).toEqual([
    ['1', '2', '3'],
    ['2', '3'],
  ]);
});

test('stops during a retry, and unsubscribes from writes', async () => {
  const { stream, sequences, map, answers } = setUp();
  answers(() => FAILED);
  stream.write('s1', record(1));
  map();
  await settled();
  await stopAll();
  expect(stream.listeners.size).toBe(0);
  expect(sequences()).toEqual([['1']]);
});

test('rejects a destination that does not exist', () => {
  const { map } = setUp();
  expect(() =>
    map({ DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:000000000000:none' } } }),
  ).toThrow(/Mapping: its destination/);
});
