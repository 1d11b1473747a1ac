import { createManualClock, type ManualClock } from '../../../../infra/local/clock.ts';
import { createEngines } from '../../../../infra/local/engines.ts';
import { readAlarm } from '../../../../infra/local/metrics/definition.ts';
import { metricsEngine } from '../../../../infra/local/metrics/entry.ts';
import { alarmTimerEngine, EVALUATION_MS } from '../../../../infra/local/metrics/timer-entry.ts';
import { conditionInWords } from '../../../../infra/local/metrics/words.ts';
import { createMeaningOf } from '../../../../infra/local/resources/registry.ts';

type Properties = Readonly<Record<string, unknown>>;

const MINUTE = 60_000;

const resource = (properties: Properties, logicalId = 'Errors') => ({
  stack: { name: 'S', assets: new Map() } as never,
  logicalId,
  type: 'AWS::CloudWatch::Alarm',
  properties,
});

const single: Properties = {
  AlarmDescription: 'Users see errors.',
  Namespace: 'Toys',
  MetricName: 'Errors',
  Dimensions: [{ Name: 'Shop', Value: 'a' }],
  Statistic: 'Sum',
  Period: '300',
  EvaluationPeriods: 1,
  Threshold: 3,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  TreatMissingData: 'notBreaching',
  Tags: [{ Key: 'stage', Value: 'local' }],
};

const stat = (Id: string, shop: string, Period = 300, Namespace = 'Toys') => ({
  Id,
  ReturnData: false,
  MetricStat: {
    Metric: { Namespace, MetricName: 'Errors', Dimensions: [{ Name: 'Shop', Value: shop }] },
    Period,
    Stat: 'Sum',
  },
});
const math = (Expression: string, ...metrics: readonly ReturnType<typeof stat>[]): Properties => ({
  EvaluationPeriods: 1,
  Threshold: 3,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  TreatMissingData: 'notBreaching',
  Metrics: [{ Id: 'e1', Expression, Label: 'Errors', ReturnData: true }, ...metrics],
});

const open = async (properties: Properties) => {
  const clock: ManualClock = createManualClock(Date.UTC(2026, 0, 1, 12));
  const lines: string[] = [];
  const stops: (() => unknown)[] = [];
  const { parts, instanceOf } = createEngines({
    dataDir: '/nowhere',
    clock,
    inMemory: true,
    addresses: { site: 'http://localhost:1', uploads: 'http://127.0.0.1:2', aws: 'http://127.0.0.1:3' },
    onStop: (stop) => stops.push(stop),
    onLog: (folder, line) => lines.push(`${folder} ${line}`),
    list: [metricsEngine, alarmTimerEngine],
  });
  const provisioned = await createMeaningOf(parts)('AWS::CloudWatch::Alarm')?.provision(resource(properties));
  for (const { start } of parts) await start?.();
  const metrics = instanceOf(metricsEngine);
  const { store, alarms } = metrics;
  const record = (value: number, shop = 'a', namespace = 'Toys') =>
    store.recorder({ namespace, name: 'Errors', dimensions: { Shop: shop } }, 'Count').add(value);
  const state = () => alarms.list()[0]?.state;
  return { clock, metrics, lines, stops, provisioned, record, state, alarm: () => alarms.list()[0] };
};

describe('an alarm of the template', () => {
  it('has a name and an ARN', async () => {
    const { provisioned } = await open(single);
    expect(provisioned).toEqual({
      ref: 'S-Errors',
      attributes: { Arn: 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:S-Errors' },
    });
  });

  it('goes into ALARM within an evaluation, returns to OK, and logs each change once', async () => {
    const { clock, lines, record, state, alarm } = await open(single);
    expect(state()).toBe('OK');
    for (let index = 0; index < 3; index += 1) record(1);
    await clock.advance(EVALUATION_MS);
    expect(alarm()).toMatchObject({ state: 'ALARM', since: clock.now() });
    await clock.advance(3 * EVALUATION_MS);
    expect(lines).toEqual([expect.stringMatching(/^alarms .*"message":"S-Errors is now ALARM".*3\.0/)]);
    const since = alarm()?.since;
    await clock.advance(5 * MINUTE);
    record(0);
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('OK');
    expect(alarm()?.since).toBeGreaterThan(since ?? Infinity);
    expect(lines.slice(1)).toEqual([expect.stringContaining('S-Errors is now OK')]);
  });

  it('uses older values before it treats data as missing', async () => {
    const { clock, record, state } = await open(single);
    record(3);
    await clock.advance(EVALUATION_MS);
    // CloudWatch reads more periods than it needs, so an alarm outlasts the last value for a while.
    await clock.advance(10 * MINUTE);
    expect(state()).toBe('ALARM');
    await clock.advance(6 * MINUTE);
    expect(state()).toBe('OK');
  });

  it('adds metrics with SUM, and skips those without values', async () => {
    const { clock, record, state } = await open(
      math('SUM([m0, m1, m2])', stat('m0', 'a'), stat('m1', 'b'), stat('m2', 'c')),
    );
    record(2, 'a');
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('OK');
    record(1, 'c');
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('ALARM');
  });

  it('ignores missing data of DynamoDB', async () => {
    const { clock, record, state } = await open(math('SUM([m0])', stat('m0', 'a', 300, 'AWS/DynamoDB')));
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('INSUFFICIENT_DATA');
    record(3, 'a', 'AWS/DynamoDB');
    await clock.advance(EVALUATION_MS);
    await clock.advance(30 * MINUTE);
    expect(state()).toBe('ALARM');
  });

  it('fills missing data of DynamoDB, so that it starts in OK and returns to it', async () => {
    const { clock, record, state } = await open({
      ...math('SUM([FILL(m0, 0), FILL(m1, 0)])', stat('m0', 'a', 300, 'AWS/DynamoDB'), stat('m1', 'b')),
      EvaluationPeriods: 3,
      DatapointsToAlarm: 1,
    });
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('OK');
    record(3, 'a', 'AWS/DynamoDB');
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('ALARM');
    await clock.advance(16 * MINUTE);
    expect(state()).toBe('OK');
  });

  it('adds filled and other metrics', async () => {
    const { clock, record, state } = await open(math('SUM([FILL(m0, 2), m1])', stat('m0', 'a'), stat('m1', 'b')));
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('OK');
    record(1, 'b');
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('ALARM');
  });

  it('is evaluated again after an evaluation failed', async () => {
    const { clock, metrics, record, state } = await open(single);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let isBroken = true;
    metrics.onSample(() => {
      if (isBroken) throw new Error('The queue is closed');
    });
    record(5);
    await clock.advance(EVALUATION_MS);
    expect([state(), logged.mock.calls.length]).toEqual(['OK', 1]);
    isBroken = false;
    await clock.advance(EVALUATION_MS);
    expect(state()).toBe('ALARM');
    logged.mockRestore();
  });

  it('is not evaluated after the stop', async () => {
    const { clock, stops, record, state } = await open(single);
    for (const stop of stops) await stop();
    record(3);
    await clock.advance(MINUTE);
    expect(state()).toBe('OK');
  });

  it.each<[string, Properties]>([
    ['Sum of Errors is at least 3 in 5 minutes', single],
    [
      'p99 of Errors is above 1,500 in 2 of 3 periods of 1 minute',
      {
        ...single,
        Statistic: undefined,
        ExtendedStatistic: 'p99',
        Period: 60,
        EvaluationPeriods: 3,
        DatapointsToAlarm: 2,
        Threshold: 1500,
        ComparisonOperator: 'GreaterThanThreshold',
      },
    ],
    [
      'Average of Errors is below 1 in 2 consecutive periods of 10 minutes',
      {
        ...single,
        Statistic: 'Average',
        Period: 600,
        EvaluationPeriods: 2,
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
      },
    ],
    [
      'Sum of Errors over 2 metrics is at least 3 in 5 minutes',
      math('SUM([m0, m1])', stat('m0', 'a'), stat('m1', 'b')),
    ],
  ])('says "%s"', (words, properties) => {
    expect(conditionInWords(readAlarm(resource(properties)))).toBe(words);
  });

  it.each<[string, Properties, string | RegExp]>([
    ['an unknown property', { ...single, ThresholdMetricId: 'm1' }, /ThresholdMetricId/],
    ['an unknown comparison', { ...single, ComparisonOperator: 'GreaterThanUpperThreshold' }, /^property Comparison/],
    ['no statistic', { ...single, Statistic: undefined }, 'it needs a statistic and a period, or Metrics'],
    ['another statistic', { ...single, Statistic: undefined, ExtendedStatistic: 'tm99' }, /the statistic tm99/],
    ['a period in seconds', { ...single, Period: 10 }, 'Period 10 in query m1 is not a multiple of 60'],
    ['values of more than two hours', { ...single, Period: 3600 }, /more than two hours/],
    [
      'other math',
      math('m0 + m1', stat('m0', 'a'), stat('m1', 'b')),
      /supports only SUM\(\[id or FILL\(id, number\), \.\.\.\]\) and not m0 \+ m1/,
    ],
    ['math with an unknown metric', math('SUM([m0, m9])', stat('m0', 'a')), /m9 is not a metric's Id/],
    ['other fillings', math('SUM([FILL(m0, REPEAT)])', stat('m0', 'a')), /supports only SUM/],
    ['a filled unknown metric', math('SUM([FILL(m9, 0)])', stat('m0', 'a')), /m9 is not a metric's Id/],
    ['math with several periods', math('SUM([m0, m1])', stat('m0', 'a'), stat('m1', 'b', 60)), /different periods/],
    ['two metrics with values', math('SUM([m0])', { ...stat('m0', 'a'), ReturnData: true } as never), /exactly one/],
  ])('rejects %s', (_name, properties, message) => {
    expect(() => readAlarm(resource(properties))).toThrow(message);
  });
});
