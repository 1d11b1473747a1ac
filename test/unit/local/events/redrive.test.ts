import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  DeleteMessageCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { findDeadLetterQueues, redrive, type RedriveTools } from '../../../../bin/redrive/dead-letters.ts';
import { createLambdaInvoker } from '../../../../bin/redrive/lambda-invoker.ts';
import { systemClock } from '../../../../infra/local/clock.ts';
import { createCredentials } from '../../../../infra/local/credentials.ts';
import { createDispatcher } from '../../../../infra/local/dispatcher.ts';
import { createQueueEngine, type QueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import { createSqsMapping } from '../../../../infra/local/events/queues/sqs-mapping.ts';
import type { InvokeFunction } from '../../../../infra/local/invoke.ts';
import { createLambdaService } from '../../../../infra/local/services/lambda.ts';
import { retryAtOnce } from '../../../support/stack/retry-at-once.ts';

const MESSAGES = 100;
const prefix = 'Soundstage-test-Media-';
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:worker';
const ruleArn = 'arn:aws:events:us-east-1:000000000000:rule/Sweeping';

let server: Server;
let queues: QueueEngine;
let sqs: SQSClient;
let tools: RedriveTools;
let runs: unknown[] = [];
let broken = true;

const invoke: InvokeFunction = async (_name, event) => {
  runs.push(event);
  return broken ? { error: { errorType: 'Error', errorMessage: 'broken' }, logs: [] } : { payload: null, logs: [] };
};

beforeAll(async () => {
  const credentials = createCredentials();
  const dispatcher = createDispatcher(credentials);
  server = createServer((request, response) => void dispatcher.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['AWS_ENDPOINT_URL'] = endpoint;
  const key = credentials.issue('operator');
  queues = createQueueEngine({ clock: systemClock, endpoint: () => endpoint });
  dispatcher.register(queues.service);
  const find = (name: string) =>
    name === functionArn
      ? {
          name: 'worker',
          folder: 'worker',
          arn: functionArn,
          directory: '',
          handler: '',
          timeoutSeconds: 1,
          memoryMb: 1,
          environment: {},
          roleArn: '',
        }
      : undefined;
  dispatcher.register(
    createLambdaService({ functions: { find, invoke }, invoker: { invokeAsync: async () => undefined } }),
  );
  sqs = new SQSClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: key.accessKeyId, secretAccessKey: key.secretAccessKey },
  });
  tools = {
    sqs,
    invoke: createLambdaInvoker(sqs),
    targetsOf: async (rule) => (rule === 'Sweeping' ? [functionArn] : []),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  };
  const dead = queues.createQueue({}, `${prefix}WorkDeadLetters`);
  queues.createQueue({ RedrivePolicy: { deadLetterTargetArn: dead.arn, maxReceiveCount: 2 } }, `${prefix}Work`);
  queues.createQueue({}, 'Soundstage-test-Data-Failures');
  queues.createQueue({}, 'Soundstage-other-Data-Failures');
});
afterAll(async () => {
  delete process.env['AWS_ENDPOINT_URL'];
  sqs.destroy();
  queues.stop();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
});
beforeEach(() => {
  runs = [];
  broken = true;
});

const queueOf = (name: string) => {
  const queue = queues.find(name);
  if (!queue) throw new Error(`no queue ${name}`);
  return queue;
};
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const bodies = (): string[] =>
  runs.flatMap((event) => (event as { Records: { body: string }[] }).Records.map(({ body }) => body));

it('finds the dead-letter queues of the stage only', async () => {
  expect((await findDeadLetterQueues(sqs, 'test')).map(({ name, sources }) => [name, sources.length])).toEqual([
    ['Soundstage-test-Data-Failures', 0],
    [`${prefix}WorkDeadLetters`, 1],
  ]);
});

it(`moves ${MESSAGES} messages back: all processed once`, async () => {
  const [work, dead] = [queueOf(`${prefix}Work`), queueOf(`${prefix}WorkDeadLetters`)];
  const mapping = createSqsMapping({
    clock: systemClock,
    invoke: retryAtOnce(work, invoke),
    queue: work,
    name: 'Mapping',
    properties: {
      FunctionName: 'worker',
      EventSourceArn: work.arn,
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    },
  });
  for (let number = 0; number < MESSAGES; number += 1) work.send({ body: `message ${number}` });
  await until(() => dead.counts().available === MESSAGES);
  expect(runs).toHaveLength(2 * MESSAGES);
  // A message that a rule could not deliver has no source queue.
  dead.send({ body: 'from a rule' });

  broken = false;
  runs = [];
  const queue = (await findDeadLetterQueues(sqs, 'test')).find(({ arn }) => arn === dead.arn);
  if (!queue) throw new Error('not found');
  expect(queue.waiting).toBe(MESSAGES + 1);
  expect(await redrive(tools, queue)).toEqual({ moved: MESSAGES + 1, called: 0, failures: [] });
  await until(() => runs.length >= MESSAGES + 1 && work.counts().inFlight === 0);
  const done = bodies();
  const twice = done.length - new Set(done).size;
  console.log(`redrive of ${queue.waiting}: ${new Set(done).size} done, ${twice} twice`);
  expect([new Set(done).size, twice]).toEqual([MESSAGES + 1, 0]);
  expect([dead.counts().available, work.counts().available]).toEqual([0, 0]);
  expect(await redrive(tools, { ...queue, waiting: 0 })).toEqual({ moved: 0, called: 0, failures: [] });
  await mapping.stop();
});

it('control case: a manual move that stops between sending and deleting processes a message twice', async () => {
  const [dead, work] = ['ByHandDead', 'ByHand'].map((name) => queues.createQueue({}, name).url);
  for (let number = 0; number < MESSAGES; number += 1) queueOf('ByHandDead').send({ body: `message ${number}` });
  const sent: string[] = [];
  const byHand = async (endsAfter: number): Promise<void> => {
    for (;;) {
      const { Messages: [message] = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: dead, VisibilityTimeout: 0 }),
      );
      if (!message) return;
      await sqs.send(new SendMessageCommand({ QueueUrl: work, MessageBody: message.Body }));
      if (sent.push(message.Body ?? '') === endsAfter) return;
      await sqs.send(new DeleteMessageCommand({ QueueUrl: dead, ReceiptHandle: message.ReceiptHandle }));
    }
  };
  await byHand(MESSAGES / 2);
  await byHand(Infinity);
  const twice = sent.length - new Set(sent).size;
  console.log(`control: the naive redrive of ${MESSAGES}: ${new Set(sent).size} done, ${twice} twice`);
  expect([new Set(sent).size, twice, queueOf('ByHand').counts().available]).toEqual([MESSAGES, 1, MESSAGES + 1]);
});

it('repeats failed calls once each, and keeps those that fail again or cannot be repeated', async () => {
  const failures = queueOf('Soundstage-test-Data-Failures');
  const text = (value: string) => ({ DataType: 'String', StringValue: value });
  const scheduled = (number: number) => ({ source: 'aws.events', id: String(number), resources: [ruleArn] });
  for (let number = 0; number < 10; number += 1)
    failures.send({
      body: JSON.stringify(scheduled(number)),
      attributes: { RequestID: text('r'), ErrorMessage: text('boom') },
    });
  failures.send({
    body: '{"by":"target"}',
    attributes: { TARGET_ARN: text(functionArn), ERROR_MESSAGE: text('lost') },
  });
  failures.send({ body: JSON.stringify({ ResponseURL: 'http://127.0.0.1/answer' }) });
  failures.send({
    body: JSON.stringify({ source: 'aws.events', resources: ['arn:aws:events:us-east-1:000000000000:rule/Gone'] }),
  });
  const [queue] = await findDeadLetterQueues(sqs, 'test');
  if (!queue) throw new Error('not found');

  const first = await redrive(tools, queue);
  expect(first.called).toBe(0);
  expect(first.failures.filter((reason) => reason.startsWith('the function failed again'))).toHaveLength(11);
  expect(first.failures).toEqual(
    expect.arrayContaining(['it belongs to a deployment that has ended', 'its rule no longer has a function target']),
  );
  expect(failures.counts().available).toBe(13);

  broken = false;
  runs = [];
  const second = await redrive(tools, queue);
  expect([second.called, second.failures.length]).toEqual([11, 2]);
  expect(runs).toHaveLength(11);
  expect(new Set(runs.map((event) => JSON.stringify(event))).size).toBe(11);
  expect(failures.counts()).toMatchObject({ available: 2, inFlight: 0 });
});

describe('message moves of SQS', () => {
  const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
  it('start at dead-letter queues only', async () => {
    await expect(
      sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn('Soundstage-test-Data-Failures') })),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    await expect(sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn('none') }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn('none') }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(
      sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn(`${prefix}WorkDeadLetters`), MaxResults: 11 })),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  it('report a message without a source that stopped them', async () => {
    const dead = queueOf(`${prefix}WorkDeadLetters`);
    dead.send({ body: 'from a rule' });
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: dead.arn }));
    const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: dead.arn, MaxResults: 10 }));
    expect(Results[0]).toMatchObject({
      Status: 'FAILED',
      FailureReason: 'CouldNotDetermineMessageSource',
      ApproximateNumberOfMessagesMoved: 0,
      ApproximateNumberOfMessagesToMove: 1,
    });
    expect(Results.length).toBeGreaterThan(1);
    dead.purge();
  });
});
