import {
  type Comparison,
  type Condition,
  evaluate,
  evaluationRange,
  type MissingData,
  type Point,
} from '../../../../infra/local/metrics/evaluation.ts';

const NOW = Date.UTC(2026, 10, 22, 16, 30);
const PERIOD_MS = 300_000;

/** Values in CloudWatch's notation, oldest first: `0` does not breach, `X` breaches, `-` is missing. */
const points = (text: string): readonly (Point | undefined)[] =>
  text
    .split(' ')
    .reverse()
    .map((mark, index) =>
      mark === '-' ? undefined : { at: NOW - index * PERIOD_MS, value: mark === 'X' ? 5 : Number(mark) },
    );

const condition = (changes: Partial<Condition> = {}): Condition => ({
  comparison: 'GreaterThanOrEqualToThreshold',
  threshold: 3,
  periods: 3,
  datapoints: 3,
  missing: 'missing',
  ...changes,
});

const TREATMENTS: readonly MissingData[] = ['missing', 'ignore', 'breaching', 'notBreaching'];
const states = (text: string, datapoints: number): readonly string[] =>
  TREATMENTS.map((missing) => evaluate(condition({ datapoints, missing }), points(text))?.state ?? 'keeps');

describe('the evaluation of an alarm', () => {
  // The tables of "Configuring how CloudWatch alarms treat missing data".
  it.each([
    ['0 - X - X', 3, ['OK', 'OK', 'OK', 'OK']],
    ['0 - - - -', 3, ['OK', 'OK', 'OK', 'OK']],
    ['- - - - -', 3, ['INSUFFICIENT_DATA', 'keeps', 'ALARM', 'OK']],
    ['0 X X - X', 3, ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['- - X - -', 3, ['ALARM', 'keeps', 'ALARM', 'OK']],
    ['0 - X - X', 2, ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['0 0 X 0 X', 2, ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['0 - X - -', 2, ['OK', 'OK', 'ALARM', 'OK']],
    ['- - - - 0', 2, ['OK', 'OK', 'ALARM', 'OK']],
    ['- - - X -', 2, ['ALARM', 'keeps', 'ALARM', 'OK']],
  ])("%s with %d of 3 gives the states of CloudWatch's table", (text, datapoints, expected) => {
    expect(states(text, datapoints)).toEqual(expected);
  });

  it.each(['- - - - X', '- - - X -'])('%s does not raise an alarm of 3 values too early', (text) => {
    expect(states(text, 3).slice(0, 2)).toEqual(['OK', 'keeps']);
  });

  it.each<[string, number, number, MissingData, string]>([
    ['0 0 X', 1, 1, 'notBreaching', 'ALARM'],
    ['X X 0', 1, 1, 'notBreaching', 'OK'],
    // Older real values come before missing ones.
    ['- X -', 1, 1, 'notBreaching', 'ALARM'],
    ['- - -', 1, 1, 'notBreaching', 'OK'],
    ['0 0 0 X X X 0', 5, 3, 'missing', 'ALARM'],
    ['0 X X 0 0 X 0', 5, 3, 'missing', 'OK'],
    ['X 0 X 0 X 0 0', 5, 2, 'missing', 'ALARM'],
  ])('%s with %d periods, %d of them breaching, missing data %s: %s', (text, periods, datapoints, missing, state) => {
    const given = condition({ periods, datapoints, missing });
    expect(points(text)).toHaveLength(evaluationRange(given));
    expect(evaluate(given, points(text))?.state).toBe(state);
  });

  it.each<[Comparison, readonly string[]]>([
    ['GreaterThanOrEqualToThreshold', ['OK', 'ALARM', 'ALARM']],
    ['GreaterThanThreshold', ['OK', 'OK', 'ALARM']],
    ['LessThanThreshold', ['ALARM', 'OK', 'OK']],
    ['LessThanOrEqualToThreshold', ['ALARM', 'ALARM', 'OK']],
  ])('%s compares values below, at and above the threshold', (comparison, expected) => {
    const single = condition({ comparison, periods: 1, datapoints: 1 });
    expect([2, 3, 4].map((value) => evaluate(single, points(`- - ${value}`))?.state)).toEqual(expected);
  });
});

describe('the reason of a state', () => {
  const reason = (text: string, changes: Partial<Condition>): string | undefined =>
    evaluate(condition(changes), points(text))?.reason;

  it.each<[string, Partial<Condition>, string]>([
    [
      '- - X',
      { periods: 1, datapoints: 1 },
      'Threshold Crossed: 1 datapoint [5.0 (22/11/26 16:30:00)] was greater than or equal to the threshold (3.0).',
    ],
    [
      '- - 1.5',
      { periods: 1, datapoints: 1 },
      'Threshold Crossed: 1 datapoint [1.5 (22/11/26 16:30:00)] was not greater than or equal to the threshold (3.0).',
    ],
    [
      '0 0 X 0 X',
      { datapoints: 2 },
      'Threshold Crossed: 2 out of the last 3 datapoints [5.0 (22/11/26 16:30:00), 5.0 (22/11/26 16:20:00)] were ' +
        'greater than or equal to the threshold (3.0).',
    ],
    [
      '- - -',
      { periods: 1, datapoints: 1, missing: 'notBreaching' },
      'Threshold Crossed: no datapoints were received for 1 period and 1 missing datapoint was treated as ' +
        '[NonBreaching].',
    ],
    [
      '- - - - X',
      { missing: 'breaching' },
      'Threshold Crossed: 1 datapoint [5.0 (22/11/26 16:30:00)] was greater than or equal to the threshold (3.0) ' +
        'and 2 missing datapoints were treated as [Breaching].',
    ],
    ['- - -', { periods: 1, datapoints: 1 }, 'Insufficient Data: 1 datapoint was unknown.'],
    ['- - - - -', {}, 'Insufficient Data: 3 datapoints were unknown.'],
  ])('of %s', (text, changes, expected) => {
    expect(reason(text, changes)).toBe(expected);
  });
});
