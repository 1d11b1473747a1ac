import { MIN_LABELS } from '../../../../lambdas/contract/admin/security-rules.ts';
import { hoursUpTo, kindsOf, plus, precisionOf, scoreOf, sumOf } from '../../../../lambdas/domain/security/overview.ts';
import { wilson } from '../../../../lambdas/domain/security/wilson.ts';

const HOUR = '2026-11-28T12:00:00.000Z';

describe('the Wilson interval', () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i of %i is as published', (hits, n, low, high) => {
    const share = wilson(hits, n);
    expect(share.value).toBe(hits / n);
    expect([share.low, share.high].map((value) => value.toFixed(4))).toEqual([low.toFixed(4), high.toFixed(4)]);
  });
});

describe('the precision of rules', () => {
  const labeled = (hits: number, misses: number) =>
    precisionOf(
      new Map([['high_risk', { true_positive: hits, false_positive: misses, benign: 50, undetermined: 50 }]]),
    ).find(({ rule }) => rule === 'high_risk');

  it('is not stated below 20 labels as true or false, however many others there are', () => {
    expect(labeled(MIN_LABELS - 1, 0)).toMatchObject({ n: MIN_LABELS - 1, precision: null });
    expect(labeled(MIN_LABELS - 1, 1)).toMatchObject({ n: MIN_LABELS, precision: { value: 0.95 } });
  });

  it('is listed for every rule', () => {
    expect(precisionOf(new Map()).map(({ rule, n }) => [rule, n])).toEqual([
      ['failed_logins', 0],
      ['high_risk', 0],
      ['concurrent_sessions', 0],
      ['suspicious_patterns', 0],
      ['behavior_anomalies', 0],
    ]);
  });
});

describe('the security score', () => {
  it.each([
    [[], 100, 0],
    [['low'], 70, 30],
    [['medium', 'medium'], 70, 30],
    [['medium', 'high', 'low'], 30, 70],
    [['high', 'critical', 'high'], 10, 90],
  ] as const)('with alerts that are %j is %i', (severities, score, risk) => {
    expect(scoreOf(severities)).toMatchObject({ score, risk });
  });

  it('states its parts, the most severe first', () => {
    expect(scoreOf(['high', 'medium', 'high']).parts).toEqual([
      { severity: 'critical', alerts: 0, points: 90 },
      { severity: 'high', alerts: 2, points: 70 },
      { severity: 'medium', alerts: 1, points: 30 },
      { severity: 'low', alerts: 0, points: 30 },
    ]);
  });
});

describe('the events of an hour', () => {
  const events = [
    { severity: 'info', event_type: 'sign_in' },
    { severity: 'medium', event_type: 'access_denied' },
    { severity: 'medium', event_type: 'rate_limited' },
    { severity: 'medium', event_type: 'access_denied' },
  ] as const;

  it('are summed up the same in parts', () => {
    const sum = sumOf(HOUR, events);
    expect(sum).toEqual({
      hour: HOUR,
      by_severity: { info: 1, medium: 3 },
      by_kind: { sign_in: 1, access_denied: 2, rate_limited: 1 },
    });
    expect(plus(sumOf(HOUR, events.slice(0, 3)), sumOf(HOUR, events.slice(3)))).toEqual(sum);
  });

  it('are listed by kind, the most frequent first', () => {
    expect(kindsOf([sumOf(HOUR, events), sumOf(HOUR, events.slice(0, 1))])).toEqual([
      { event_type: 'access_denied', count: 2 },
      { event_type: 'sign_in', count: 2 },
      { event_type: 'rate_limited', count: 1 },
    ]);
  });
});

it('hours begin at full hours, and the current one is the last', () => {
  expect(hoursUpTo(Date.parse('2026-11-28T01:59:59.999Z'), 3)).toEqual([
    '2026-11-27T23:00:00.000Z',
    '2026-11-28T00:00:00.000Z',
    '2026-11-28T01:00:00.000Z',
  ]);
});
