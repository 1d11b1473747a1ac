import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { AsyncSettings } from '../../../../infra/local/events/async-invoke.ts';
import { bridgeEvent } from '../../../../infra/local/events/bus/bridge-event.ts';
import { createEventBus, type RuleProperties } from '../../../../infra/local/events/bus/event-bus.ts';
import { createQueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import { targetInput } from '../../../../infra/local/events/bus/target-input.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';

const INGEST = 'arn:aws:lambda:us-east-1:000000000000:function:ingest';
const queueArn = (name: string): string => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const ruleArn = (name: string): string => `arn:aws:events:us-east-1:000000000000:rule/${name}`;
const OK: InvokeResult = { payload: null, logs: [] };
const FAILED: InvokeResult = { error: { errorType: 'Error', errorMessage: 'broken' }, logs: [] };

const setUp = (settings: AsyncSettings = {}) => {
  const clock = createManualClock();
  const queues = createQueueEngine({ clock, endpoint: () => 'http://127.0.0.1:1' });
  for (const name of ['jobs', 'rule-failed', 'function-failed']) queues.createQueue({}, name);
  const calls: { name: string; payload: unknown }[] = [];
  const results: (InvokeResult | Error)[] = [];
  const bus = createEventBus({
    clock,
    queues,
    settingsOf: () => settings,
    async invoke(name, payload) {
      calls.push({ name, payload });
      const result = results.shift() ?? OK;
      if (result instanceof Error) throw result;
      return result;
    },
  });
  const putRule = (name: string, properties: RuleProperties): void =>
    bus.putRule(properties, { name, arn: ruleArn(name) });
  const created = bridgeEvent(clock.now(), 'aws.s3', 'Object Created', { object: { key: 'uploads/c1/"u1"', size: 5 } });
  return { clock, queues, calls, results, bus, putRule, created };
};

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

test('an event reaches the targets of matching rules only', async () => {
  const { queues, calls, bus, putRule, created } = setUp();
  putRule('hit', {
    EventPattern: { source: ['aws.s3'] },
    Targets: [
      { Id: 'a', Arn: INGEST, InputPath: '$.detail.object' },
      { Id: 'b', Arn: queueArn('jobs') },
    ],
  });
  putRule('off', { EventPattern: { source: ['aws.s3'] }, State: 'DISABLED', Targets: [{ Id: 'a', Arn: INGEST }] });
  putRule('miss', { EventPattern: { source: ['aws.mediaconvert'] }, Targets: [{ Id: 'a', Arn: INGEST }] });
  bus.publish(created);
  await settled();
  expect(calls).toEqual([{ name: INGEST, payload: { key: 'uploads/c1/"u1"', size: 5 } }]);
  expect(queues.messages('jobs').map(({ body }) => JSON.parse(body) as unknown)).toEqual([created]);
});

test('a failing function is tried three times, then its event goes to its own queue', async () => {
  const { clock, queues, calls, results, bus, putRule, created } = setUp({
    deadLetterArn: queueArn('function-failed'),
  });
  putRule('r', {
    EventPattern: { source: ['aws.s3'] },
    Targets: [{ Id: 'a', Arn: INGEST, DeadLetterConfig: { Arn: queueArn('rule-failed') } }],
  });
  results.push(FAILED, FAILED, FAILED);
  bus.publish(created);
  await settled();
  expect(calls).toHaveLength(1);
  expect(bus.invoker.pending()).toBe(1);
  await clock.advance(10_000);
  expect(calls).toHaveLength(3);
  expect(bus.invoker.pending()).toBe(0);
  expect(queues.messages('rule-failed')).toEqual([]);
  const [message] = queues.messages('function-failed');
  expect(JSON.parse(message?.body ?? '')).toEqual(created);
  expect(message?.attributes).toMatchObject({
    ErrorMessage: { StringValue: 'broken' },
    ErrorCode: { StringValue: '200' },
  });
});

test('a failure destination receives the record of Lambda', async () => {
  const { queues, results, bus } = setUp({ maximumRetryAttempts: 0, onFailureArn: queueArn('function-failed') });
  results.push(FAILED);
  await bus.invoker.invokeAsync('ingest', { a: 1 });
  expect(JSON.parse(queues.messages('function-failed')[0]?.body ?? '')).toMatchObject({
    version: '1.0',
    requestContext: { condition: 'RetriesExhausted', functionArn: `${INGEST}:$LATEST`, approximateInvokeCount: 1 },
    requestPayload: { a: 1 },
    responsePayload: { errorMessage: 'broken' },
  });
});

test('an event that cannot be delivered goes to the queue of the rule with the reasons', async () => {
  const { clock, queues, results, bus, putRule, created } = setUp();
  putRule('r', {
    EventPattern: { source: ['aws.s3'] },
    Targets: [
      {
        Id: 'a',
        Arn: INGEST,
        RetryPolicy: { MaximumRetryAttempts: 1 },
        DeadLetterConfig: { Arn: queueArn('rule-failed') },
      },
    ],
  });
  // Neither is a failure of the function itself.
  results.push(
    { error: { errorType: 'ResourceNotFoundException', errorMessage: 'Function not found: ingest' }, logs: [] },
    new Error('no worker'),
  );
  bus.publish(created);
  await settled();
  await clock.advance(5000);
  const [message] = queues.messages('rule-failed');
  expect(JSON.parse(message?.body ?? '')).toEqual(created);
  expect(
    Object.fromEntries(Object.entries(message?.attributes ?? {}).map(([name, { StringValue }]) => [name, StringValue])),
  ).toEqual({
    RULE_ARN: ruleArn('r'),
    TARGET_ARN: INGEST,
    ERROR_CODE: 'SDK_CLIENT_ERROR',
    ERROR_MESSAGE: 'no worker',
    EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
    RETRY_ATTEMPTS: '1',
  });
});

test('scheduled rules and schedules run on time and on demand', async () => {
  const { clock, calls, bus, putRule } = setUp();
  putRule('sweep', { ScheduleExpression: 'rate(5 minutes)', Targets: [{ Id: 'a', Arn: INGEST }] });
  bus.putSchedule(
    {
      ScheduleExpression: 'cron(0 3 * * ? *)',
      Target: { Arn: INGEST, Input: '{"task":"seal","at":"<aws.scheduler.scheduled-time>"}' },
    },
    { name: 'seal', arn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/seal' },
  );
  expect(bus.schedules().map(({ name }) => name)).toEqual(['sweep', 'seal']);
  await clock.advance(5 * 60_000);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.payload).toMatchObject({
    source: 'aws.events',
    'detail-type': 'Scheduled Event',
    time: '2026-01-01T00:05:00Z',
    resources: [ruleArn('sweep')],
    detail: {},
  });
  bus.runNow('seal');
  await settled();
  expect(calls[1]?.payload).toEqual({ task: 'seal', at: '2026-01-01T00:05:00Z' });
  bus.stop();
  await clock.advance(24 * 3_600_000);
  expect(calls).toHaveLength(2);
});

describe('an invalid template stops the start with the name of the rule', () => {
  const { putRule, bus } = setUp();
  const pattern = { source: ['x'] };
  test.each<[string, RuleProperties, RegExp]>([
    [
      'unknown target',
      { EventPattern: pattern, Targets: [{ Id: 'a', Arn: 'arn:aws:sns:us-east-1:1:topic' }] },
      /Rule r has the target arn:aws:sns/,
    ],
    [
      'missing queue',
      { EventPattern: pattern, Targets: [{ Id: 'a', Arn: queueArn('none') }] },
      /Rule r names the queue .*none/,
    ],
    [
      'missing dead-letter queue',
      { EventPattern: pattern, Targets: [{ Id: 'a', Arn: INGEST, DeadLetterConfig: { Arn: queueArn('none') } }] },
      /names the queue/,
    ],
    ['operator', { EventPattern: { source: [{ like: 'x' }] } }, /Rule r: Unknown operator "like"/],
    ['input', { EventPattern: pattern, Targets: [{ Id: 'a', Arn: INGEST, Input: '{' }] }, /Rule r, target a/],
    [
      'input path',
      { EventPattern: pattern, Targets: [{ Id: 'a', Arn: INGEST, InputPath: '$.a[?(@.b)]' }] },
      /is not valid/,
    ],
    ['another bus', { EventPattern: pattern, EventBusName: 'other' }, /event bus other/],
    ['schedule', { ScheduleExpression: 'rate(x)' }, /Schedule r/],
  ])('%s', (_name, properties, message) => {
    expect(() => putRule('r', properties)).toThrow(message);
  });
  test('a schedule whose input is not JSON', () => {
    expect(() =>
      bus.putSchedule(
        { ScheduleExpression: 'rate(1 day)', Target: { Arn: INGEST, Input: 'x' } },
        { name: 's', arn: 's' },
      ),
    ).toThrow(/Schedule s/);
  });
});

describe('input transformation', () => {
  const rule = { name: 'r', arn: ruleArn('r') };
  const event = bridgeEvent(0, 'app', 'Done', { id: 'a"b', n: 3, list: [{ x: true }], 'odd-name': { y: 1 } });
  const paths = {
    id: '$.detail.id',
    n: '$.detail.n',
    x: '$.detail.list[0].x',
    odd: "$.detail['odd-name']",
    none: '$.detail.none',
    type: '$.detail-type',
  };
  test.each<[string, string, unknown]>([
    [
      'values of every kind',
      '{"id":<id>,"n":<n>,"x":<x>,"odd":<odd>,"type":<type>}',
      { id: 'a"b', n: 3, x: true, odd: { y: 1 }, type: 'Done' },
    ],
    ['inside text', '{"text":"<type> <id>: <n>"}', { text: 'Done a"b: 3' }],
    ['a plain text', '"<type>"', 'Done'],
    ['text that is no JSON', 'It is <n>', 'It is 3'],
    ['a path that leads nowhere', '{"a":<none>,"b":"-<none>-"}', { a: '', b: '--' }],
    ['reserved names', '{"rule":<aws.events.rule-name>,"id":<aws.events.event.json>}', { rule: 'r', id: event }],
    ['an unknown name stays', '{"a":"<what>"}', { a: '<what>' }],
  ])('%s', (_name, InputTemplate, expected) => {
    expect(targetInput({ InputTransformer: { InputPathsMap: paths, InputTemplate } }, rule, event)).toEqual(expected);
  });
});

test('PutEvents over the SDK handles entries one by one', async () => {
  const { bus, calls, putRule } = setUp();
  putRule('r', {
    EventPattern: { source: ['soundstage'], detail: { id: [{ prefix: 'c' }] } },
    Targets: [{ Id: 'a', Arn: INGEST }],
  });
  const server = createServer((request, response) => void bus.service.handle(request, response, undefined));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const client = new EventBridgeClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const entry = { Source: 'soundstage', DetailType: 'content.published', Detail: '{"id":"c1"}' };
  const result = await client.send(
    new PutEventsCommand({
      Entries: [
        entry,
        { ...entry, Detail: '{' },
        { ...entry, Source: 'aws.s3' },
        { ...entry, EventBusName: 'other' },
        { DetailType: 'x', Detail: '{}' },
      ],
    }),
  );
  expect(result.FailedEntryCount).toBe(4);
  expect(result.Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
    undefined,
    'MalformedDetail',
    'NotAuthorizedForSourceException',
    'ResourceNotFoundException',
    'InvalidArgument',
  ]);
  expect(calls).toMatchObject([
    { payload: { id: result.Entries?.[0]?.EventId, 'detail-type': 'content.published', detail: { id: 'c1' } } },
  ]);
  client.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
