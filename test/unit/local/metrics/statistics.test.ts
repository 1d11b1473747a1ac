import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { cbor, dateToTag, tag } from '@smithy/core/cbor';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { createDeliveryMetrics } from '../../../../infra/local/delivery/delivery-metrics.ts';
import { createAlarms } from '../../../../infra/local/metrics/alarms.ts';
import { createCloudWatchService } from '../../../../infra/local/metrics/service.ts';
import { createMetricStore, MINUTE_MS } from '../../../../infra/local/metrics/store.ts';
import { createMetricReader } from '../../../../lambdas/platform/delivery/metric-reader.ts';
import { clientSettings, serve, type ServedService } from '../../../support/network/aws-server.ts';

const START = Date.UTC(2026, 0, 1, 12);
const DIMENSIONS = [
  { Name: 'Region', Value: 'Global' },
  { Name: 'DistributionId', Value: 'E1' },
];

let served: ServedService;

/** Delivers requests with these statuses in the first, second, … period of five minutes. */
const deliver = async (...periods: readonly (readonly number[])[]): Promise<void> => {
  const clock = createManualClock(START);
  const store = createMetricStore(clock);
  const record = createDeliveryMetrics(store);
  for (const statuses of periods) {
    for (const status of statuses)
      record({
        distributionId: 'E1',
        at: clock.now(),
        method: 'GET',
        path: '/media/a.m4s',
        pattern: '/media/*',
        status,
        bytes: 4,
        firstByteMs: 1,
        result: 'Hit',
        isCacheable: true,
      });
    await clock.advance(5 * MINUTE_MS);
  }
  served = await serve(createCloudWatchService({ clock, store, alarms: createAlarms({ clock, store }) }));
};
afterEach(() => served.close());

const query = (fields: object = {}) => ({
  Namespace: 'AWS/CloudFront',
  MetricName: 'Requests',
  Dimensions: DIMENSIONS,
  StartTime: START / 1000,
  EndTime: START / 1000 + 600,
  Period: 300,
  Statistics: ['Sum', 'Average'],
  ...fields,
});
const call = async (input: object) => {
  const response = await fetch(served.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'GraniteServiceVersion20100801.GetMetricStatistics',
      authorization: 'AWS4-HMAC-SHA256 Credential=LOCALOPERATOR/20260101/us-east-1/monitoring/aws4_request',
    },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

it('returns the statistics of each period that has values', async () => {
  await deliver([200, 200, 404], [], [500]);
  const { status, body } = await call(query({ EndTime: START / 1000 + 900 }));
  expect(status).toBe(200);
  expect(body).toEqual({
    Label: 'Requests',
    Datapoints: [
      { Timestamp: START / 1000, Sum: 3, Average: 1, Unit: 'None' },
      { Timestamp: START / 1000 + 600, Sum: 1, Average: 1, Unit: 'None' },
    ],
  });
  const extended = await call(
    query({ MetricName: '4xxErrorRate', Statistics: undefined, ExtendedStatistics: ['p99'] }),
  );
  expect(extended.body['Datapoints']).toEqual([
    { Timestamp: START / 1000, ExtendedStatistics: { p99: 100 }, Unit: 'Percent' },
  ]);
  expect((await call(query({ MetricName: 'Other' }))).body).toEqual({ Label: 'Other', Datapoints: [] });
});

it('speaks CBOR, with times as tagged seconds', async () => {
  await deliver([200, 200]);
  const times = { StartTime: dateToTag(new Date(START)), EndTime: dateToTag(new Date(START + 300_000)) };
  const response = await fetch(
    `${served.endpoint}/service/GraniteServiceVersion20100801/operation/GetMetricStatistics`,
    {
      method: 'POST',
      headers: {
        'smithy-protocol': 'rpc-v2-cbor',
        'content-type': 'application/cbor',
        authorization: 'AWS4-HMAC-SHA256 Credential=LOCALOPERATOR/20260101/us-east-1/monitoring/aws4_request',
      },
      body: Buffer.from(cbor.serialize(query(times))),
    },
  );
  expect(cbor.deserialize(await response.bytes())).toEqual({
    Label: 'Requests',
    Datapoints: [{ Timestamp: tag({ tag: 1, value: START / 1000 }), Sum: 2, Average: 1, Unit: 'None' }],
  });
});

it.each<[string, object, string, RegExp]>([
  ['no statistic', { Statistics: [] }, 'MissingRequiredParameterException', /Statistics/],
  ['an end before its start', { EndTime: 1 }, 'InvalidParameterValueException', /StartTime/],
  ['a period of seconds', { Period: 10 }, 'InvalidParameterValueException', /multiple of 60/],
  [
    'more than 1,440 values',
    { Period: 60, EndTime: START / 1000 + 86_460 },
    'InvalidParameterCombinationException',
    /1440/,
  ],
  ['an unknown statistic', { Statistics: ['Median'] }, 'InvalidParameterValueException', /Statistics/],
  ['an unknown percentile', { ExtendedStatistics: ['tm99'] }, 'InvalidParameterCombinationException', /tm99/],
])('rejects %s', async (_what, fields, code, message) => {
  await deliver([]);
  const { status, body } = await call(query(fields));
  expect([status, body['__type']]).toEqual([400, code]);
  expect(body['message']).toEqual(expect.stringMatching(message));
});

describe('the reader of the product', () => {
  const reader = () =>
    createMetricReader({
      client: new CloudFrontClient(clientSettings(served)),
      readDistribution: async () => 'E1',
      endpoint: served.endpoint,
    });

  it('reads what the delivery counted, by period', async () => {
    await deliver([200, 404], [200, 200, 200, 500]);
    const read = (name: 'Requests' | 'BytesDownloaded' | 'TotalErrorRate') =>
      reader().read(name, START, START + 2 * 300_000);
    expect([...(await read('Requests'))]).toEqual([
      [START, 2],
      [START + 300_000, 4],
    ]);
    expect([...(await read('BytesDownloaded')).values()]).toEqual([8, 16]);
    expect([...(await read('TotalErrorRate')).values()]).toEqual([50, 25]);
  });

  it('throws when CloudWatch rejects a call', async () => {
    await deliver([]);
    await expect(reader().read('Requests', START, START)).rejects.toThrow('CloudWatch returned 400 for Requests');
  });
});
