import { endpoints } from '../../lambdas/contract/index.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../support/stack/assembly.ts';

let prod: Assembly;

beforeAll(async () => {
  prod = await assemblyOf('prod');
});

const text = (value: unknown) => JSON.stringify(value);

describe('the alarms', () => {
  it('has at most 25 alarms, each with a description', () => {
    const alarms = resourcesOf(prod, 'AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(8);
    expect(alarms.length).toBeLessThanOrEqual(25);
    for (const { properties } of alarms) expect(String(properties['AlarmDescription']).length).toBeGreaterThan(60);
  });

  const sum = /^SUM\(\[m0(, m\d+)*\]\)$/;
  const filledSum = /^SUM\(\[FILL\(m0, 0\)(, FILL\(m\d+, 0\))*\]\)$/;

  it('adds metrics with SUM, which skips those without a value', () => {
    const expressions = resourcesOf(prod, 'AWS::CloudWatch::Alarm')
      .flatMap(({ properties }) => (properties['Metrics'] ?? []) as { Expression?: string }[])
      .flatMap(({ Expression }) => Expression ?? []);
    expect(expressions.length).toBeGreaterThan(3);
    expect(expressions.filter((expression) => !sum.test(expression) && !filledSum.test(expression))).toEqual([]);
  });

  // CloudWatch ignores missing data of these metrics, whatever the alarm says. A filled value can replace a late one,
  // so one period is not enough ("FILL" in the CloudWatch user guide).
  it('fills missing values of DynamoDB, and reads several periods', () => {
    const alarms = resourcesOf(prod, 'AWS::CloudWatch::Alarm').filter(({ properties }) =>
      text(properties)?.includes('AWS/DynamoDB'),
    );
    expect(alarms).toHaveLength(1);
    for (const { properties } of alarms) {
      const [{ Expression = '' } = {}] = properties['Metrics'] as { Expression?: string }[];
      expect(Expression).toMatch(filledSum);
      expect([Number(properties['EvaluationPeriods']) > 1, properties['DatapointsToAlarm']]).toEqual([true, 1]);
    }
  });

  // By the responses of the API, by the failure queues of queues, streams and rules, or by the function's own errors.
  it('has an alarm for the failures of every function', () => {
    const alarms = resourcesOf(prod, 'AWS::CloudWatch::Alarm');
    const descriptions = alarms.map(({ properties }) => String(properties['AlarmDescription'])).join('\n');
    const apiFunctions = new Set(Object.keys(endpoints).map((key) => key.split('.')[0]));
    // Failures of functions that these start end up in a failure queue, and each of those queues has an alarm.
    const started = text(
      [...resourcesOf(prod, 'AWS::Lambda::EventSourceMapping'), ...resourcesOf(prod, 'AWS::Events::Rule')].map(
        ({ properties }) => properties,
      ),
    );
    const queues = resourcesOf(prod, 'AWS::SQS::Queue').filter(({ id }) => /DeadLetters|Failure/.test(id));
    expect(
      queues.filter(({ id }) => !text(alarms.map(({ properties }) => properties)).includes(id)).map(({ id }) => id),
    ).toEqual([]);
    const functions = resourcesOf(prod, 'AWS::Lambda::Function').flatMap(({ id, properties }) => {
      const [, folder] = /^soundstage (.+)$/.exec(String(properties['Description'] ?? '')) ?? [];
      return folder === undefined ? [] : [{ id, folder }];
    });
    const unwatched = functions.filter(
      ({ id, folder }) =>
        !apiFunctions.has(folder) && !started.includes(`"${id}"`) && !descriptions.includes(`${folder}: `),
    );
    expect(unwatched.map(({ folder }) => folder)).toEqual([]);
    expect(functions.filter(({ folder }) => descriptions.includes(`${folder}: `)).length).toBeGreaterThan(5);
  });
});
