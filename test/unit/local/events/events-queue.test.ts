import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsError } from '../../../../infra/local/aws/service.ts';
import { createManualClock, type ManualClock } from '../../../../infra/local/clock.ts';
import { md5OfAttributes } from '../../../../infra/local/events/queues/message-digest.ts';
import { createQueueEngine, type QueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import type { Queue } from '../../../../infra/local/events/queues/queue.ts';

const arnOf = (name: string): string => `arn:aws:sqs:us-east-1:000000000000:${name}`;

const queueOf = (engine: QueueEngine, name: string): Queue => {
  const queue = engine.find(name);
  if (!queue) throw new Error(`no queue ${name}`);
  return queue;
};

/** An engine with `jobs`, whose dead-letter queue is `failed` after two receives. */
const makeEngine = (clock: ManualClock, dataDir?: string): QueueEngine => {
  const engine = createQueueEngine({
    clock,
    endpoint: () => 'http://127.0.0.1:1',
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  engine.createQueue({}, 'failed');
  engine.createQueue(
    { VisibilityTimeout: 30, RedrivePolicy: { deadLetterTargetArn: arnOf('failed'), maxReceiveCount: 2 } },
    'jobs',
  );
  return engine;
};

const bodies = async (queue: Queue, max = 10, waitMs = 0): Promise<string[]> =>
  (await queue.receive({ max, waitMs })).map(({ body }) => body);

describe('a queue over time', () => {
  let clock: ManualClock;
  let engine: QueueEngine;
  let jobs: Queue;

  beforeEach(() => {
    clock = createManualClock();
    engine = makeEngine(clock);
    jobs = queueOf(engine, 'jobs');
  });
  afterEach(() => engine.stop());

  test('a received message is hidden, reappears, and goes to the dead-letter queue after maxReceiveCount', async () => {
    jobs.send({ body: 'a' });
    expect(await bodies(jobs)).toEqual(['a']);
    expect(await bodies(jobs)).toEqual([]);
    expect(jobs.counts()).toEqual({ available: 0, inFlight: 1, delayed: 0 });
    await clock.advance(30_000);
    const [again] = await jobs.receive({ max: 1, waitMs: 0 });
    expect(again).toMatchObject({ body: 'a', receiveCount: 2 });
    await clock.advance(30_000);
    expect(await bodies(jobs)).toEqual([]);
    expect(engine.messages('failed')).toMatchObject([{ body: 'a', sourceArn: arnOf('jobs') }]);

    expect(engine.redrive('failed')).toBe(1);
    expect(await jobs.receive({ max: 1, waitMs: 0 })).toMatchObject([{ body: 'a', receiveCount: 1 }]);
    expect(engine.queueSummary()).toEqual([
      {
        name: 'failed',
        url: 'http://127.0.0.1:1/000000000000/failed',
        available: 0,
        inFlight: 0,
        delayed: 0,
        sources: ['jobs'],
      },
      {
        name: 'jobs',
        url: 'http://127.0.0.1:1/000000000000/jobs',
        available: 0,
        inFlight: 1,
        delayed: 0,
        sources: [],
        deadLetterQueue: 'failed',
      },
    ]);
  });

  test('only the latest receipt handle deletes', async () => {
    jobs.send({ body: 'a' });
    const [first] = await jobs.receive({ max: 1, waitMs: 0 });
    await clock.advance(30_000);
    const [second] = await jobs.receive({ max: 1, waitMs: 0 });
    expect(jobs.delete(first?.receiptHandle ?? '')).toBe('invalid');
    expect(jobs.delete(second?.receiptHandle ?? '')).toBe('done');
    expect(jobs.counts()).toEqual({ available: 0, inFlight: 0, delayed: 0 });
  });

  test('a waiting receiver ends with a message, an elapsed delay or visibility, or its wait time', async () => {
    const first = bodies(jobs, 10, 20_000);
    jobs.send({ body: 'now' });
    expect(await first).toEqual(['now']);

    const second = bodies(jobs, 10, 20_000);
    jobs.send({ body: 'later', delaySeconds: 5 });
    expect(jobs.counts().delayed).toBe(1);
    await clock.advance(5000);
    expect(await second).toEqual(['later']);

    const third = bodies(jobs, 10, 20_000);
    await clock.advance(20_000);
    expect(await third).toEqual([]);

    const fourth = bodies(jobs, 10, 20_000);
    await clock.advance(10_000);
    expect(await fourth).toEqual(['now']);
  });

  test('a changed visibility moves the time of reappearance, and zero makes the message visible now', async () => {
    jobs.send({ body: 'a' });
    const [message] = await jobs.receive({ max: 1, waitMs: 0 });
    jobs.changeVisibility(message?.receiptHandle ?? '', 100);
    await clock.advance(60_000);
    expect(await bodies(jobs)).toEqual([]);
    expect(jobs.changeVisibility(message?.receiptHandle ?? '', 0)).toBe('done');
    expect(await bodies(jobs)).toEqual(['a']);
  });

  test('messages expire after their retention period', async () => {
    engine.createQueue({ MessageRetentionPeriod: 60 }, 'short');
    const short = queueOf(engine, 'short');
    short.send({ body: 'a' });
    await clock.advance(60_000);
    expect(await bodies(short)).toEqual([]);
  });

  test('rejects by name what it does not support and what SQS would reject', () => {
    expect(() => engine.createQueue({ FifoQueue: true }, 'orders.fifo')).toThrow(/orders\.fifo is a FIFO queue/);
    expect(() => engine.createQueue({ VisibilityTimeout: 50_000 }, 'long')).toThrow(/Queue long: VisibilityTimeout/);
    expect(() =>
      engine.createQueue({ RedrivePolicy: { deadLetterTargetArn: arnOf('none'), maxReceiveCount: 1 } }, 'lost'),
    ).toThrow(/arn:aws:sqs:us-east-1:000000000000:none does not exist/);
  });
});

describe('after a restart', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'soundstage-queues-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('messages exist, and those in flight are visible again without a receive', async () => {
    const clock = createManualClock();
    const first = makeEngine(clock, dataDir);
    const jobs = queueOf(first, 'jobs');
    for (const body of ['a', 'b', 'c']) jobs.send({ body });
    const [a, b] = await jobs.receive({ max: 2, waitMs: 0 });
    jobs.delete(a?.receiptHandle ?? '');
    jobs.changeVisibility(b?.receiptHandle ?? '', 1000);
    first.stop();

    const second = makeEngine(clock, dataDir);
    expect(await queueOf(second, 'jobs').receive({ max: 10, waitMs: 0 })).toMatchObject([
      { body: 'b', receiveCount: 1 },
      { body: 'c', receiveCount: 1 },
    ]);
    second.stop();
  });

  test('receives that failed or timed out count, those that a restart interrupted do not', async () => {
    const clock = createManualClock();
    let engine = makeEngine(clock, dataDir);
    /** Receives both messages. Returns their receive counts and receipt handles. */
    const receive = async () => {
      const received = await queueOf(engine, 'jobs').receive({ max: 10, waitMs: 0 });
      return {
        counts: Object.fromEntries(received.map(({ body, receiveCount }) => [body, receiveCount])),
        handles: Object.fromEntries(received.map(({ body, receiptHandle = '' }) => [body, receiptHandle])),
      };
    };
    const restart = (): void => {
      engine.stop();
      engine = makeEngine(clock, dataDir);
    };
    for (const body of ['fails', 'times out']) queueOf(engine, 'jobs').send({ body });
    for (let restarts = 0; restarts < 5; restarts++) {
      expect((await receive()).counts).toEqual({ fails: 1, 'times out': 1 });
      restart();
    }
    const { handles } = await receive();
    queueOf(engine, 'jobs').fail(handles['fails'] ?? '');
    await clock.advance(30_000);
    expect((await receive()).counts).toEqual({ fails: 2, 'times out': 2 });
    restart();
    expect((await receive()).counts).toEqual({ fails: 2, 'times out': 2 });
    await clock.advance(30_000);
    expect((await receive()).counts).toEqual({});
    expect(engine.messages('failed').map(({ body }) => body)).toEqual(['fails', 'times out']);
    engine.stop();
  });
});

test('attributes have the digest of SQS', () => {
  // Digests of SQS, from the test suites of other SQS emulators.
  const digest = (DataType: string) => md5OfAttributes({ timestamp: { DataType, StringValue: '1493147359900' } });
  expect(digest('Number')).toBe('235c5c510d26fb653d073faed50ae77c');
  expect(digest('Number.java.lang.Long')).toBe('2e2e4876d8e0bd6b8c2c8f556831c349');
});

describe('over the SDK', () => {
  let server: Server;
  let engine: QueueEngine;
  let client: SQSClient;
  let isDenied = false;

  beforeAll(async () => {
    engine = createQueueEngine({
      clock: createManualClock(),
      endpoint: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      authorize(_caller, action, resource) {
        if (isDenied) throw new AwsError('AccessDeniedException', `${action} on ${resource}`, 403);
      },
    });
    server = createServer((request, response) => void engine.service.handle(request, response, undefined));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    engine.createQueue({}, 'jobs');
    const { port } = server.address() as AddressInfo;
    client = new SQSClient({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
  });
  afterAll(async () => {
    client.destroy();
    engine.stop();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  test('sends, receives with attributes, deletes; digests satisfy the SDK', async () => {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: 'jobs' }));
    const sent = await client.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: 'Grüße',
        MessageAttributes: {
          trace: { DataType: 'String', StringValue: 'x' },
          bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 3]) },
        },
      }),
    );
    expect(sent.MD5OfMessageBody).toBe('49c5f675b49037b6044b803ac9d1a6d7');
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        AttributeNames: ['All'],
        MessageAttributeNames: ['tra.*'],
      }),
    );
    expect(Messages).toHaveLength(1);
    expect(Messages[0]).toMatchObject({
      Body: 'Grüße',
      Attributes: { ApproximateReceiveCount: '1' },
      MessageAttributes: { trace: { StringValue: 'x' } },
    });
    expect(Object.keys(Messages[0]?.MessageAttributes ?? {})).toEqual(['trace']);
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0]?.ReceiptHandle }));
    const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      QueueArn: arnOf('jobs'),
    });
  });

  test('a rejected entry of a batch does not affect the others', async () => {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: 'jobs' }));
    const batch = await client.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: '1', MessageBody: 'ok' },
          { Id: '2', MessageBody: '\u0000' },
        ],
      }),
    );
    expect(batch.Successful?.map(({ Id }) => Id)).toEqual(['1']);
    expect(batch.Failed).toMatchObject([{ Id: '2', Code: 'InvalidMessageContents', SenderFault: true }]);
    await expect(client.send(new SendMessageBatchCommand({ QueueUrl, Entries: [] }))).rejects.toMatchObject({
      name: 'EmptyBatchRequest',
    });
  });

  test('unknown queues, invalid handles and missing permissions return AWS errors', async () => {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: 'jobs' }));
    await expect(client.send(new GetQueueUrlCommand({ QueueName: 'none' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
    await expect(client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'x' }))).rejects.toMatchObject({
      name: 'ReceiptHandleIsInvalid',
    });
    await expect(client.send(new StartMessageMoveTaskCommand({ SourceArn: arnOf('none') }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    isDenied = true;
    await expect(client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `sqs:SendMessage on ${arnOf('jobs')}`,
    });
    isDenied = false;
  });
});
