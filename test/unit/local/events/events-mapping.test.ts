import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { Mapping, MappingProperties } from '../../../../infra/local/events/mapping-properties.ts';
import { createQueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import { createSqsMapping, type SqsMappingOptions } from '../../../../infra/local/events/queues/sqs-mapping.ts';
import type { Queue } from '../../../../infra/local/events/queues/queue.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';
import {
  isLeased,
  newAttempt,
  START_TIME_MS,
  takeOver,
  withJob,
  type Attempt,
} from '../../../../lambdas/domain/conversion/attempt.ts';

const OK: InvokeResult = { payload: null, logs: [] };
const FAILED: InvokeResult = { error: { errorType: 'Error', errorMessage: 'broken' }, logs: [] };
const SOURCE = 'arn:aws:sqs:us-east-1:000000000000:jobs';

interface SqsEvent {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    readonly attributes: Readonly<Record<string, string>>;
  }[];
}

const running: Mapping[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((mapping) => mapping.stop()));
});

const setUp = () => {
  const clock = createManualClock();
  const engine = createQueueEngine({ clock, endpoint: () => 'http://127.0.0.1:1' });
  engine.createQueue({}, 'failed');
  engine.createQueue(
    { RedrivePolicy: { deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:failed', maxReceiveCount: 2 } },
    'jobs',
  );
  const queue = engine.find('jobs');
  if (!queue) throw new Error('no queue');
  const events: SqsEvent[] = [];
  let respond: (event: SqsEvent) => InvokeResult | Promise<InvokeResult> = () => OK;
  const map = (properties: Partial<MappingProperties> = {}, options: Partial<SqsMappingOptions> = {}): void => {
    running.push(
      createSqsMapping({
        clock,
        queue,
        name: 'Mapping',
        properties: { FunctionName: 'ingest', EventSourceArn: SOURCE, ...properties },
        async invoke(_name, payload) {
          events.push(payload as SqsEvent);
          return respond(payload as SqsEvent);
        },
        concurrency: 1,
        ...options,
      }),
    );
  };
  const bodies = (): string[][] => events.map(({ Records }) => Records.map(({ body }) => body));
  return { clock, engine, queue, events, bodies, map, answers: (next: typeof respond) => (respond = next) };
};

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

test('messages arrive in the shape of Lambda and are deleted after success', async () => {
  const { queue, events, map } = setUp();
  map();
  queue.send({
    body: '{"a":1}',
    attributes: { kind: { DataType: 'String', StringValue: 'x' }, raw: { DataType: 'Binary', BinaryValue: 'AQI=' } },
  });
  await settled();
  const id = events[0]?.Records[0]?.messageId;
  expect(events).toEqual([
    {
      Records: [
        {
          messageId: id,
          receiptHandle: expect.any(String) as unknown,
          body: '{"a":1}',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: '1767225600000',
            SenderId: '000000000000',
            ApproximateFirstReceiveTimestamp: '1767225600000',
          },
          messageAttributes: {
            kind: { stringValue: 'x', stringListValues: [], binaryListValues: [], dataType: 'String' },
            raw: { binaryValue: 'AQI=', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
          },
          md5OfBody: 'bb6cb5c68df4652941caf652a366f2d8',
          eventSource: 'aws:sqs',
          eventSourceARN: SOURCE,
          awsRegion: 'us-east-1',
        },
      ],
    },
  ]);
  expect(queue.counts()).toEqual({ available: 0, inFlight: 0, delayed: 0 });
});

test('after an error all messages reappear, and finally go to the dead-letter queue', async () => {
  const { clock, engine, queue, bodies, map, answers } = setUp();
  answers(() => FAILED);
  for (const body of ['a', 'b']) queue.send({ body });
  map();
  await settled();
  expect(bodies()).toEqual([['a', 'b']]);
  await clock.advance(29_999);
  expect(bodies()).toHaveLength(1);
  await clock.advance(1);
  expect(bodies()).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  await clock.advance(30_000);
  expect(bodies()).toHaveLength(2);
  expect(engine.messages('failed').map(({ body }) => body)).toEqual(['a', 'b']);
});

test('only the reported messages are delivered again, after their visibility timeout', async () => {
  const { clock, queue, bodies, map, answers } = setUp();
  answers(({ Records }) => ({
    payload: {
      batchItemFailures: Records.filter(({ body }) => body === 'b').map(({ messageId }) => ({
        itemIdentifier: messageId,
      })),
    },
    logs: [],
  }));
  for (const body of ['a', 'b', 'c']) queue.send({ body });
  map({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
  await settled();
  expect(queue.counts()).toEqual({ available: 0, inFlight: 1, delayed: 0 });
  await clock.advance(29_999);
  expect(bodies()).toEqual([['a', 'b', 'c']]);
  await clock.advance(1);
  expect(bodies()).toEqual([['a', 'b', 'c'], ['b']]);
});

test('a message whose worker was killed between claim and job is taken over, not dead-lettered', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'soundstage-killed-'));
  const clock = createManualClock();
  /** As the template defines the queue of the ingest worker, whose timeout is 60 s. */
  const start = () => {
    const engine = createQueueEngine({ clock, dataDir, endpoint: () => 'http://127.0.0.1:1' });
    const dead = engine.createQueue({}, 'dead');
    engine.createQueue(
      { VisibilityTimeout: 360, RedrivePolicy: { deadLetterTargetArn: dead.arn, maxReceiveCount: 5 } },
      'uploads',
    );
    const queue = engine.find('uploads');
    if (!queue) throw new Error('no queue');
    return { engine, queue };
  };
  const attempts: Attempt[] = [];
  const ids = { contentId: 'cnt_1', uploadId: 'up1', sourceKey: 'uploads/x/up1', versionId: 'v1', attempt: 1 };
  let runs = 0;
  /** Claims like the ingest worker. The first one is killed: it neither creates a job nor reports an end. */
  const invoke = (): Promise<InvokeResult> => {
    runs += 1;
    const [claim] = attempts;
    if (claim && isLeased(claim, clock.now())) return Promise.resolve(FAILED);
    if (claim) attempts[0] = withJob(takeOver(claim, clock.now()), 'job-1', clock.now());
    else attempts.push(newAttempt(ids, clock.now(), true, START_TIME_MS));
    return claim ? Promise.resolve(OK) : new Promise(() => undefined);
  };
  const map = (queue: Queue): Mapping =>
    createSqsMapping({
      clock,
      queue,
      name: 'Mapping',
      invoke,
      properties: { FunctionName: 'ingest', EventSourceArn: queue.arn },
    });
  try {
    const killed = start();
    const mapping = map(killed.queue);
    killed.queue.send({ body: 'a' });
    await settled();
    void mapping.stop();
    killed.engine.stop();

    await clock.advance(1000);
    const { engine, queue } = start();
    running.push(map(queue));
    await settled();
    // The claim of the killed worker has not expired.
    expect([runs, attempts[0]?.state]).toEqual([2, 'claimed']);
    await clock.advance(360_000);
    expect([runs, attempts[0]?.state, queue.counts(), engine.messages('dead')]).toEqual([
      3,
      'submitted',
      { available: 0, inFlight: 0, delayed: 0 },
      [],
    ]);
    engine.stop();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

test.each<[string, unknown, number]>([
  ['an unknown id', { batchItemFailures: [{ itemIdentifier: 'other' }] }, 1],
  ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }, 1],
  ['something else than a report', 'done', 1],
  ['an empty report', {}, 0],
  ['no report', null, 0],
])('%s', async (_name, payload, remaining) => {
  const { queue, map, answers } = setUp();
  answers(() => ({ payload, logs: [] }));
  queue.send({ body: 'a' });
  map({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
  await settled();
  expect(queue.counts().inFlight).toBe(remaining);
});

test('a report counts only when the template enables it', async () => {
  const { queue, map, answers } = setUp();
  answers(({ Records }) => ({ payload: { batchItemFailures: [{ itemIdentifier: Records[0]?.messageId }] }, logs: [] }));
  queue.send({ body: 'a' });
  map();
  await settled();
  expect(queue.counts()).toEqual({ available: 0, inFlight: 0, delayed: 0 });
});

test('BatchSize limits a batch, and a batching window fills it', async () => {
  const small = setUp();
  for (const body of ['a', 'b', 'c']) small.queue.send({ body });
  small.map({ BatchSize: 2 });
  await settled();
  expect(small.bodies()).toEqual([['a', 'b'], ['c']]);

  const { clock, queue, bodies, map } = setUp();
  map({ BatchSize: 3, MaximumBatchingWindowInSeconds: 5 });
  queue.send({ body: 'a' });
  await settled();
  await clock.advance(3000);
  queue.send({ body: 'b' });
  await settled();
  await clock.advance(1999);
  expect(bodies()).toEqual([]);
  await clock.advance(1);
  expect(bodies()).toEqual([['a', 'b']]);
  for (const body of ['c', 'd', 'e']) queue.send({ body });
  await settled();
  expect(bodies()[1]).toEqual(['c', 'd', 'e']);
});

test('messages that the filter rejects are deleted', async () => {
  const { queue, bodies, map } = setUp();
  map({ FilterCriteria: { Filters: [{ Pattern: '{"body":{"kind":["song"]}}' }] } });
  for (const body of ['{"kind":"song"}', '{"kind":"other"}', 'no JSON']) queue.send({ body });
  await settled();
  expect(bodies().flat()).toEqual(['{"kind":"song"}']);
  expect(queue.counts()).toEqual({ available: 0, inFlight: 0, delayed: 0 });
});

test('runs as many parallel batches as MaximumConcurrency', async () => {
  const { queue, bodies, map, answers } = setUp();
  const ends: (() => void)[] = [];
  answers(() => new Promise((done) => ends.push(() => done(OK))));
  map({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } });
  for (const body of ['a', 'b', 'c']) queue.send({ body });
  await settled();
  expect(bodies()).toHaveLength(2);
  ends[0]?.();
  await settled();
  expect(bodies()).toHaveLength(3);
  for (const end of ends) end();
});

test('a function that fails while the local cloud stops has not failed for its message', async () => {
  const { queue, map, answers } = setUp();
  const fail: (() => void)[] = [];
  answers(() => new Promise((done) => fail.push(() => done(FAILED))));
  map();
  queue.send({ body: 'a' });
  await settled();
  fail.shift()?.();
  await settled();
  expect(queue.retryFailed()).toBe(1);
  await settled();
  const stopped = running.splice(0).map((mapping) => mapping.stop());
  fail.shift()?.();
  await Promise.all(stopped);
  expect(queue.retryFailed()).toBe(0);
});

test('rejects by name what Lambda would reject or the local cloud does not support', () => {
  const { map } = setUp();
  expect(() => map({ BatchSize: 11 })).toThrow(/Mapping: BatchSize must be from 1 to 10/);
  expect(() => map({ FilterCriteria: { Filters: [{ Pattern: '{' }] } })).toThrow(
    /Mapping: A filter's pattern is not JSON/,
  );
  expect(() => map({}, { functionTimeoutSeconds: 60 })).toThrow(
    /visibility timeout of queue jobs \(30 s\) is shorter than the timeout of ingest \(60 s\)/,
  );
  expect(() => map({ TumblingWindowInSeconds: 5 } as Partial<MappingProperties>)).toThrow(
    /does not support TumblingWindowInSeconds/,
  );
});
