import { createAccess, createAuthorize } from '../../../../infra/local/iam/access.ts';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { createAlarms } from '../../../../infra/local/metrics/alarms.ts';
import { readAlarm } from '../../../../infra/local/metrics/definition.ts';
import { createCloudWatchService } from '../../../../infra/local/metrics/service.ts';
import { createMetricStore } from '../../../../infra/local/metrics/store.ts';
import { createRoleBook } from '../../../../infra/local/roles.ts';
import { serve, type ServedService } from '../../../support/network/aws-server.ts';

const ROLE = 'arn:aws:iam::000000000000:role/r';
const NOW = Date.UTC(2026, 0, 1, 12, 0, 30) / 1000;
/** Start of the current minute. */
const MINUTE = NOW - 30;

const clock = createManualClock(NOW * 1000);
let served: ServedService;
let store: ReturnType<typeof createMetricStore>;
let alarms: ReturnType<typeof createAlarms>;

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

const call = async (name: string, input: unknown, signed = true): Promise<Answer> => {
  const response = await fetch(served.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `GraniteServiceVersion20100801.${name}`,
      ...(signed
        ? { authorization: 'AWS4-HMAC-SHA256 Credential=LOCALOPERATOR/20260101/us-east-1/monitoring/aws4_request' }
        : {}),
    },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'], headers: response.headers };
};

const DIMENSIONS = [{ Name: 'Shop', Value: 'a' }];
const query = (Id: string, Stat = 'Sum', Period = 60, extra: object = {}) => ({
  Id,
  MetricStat: { Metric: { Namespace: 'Toys', MetricName: 'Sales', Dimensions: DIMENSIONS }, Period, Stat },
  ...extra,
});
const get = (...MetricDataQueries: readonly unknown[]) => ({
  MetricDataQueries,
  StartTime: MINUTE - 600,
  EndTime: MINUTE + 60,
});
const put = (...MetricData: readonly object[]) => ({ Namespace: 'Toys', MetricData });
const sale = (extra: object) => ({ MetricName: 'Sales', Dimensions: DIMENSIONS, ...extra });

beforeEach(async () => {
  store = createMetricStore(clock);
  alarms = createAlarms({ clock, store });
  served = await serve(createCloudWatchService({ clock, store, alarms }));
});
afterEach(() => served.close());

describe('PutMetricData and GetMetricData', () => {
  it('store and return values, newest first', async () => {
    const stored = await call(
      'PutMetricData',
      put(
        sale({ Value: 2, Unit: 'Count' }),
        sale({ Values: [1, 5], Counts: [3, 1], Unit: 'Count' }),
        sale({ StatisticValues: { SampleCount: 2, Sum: 6, Minimum: 2, Maximum: 4 }, Timestamp: MINUTE - 60 }),
      ),
    );
    expect([stored.status, stored.body]).toEqual([200, {}]);
    const { status, body } = await call('GetMetricData', get(query('sum'), query('most', 'Maximum')));
    expect(status).toBe(200);
    expect(body).toEqual({
      MetricDataResults: [
        { Id: 'sum', Label: 'Sales', Timestamps: [MINUTE, MINUTE - 60], Values: [10, 6], StatusCode: 'Complete' },
        { Id: 'most', Label: 'Sales', Timestamps: [MINUTE, MINUTE - 60], Values: [5, 4], StatusCode: 'Complete' },
      ],
      Messages: [],
    });
  });

  it('return values of longer periods, oldest first on request', async () => {
    for (const [minutes, Value] of [
      [9, 1],
      [8, 2],
      [1, 4],
    ] as const)
      await call('PutMetricData', put(sale({ Value, Timestamp: MINUTE - 60 * minutes })));
    const { body } = await call('GetMetricData', { ...get(query('sum', 'Sum', 300)), ScanBy: 'TimestampAscending' });
    expect(body['MetricDataResults']).toEqual([
      expect.objectContaining({ Timestamps: [MINUTE - 600, MINUTE - 300], Values: [3, 4] }),
    ]);
  });

  it('add metrics with SUM and return only what has ReturnData', async () => {
    await call('PutMetricData', put(sale({ Value: 2 })));
    const { body } = await call(
      'GetMetricData',
      get(query('m0', 'Sum', 60, { ReturnData: false }), query('m1', 'SampleCount', 60, { ReturnData: false }), {
        Id: 'total',
        Expression: 'SUM([m0, m1])',
        Label: 'Total',
      }),
    );
    expect(body['MetricDataResults']).toEqual([
      { Id: 'total', Label: 'Total', Timestamps: [MINUTE], Values: [3], StatusCode: 'Complete' },
    ]);
  });

  it('filter by unit', async () => {
    await call('PutMetricData', put(sale({ Value: 2, Unit: 'Count' })));
    const withUnit = (Unit: string) => {
      const { Id, MetricStat } = query('sum');
      return { Id, MetricStat: { ...MetricStat, Unit } };
    };
    const values = async (Unit: string) =>
      ((await call('GetMetricData', get(withUnit(Unit)))).body['MetricDataResults'] as { Values: number[] }[])[0]
        ?.Values;
    expect([await values('Count'), await values('Bytes')]).toEqual([[2], []]);
  });

  it('end soon after the present, however late the requested end is', async () => {
    await call('PutMetricData', put(sale({ Value: 2 })));
    const { status } = await call('GetMetricData', { ...get(query('q')), EndTime: 1e13 });
    expect(status).toBeLessThan(500);
  });

  it('store nothing for an empty list of values', async () => {
    const { status } = await call('PutMetricData', put(sale({ Values: [] })));
    expect(status).toBe(400);
  });

  it('store nothing when one value is invalid', async () => {
    const { status } = await call('PutMetricData', put(sale({ Value: 2 }), sale({ Value: 1, Values: [1] })));
    expect([status, store.list()]).toEqual([400, []]);
  });

  it.each<[string, object, string, string | RegExp]>([
    ['no namespace', { MetricData: [] }, 'MissingRequiredParameterException', 'The parameter Namespace is required.'],
    ['a namespace of AWS', { ...put(), Namespace: 'AWS/Lambda' }, 'InvalidParameterValueException', /AWS\//],
    [
      'too many values',
      put(...Array.from({ length: 1001 }, () => sale({ Value: 1 }))),
      'InvalidParameterValueException',
      /MetricData/,
    ],
    [
      'no value',
      put(sale({})),
      'MissingRequiredParameterException',
      /^At least one of the parameters MetricData.member.1/,
    ],
    [
      'two kinds of values',
      put(sale({ Value: 1, Values: [1] })),
      'InvalidParameterCombinationException',
      /mutually exclusive/,
    ],
    [
      'counts of another length',
      put(sale({ Values: [1], Counts: [1, 2] })),
      'InvalidParameterCombinationException',
      /same size/,
    ],
    [
      '151 values',
      put(sale({ Values: Array.from({ length: 151 }, () => 1) })),
      'InvalidParameterValueException',
      /Values/,
    ],
    ['a value that is too large', put(sale({ Value: 2 ** 361 })), 'InvalidParameterValueException', /Value/],
    ['an unknown unit', put(sale({ Value: 1, Unit: 'Apples' })), 'InvalidParameterValueException', /Unit/],
    [
      'an old time',
      put(sale({ Value: 1, Timestamp: NOW - 15 * 86_400 })),
      'InvalidParameterValueException',
      /past two weeks/,
    ],
    [
      'a future time',
      put(sale({ Value: 1, Timestamp: NOW + 3 * 3600 })),
      'InvalidParameterValueException',
      /two hours in the future/,
    ],
    [
      'a set with a wrong order',
      put(sale({ StatisticValues: { SampleCount: 1, Sum: 1, Minimum: 2, Maximum: 1 } })),
      'InvalidParameterValueException',
      /Maximum/,
    ],
    [
      '31 dimensions',
      put({
        MetricName: 'a',
        Value: 1,
        Dimensions: Array.from({ length: 31 }, (_, i) => ({ Name: `n${i}`, Value: 'v' })),
      }),
      'InvalidParameterValueException',
      /Dimensions/,
    ],
  ])('PutMetricData rejects %s', async (_what, input, code, message) => {
    const { status, body, headers } = await call('PutMetricData', input);
    expect([status, body['__type']]).toEqual([400, code]);
    expect(body['message']).toEqual(expect.stringMatching(message));
    // SDK clients report the name of the query protocol.
    const old = { MissingRequiredParameterException: 'MissingParameter' }[code] ?? code.replace(/Exception$/, '');
    expect(headers.get('x-amzn-query-error')).toBe(`${old};Sender`);
  });

  it.each<[string, object, string, string | RegExp]>([
    ['no queries', { StartTime: 1, EndTime: 2 }, 'MissingRequiredParameterException', /MetricDataQueries/],
    ['an end before its start', { ...get(query('a')), EndTime: 1 }, 'ValidationError', /StartTime must be less/],
    ['an invalid Id', get(query('A')), 'InvalidParameterValueException', /Id/],
    ['a repeated Id', get(query('a'), query('a')), 'ValidationError', /not unique: a/],
    ['neither metric nor expression', get({ Id: 'a' }), 'ValidationError', /either a MetricStat or an Expression/],
    [
      'other metric math',
      get(query('a'), { Id: 'e', Expression: 'a / 2' }),
      'ValidationError',
      /^Error in expression 'e'/,
    ],
    ['an unknown statistic', get(query('a', 'Median')), 'ValidationError', /Median/],
    ['a period of seconds', get(query('a', 'Sum', 10)), 'ValidationError', /multiple of 60/],
    ['a page token', { ...get(query('a')), NextToken: 'x' }, 'InvalidNextToken', /./],
  ])('GetMetricData rejects %s', async (_what, input, code, message) => {
    const { status, body } = await call('GetMetricData', input);
    expect([status, body['__type']]).toEqual([400, code]);
    expect(body['message']).toEqual(expect.stringMatching(message));
  });

  it('reject more values than the caller wants', async () => {
    await call('PutMetricData', put(sale({ Value: 1 }), sale({ Value: 1, Timestamp: MINUTE - 60 })));
    const { body } = await call('GetMetricData', { ...get(query('a')), MaxDatapoints: 1 });
    expect(body['__type']).toBe('ValidationError');
  });
});

describe('DescribeAlarms', () => {
  const define = (AlarmName: string): void =>
    alarms.define(
      readAlarm({
        stack: { name: 'S' } as never,
        logicalId: 'A',
        type: 'AWS::CloudWatch::Alarm',
        properties: {
          AlarmName,
          AlarmDescription: 'Sales are low.',
          Namespace: 'Toys',
          MetricName: 'Sales',
          Dimensions: DIMENSIONS,
          Statistic: 'Sum',
          Period: 60,
          EvaluationPeriods: 1,
          Threshold: 3,
          ComparisonOperator: 'LessThanThreshold',
          Tags: [],
        },
      }),
    );
  const names = ({ body }: Answer) =>
    (body['MetricAlarms'] as { AlarmName: string }[]).map(({ AlarmName }) => AlarmName);

  it('returns alarms with their state', async () => {
    define('low');
    await call('PutMetricData', put(sale({ Value: 2 })));
    alarms.evaluate();
    const { body } = await call('DescribeAlarms', {});
    expect(body).toEqual({
      CompositeAlarms: [],
      MetricAlarms: [
        {
          AlarmName: 'low',
          AlarmArn: 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:low',
          AlarmDescription: 'Sales are low.',
          ActionsEnabled: true,
          AlarmActions: [],
          OKActions: [],
          InsufficientDataActions: [],
          Namespace: 'Toys',
          MetricName: 'Sales',
          Dimensions: DIMENSIONS,
          Statistic: 'Sum',
          Period: 60,
          EvaluationPeriods: 1,
          Threshold: 3,
          ComparisonOperator: 'LessThanThreshold',
          TreatMissingData: 'missing',
          AlarmConfigurationUpdatedTimestamp: NOW,
          StateValue: 'ALARM',
          StateReason: 'Threshold Crossed: 1 datapoint [2.0 (01/01/26 12:00:00)] was less than the threshold (3.0).',
          StateUpdatedTimestamp: NOW,
          StateTransitionedTimestamp: NOW,
        },
      ],
    });
  });

  it('filters by name, prefix and state, and pages', async () => {
    for (const name of ['a-1', 'a-2', 'b-1']) define(name);
    expect(names(await call('DescribeAlarms', { AlarmNames: ['b-1', 'none'] }))).toEqual(['b-1']);
    expect(names(await call('DescribeAlarms', { AlarmNamePrefix: 'a-' }))).toEqual(['a-1', 'a-2']);
    expect(names(await call('DescribeAlarms', { StateValue: 'OK' }))).toEqual([]);
    expect(names(await call('DescribeAlarms', { AlarmTypes: ['CompositeAlarm'] }))).toEqual([]);
    const first = await call('DescribeAlarms', { MaxRecords: 2 });
    expect([names(first), first.body['NextToken']]).toEqual([['a-1', 'a-2'], '2']);
    const second = await call('DescribeAlarms', { MaxRecords: 2, NextToken: '2' });
    expect([names(second), second.body['NextToken']]).toEqual([['b-1'], undefined]);
    expect((await call('DescribeAlarms', { NextToken: 'x' })).body['__type']).toBe('InvalidNextToken');
  });
});

describe('the service', () => {
  it.each(['GetMetricData', 'PutMetricData', 'DescribeAlarms'])('requires a signed request for %s', async (name) => {
    const input = { GetMetricData: get(query('a')), PutMetricData: put(sale({ Value: 1 })) }[name] ?? {};
    expect(await call(name, input, false)).toMatchObject({ status: 403 });
  });

  it('names an operation that it does not support', async () => {
    expect((await call('PutDashboard', {})).body).toMatchObject({
      __type: 'UnknownOperationException',
      message: 'The local cloud does not support GraniteServiceVersion20100801.PutDashboard',
    });
  });

  it('asks for the permission of each action, with its namespace or alarm', async () => {
    const roles = createRoleBook();
    const Statement = [
      {
        Effect: 'Allow',
        Action: 'cloudwatch:PutMetricData',
        Resource: '*',
        Condition: { StringEquals: { 'cloudwatch:namespace': 'Toys' } },
      },
      {
        Effect: 'Allow',
        Action: 'cloudwatch:DescribeAlarms',
        Resource: 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:mine',
      },
    ];
    roles.define({ arn: ROLE, name: 'r', documents: [{ Statement }] });
    const authorize = createAuthorize(createAccess({ roles }), 'AccessDenied', 403);
    await served.close();
    const service = createCloudWatchService({ clock, store, alarms, authorize });
    served = await serve({
      signingName: 'monitoring',
      handle: (request, response, caller) =>
        service.handle(request, response, caller && { ...caller, name: 'fn', roleArn: ROLE }),
    });
    const statuses = [
      await call('PutMetricData', put(sale({ Value: 1 }))),
      await call('PutMetricData', { ...put(sale({ Value: 1 })), Namespace: 'Games' }),
      await call('GetMetricData', get(query('a'))),
      await call('DescribeAlarms', { AlarmNames: ['mine'] }),
      await call('DescribeAlarms', {}),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 403, 200, 403]);
  });
});
