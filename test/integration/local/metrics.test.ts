import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { RunningCloud } from '../../../infra/local/boot.ts';
import { systemClock } from '../../../infra/local/clock.ts';
import { signedHeaders } from '../../support/network/sign-request.ts';
import { assemblyOf } from '../../support/stack/assembly.ts';
import { type ConsoleClient, openConsole } from '../../support/stack/console.ts';
import { waitFor } from '../../support/stack/local-stack.ts';
import { createShiftedClock, startTestCloud } from '../../support/stack/running-cloud.ts';

const MINUTE = 60_000;
const work = mkdtempSync(join(tmpdir(), 'soundstage-metrics-'));
const clock = createShiftedClock(systemClock);
const logged: string[] = [];
let cloud: RunningCloud;
let local: ConsoleClient;

interface AlarmView {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly StateValue: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
}

beforeAll(async () => {
  const { folder } = await assemblyOf('local');
  cloud = await startTestCloud({
    assemblyDir: folder,
    dataDir: join(work, 'data'),
    clock,
    onLog: (name, line) => name === 'alarms' && logged.push(line),
  });
  local = openConsole(cloud.url);
});
afterEach(() => local.heal());
afterAll(async () => {
  await cloud?.stop();
  rmSync(work, { recursive: true, force: true });
});

/** Calls CloudWatch as the operator. */
const call = async <T>(name: string, input: unknown): Promise<T> => {
  const url = cloud.env['AWS_ENDPOINT_URL'] ?? '';
  const body = JSON.stringify(input);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `GraniteServiceVersion20100801.${name}`,
  };
  const signed = await signedHeaders({ url, service: 'monitoring', headers, body, env: cloud.env });
  const response = await fetch(url, { method: 'POST', headers: signed, body });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};

/** The sums of metrics in the last five minutes. */
const sums = async (
  Namespace: string,
  dimensions: Readonly<Record<string, string>>,
  ...names: readonly string[]
): Promise<readonly (number | undefined)[]> => {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const end = Math.floor(clock.now() / MINUTE) * MINUTE + MINUTE;
  const { MetricDataResults: results } = await call<{ MetricDataResults: { Values: number[] }[] }>('GetMetricData', {
    StartTime: (end - 5 * MINUTE) / 1000,
    EndTime: end / 1000,
    MetricDataQueries: names.map((MetricName, index) => ({
      Id: `m${index}`,
      MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period: 300, Stat: 'Sum' },
    })),
  });
  return results.map(({ Values: [value] }) => value);
};

const alarms = async (): Promise<readonly AlarmView[]> =>
  (await call<{ MetricAlarms: AlarmView[] }>('DescribeAlarms', {})).MetricAlarms;
const alarm = async (part: string): Promise<AlarmView> => {
  const found = (await alarms()).find(({ AlarmName, AlarmDescription }) =>
    `${AlarmName} ${AlarmDescription}`.includes(part),
  );
  if (!found) throw new Error(`The template has no alarm for ${part}`);
  return found;
};
const reaches = (part: string, state: string) =>
  waitFor(`${part} to be ${state}`, async () => ((await alarm(part)).StateValue === state ? true : undefined), 15_000);

const request = async (): Promise<number> => {
  const response = await fetch(`${cloud.url}/api/openapi.json`);
  await response.arrayBuffer();
  return response.status;
};

it('evaluates every alarm of the template', async () => {
  const states = (await alarms()).map(({ AlarmName, StateValue }) => [
    AlarmName.replace(/^.*-|[\dA-F]{8}$/g, ''),
    StateValue,
  ]);
  expect(states.length).toBeGreaterThan(8);
  expect(states.filter(([, state]) => state !== 'OK')).toEqual([]);
});

it('counts requests through the site, and raises the alarm of server errors until they stop', async () => {
  const ApiId = (await alarm('ApiServerErrors')).Dimensions?.find(({ Name }) => Name === 'ApiId')?.Value ?? '';
  const api = () => sums('AWS/ApiGateway', { ApiId }, 'Count', '5xx');
  const [countBefore = 0, errorsBefore = 0] = await api();
  for (let index = 0; index < 2; index += 1) expect(await request()).toBe(200);
  expect(await api()).toEqual([countBefore + 2, errorsBefore]);

  await local.fault({ dependency: 'function:docs', kind: 'failing' });
  for (let index = 0; index < 3; index += 1) expect(await request()).toBe(500);
  expect(await api()).toEqual([countBefore + 5, errorsBefore + 3]);
  const { metrics } = await local.get<{ metrics: { name: string; last: number }[] }>(
    'metrics?namespace=AWS/CloudFront',
  );
  expect(metrics.find(({ name }) => name === '5xxErrorRate')?.last).toBeGreaterThan(0);
  await reaches('ApiServerErrors', 'ALARM');

  await local.heal();
  clock.shift(5 * MINUTE);
  expect(await request()).toBe(200);
  await reaches('ApiServerErrors', 'OK');
  const changes = logged.filter((line) => line.includes('ApiServerErrors'));
  expect(changes).toEqual([expect.stringContaining('is now ALARM'), expect.stringContaining('is now OK')]);
});

it("raises the alarm of a function's errors until its values are out of range", async () => {
  const folder = 'live-socket';
  const FunctionName = cloud.functions.find(folder)?.name ?? '';
  const errors = () => sums('AWS/Lambda', { FunctionName }, 'Invocations', 'Errors');
  await local.fault({ dependency: `function:${folder}`, kind: 'failing' });
  for (let index = 0; index < 3; index += 1) await local.post(`invoke/${folder}`);
  expect(await errors()).toEqual([3, 3]);
  await reaches(`${folder}: `, 'ALARM');
  const shown = await local.get<{ state: string; condition: string; reason: string }[]>('alarms');
  expect(shown.filter(({ state }) => state === 'ALARM')).toEqual([
    expect.objectContaining({
      condition: expect.stringMatching(/^Sum of Errors .*is at least 3 in 5 minutes$/),
      reason: expect.stringMatching(/^Threshold Crossed: 1 datapoint \[3\.0/),
    }),
  ]);
  expect(await local.get('overview')).toMatchObject({ alarms: 1 });

  await local.heal();
  clock.shift(20 * MINUTE);
  await reaches(`${folder}: `, 'OK');
  expect(await local.get('overview')).toMatchObject({ alarms: 0 });
});

it('counts a throttled function as throttled, not as failed', async () => {
  const folder = 'live-socket';
  const FunctionName = cloud.functions.find(folder)?.name ?? '';
  await local.fault({ dependency: `function:${folder}`, kind: 'throttled' });
  await local.post(`invoke/${folder}`);
  expect(await sums('AWS/Lambda', { FunctionName }, 'Throttles', 'Errors')).toEqual([1, undefined]);
  await reaches('FunctionThrottles', 'ALARM');
});

it('counts throttled requests of the table', async () => {
  const TableName = cloud.outputs['Soundstage-local-Data']?.['TableName'] ?? '';
  await local.fault({ dependency: 'dynamodb', kind: 'throttled' });
  const database = new DynamoDBClient({
    region: cloud.env['AWS_REGION'] ?? '',
    endpoint: cloud.env['AWS_ENDPOINT_URL'] ?? '',
    maxAttempts: 1,
    credentials: {
      accessKeyId: cloud.env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: cloud.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const read = new GetItemCommand({ TableName, Key: { pk: { S: 'a' }, sk: { S: 'b' } } });
  await expect(database.send(read)).rejects.toThrow('Throughput exceeds');
  database.destroy();
  await reaches('TableThrottles', 'ALARM');
  expect(await sums('AWS/DynamoDB', { TableName, Operation: 'GetItem' }, 'ThrottledRequests')).not.toEqual([undefined]);
});

it("shows an operator's own metrics in the console", async () => {
  const Dimensions = [{ Name: 'Shop', Value: 'a' }];
  await call('PutMetricData', { Namespace: 'Toys', MetricData: [{ MetricName: 'Sales', Dimensions, Value: 7 }] });
  const { metrics } = await local.get<{ metrics: unknown[] }>('metrics?namespace=Toys');
  expect(metrics).toEqual([expect.objectContaining({ name: 'Sales', dimensions: { Shop: 'a' }, last: 7 })]);
});
