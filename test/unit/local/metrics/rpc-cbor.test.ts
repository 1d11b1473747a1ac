import { cbor, dateToTag, tag } from '@smithy/core/cbor';
import { gzipSync } from 'node:zlib';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { createAlarms } from '../../../../infra/local/metrics/alarms.ts';
import { readAlarm } from '../../../../infra/local/metrics/definition.ts';
import { createCloudWatchService } from '../../../../infra/local/metrics/service.ts';
import { createMetricStore } from '../../../../infra/local/metrics/store.ts';
import { serve, type ServedService } from '../../../support/network/aws-server.ts';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 30);
const SERVICE = 'GraniteServiceVersion20100801';
/** Start of the current minute. */
const MINUTE = new Date(NOW - 30_000);

let served: ServedService;

beforeEach(async () => {
  const clock = createManualClock(NOW);
  const store = createMetricStore(clock);
  const alarms = createAlarms({ clock, store });
  alarms.define(
    readAlarm({
      stack: { name: 'S' } as never,
      logicalId: 'A',
      type: 'AWS::CloudWatch::Alarm',
      properties: {
        AlarmName: 'mine',
        Namespace: 'Toys',
        MetricName: 'Sales',
        Statistic: 'Sum',
        Period: 60,
        EvaluationPeriods: 1,
        Threshold: 5,
        ComparisonOperator: 'GreaterThanThreshold',
      },
    }),
  );
  served = await serve(createCloudWatchService({ clock, store, alarms }));
});
afterEach(() => served.close());

/** Sends a request as the JavaScript client of CloudWatch does. */
const send = async (
  name: string,
  body: Uint8Array | undefined,
  headers: Readonly<Record<string, string>> = {},
  service = SERVICE,
) => {
  const response = await fetch(`${served.endpoint}/service/${service}/operation/${name}`, {
    method: 'POST',
    headers: {
      'smithy-protocol': 'rpc-v2-cbor',
      'content-type': 'application/cbor',
      accept: 'application/cbor',
      'x-amzn-query-mode': 'true',
      authorization: 'AWS4-HMAC-SHA256 Credential=LOCALOPERATOR/20260101/us-east-1/monitoring/aws4_request',
      ...headers,
    },
    ...(body ? { body: Buffer.from(body) } : {}),
  });
  expect(response.headers.get('smithy-protocol')).toBe('rpc-v2-cbor');
  const bytes = await response.bytes();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    queryError: response.headers.get('x-amzn-query-error'),
    body: bytes.length === 0 ? undefined : (cbor.deserialize(bytes) as Record<string, unknown>),
  };
};
const call = (name: string, input: object) => send(name, cbor.serialize(input));

const put = (Value: number) => ({
  Namespace: 'Toys',
  MetricData: [{ MetricName: 'Sales', Value, Timestamp: dateToTag(MINUTE) }],
});
const query = {
  MetricDataQueries: [
    { Id: 'a', MetricStat: { Metric: { Namespace: 'Toys', MetricName: 'Sales' }, Period: 60, Stat: 'Sum' } },
  ],
  StartTime: dateToTag(new Date(NOW - 600_000)),
  EndTime: dateToTag(new Date(NOW + 60_000)),
};

it('stores values and returns them, with times as tagged seconds', async () => {
  expect(await call('PutMetricData', put(2))).toMatchObject({ status: 200, type: null, body: undefined });
  const packed = gzipSync(cbor.serialize(put(0.5)));
  expect((await send('PutMetricData', packed, { 'content-encoding': 'gzip' })).status).toBe(200);
  const { status, type, body } = await call('GetMetricData', query);
  expect([status, type]).toEqual([200, 'application/cbor']);
  expect(body).toMatchObject({
    MetricDataResults: [
      { Id: 'a', Values: [2.5], Timestamps: [tag({ tag: 1, value: MINUTE.getTime() / 1000 })], StatusCode: 'Complete' },
    ],
  });
});

it('answers a request without a body, and describes alarms', async () => {
  const { body } = await send('DescribeAlarms', undefined);
  expect(body).toMatchObject({
    MetricAlarms: [{ AlarmName: 'mine', StateUpdatedTimestamp: tag({ tag: 1, value: NOW / 1000 }) }],
  });
});

it('reports errors with their name, and with the old name for clients of the query protocol', async () => {
  expect(await call('GetMetricData', { ...query, StartTime: 'now' })).toMatchObject({
    status: 400,
    type: 'application/cbor',
    queryError: 'InvalidParameterValue;Sender',
    body: {
      __type: 'InvalidParameterValueException',
      message: expect.stringContaining('The value of the parameter StartTime is invalid') as unknown,
    },
  });
  expect((await send('GetMetricData', new Uint8Array([0xff, 0x01]))).body).toMatchObject({
    __type: 'SerializationException',
  });
});

it.each([
  ['an operation that it does not support', 'PutDashboard', SERVICE],
  ['an operation of another service', 'GetMetricData', 'Logs_20140328'],
])('names %s', async (_what, name, service) => {
  const { status, body } = await send(name, cbor.serialize(query), {}, service);
  expect([status, body]).toMatchObject([
    400,
    {
      __type: 'UnknownOperationException',
      message: `The local cloud does not support /service/${service}/operation/${name}`,
    },
  ]);
});
