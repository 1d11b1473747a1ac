import { readAlarm } from '../../../../infra/local/metrics/definition.ts';
import { startConsole, type TestConsole } from './console-support.ts';

let local: TestConsole;
beforeAll(async () => {
  local = await startConsole();
});
afterAll(() => local.stop());

const MINUTE = 60_000;

it('shows no metrics and no alarms at first', async () => {
  expect(await local.get('metrics')).toEqual({ namespaces: [], namespace: '', metrics: [] });
  expect(await local.get('alarms')).toEqual([]);
  expect(await local.get('overview')).toMatchObject({ alarms: 0 });
});

it('shows the metrics of a namespace with their last value and the last hour', async () => {
  const { clock, metrics } = local;
  const recorder = (namespace: string, name: string, unit: string) =>
    metrics.recorder({ namespace, name, dimensions: { Shop: 'a' } }, unit);
  recorder('Toys', 'Sales', 'Count').add(2);
  recorder('Toys', 'Wait', 'Seconds').add(4);
  recorder('Toys', 'Line', 'Count').set(9);
  recorder('Games', 'Sales', 'Count').add(1);
  await clock.advance(30 * MINUTE);
  for (const value of [3, 5]) {
    recorder('Toys', 'Sales', 'Count').add(value);
    recorder('Toys', 'Wait', 'Seconds').add(value);
    recorder('Toys', 'Line', 'Count').set(value);
  }
  const { namespaces, namespace } = await local.get<{ namespaces: unknown; namespace: string }>('metrics');
  expect([namespaces, namespace]).toEqual([
    [
      { name: 'Games', metrics: 1 },
      { name: 'Toys', metrics: 3 },
    ],
    'Games',
  ]);
  const shown = await local.get<{ metrics: { hour: (number | null)[] }[] }>('metrics?namespace=Toys');
  const lastAt = clock.now();
  const toy = { dimensions: { Shop: 'a' }, lastAt };
  expect(shown.metrics).toMatchObject([
    { ...toy, name: 'Line', statistic: 'Maximum', last: 5 },
    { ...toy, name: 'Sales', unit: 'Count', statistic: 'Sum', last: 8 },
    { ...toy, name: 'Wait', statistic: 'Average', last: 4 },
  ]);
  const hour = (earlier: number, now: number) => [
    null,
    null,
    null,
    null,
    null,
    earlier,
    null,
    null,
    null,
    null,
    null,
    now,
  ];
  expect(shown.metrics.map((metric) => metric.hour)).toEqual([hour(9, 5), hour(2, 8), hour(4, 4)]);
});

it('shows alarms with their condition, and counts those in ALARM', async () => {
  const { clock, alarms, metrics } = local;
  alarms.define(
    readAlarm({
      stack: { name: 'S' } as never,
      logicalId: 'Sales',
      type: 'AWS::CloudWatch::Alarm',
      properties: {
        AlarmDescription: 'Too many sales.',
        Namespace: 'Toys',
        MetricName: 'Many',
        Statistic: 'Sum',
        Period: 300,
        EvaluationPeriods: 1,
        Threshold: 3,
        ComparisonOperator: 'GreaterThanThreshold',
      },
    }),
  );
  expect(await local.get('alarms')).toEqual([
    {
      name: 'S-Sales',
      description: 'Too many sales.',
      state: 'INSUFFICIENT_DATA',
      condition: 'Sum of Many is above 3 in 5 minutes',
      since: clock.now(),
      reason: 'Unchecked: Initial alarm creation',
    },
  ]);
  metrics.recorder({ namespace: 'Toys', name: 'Many', dimensions: {} }, 'Count').add(4);
  alarms.evaluate();
  expect(await local.get('alarms')).toMatchObject([{ state: 'ALARM', reason: expect.stringContaining('4.0') }]);
  expect(await local.get('overview')).toMatchObject({ alarms: 1 });
});
