import {
  ALERT_SUPPRESSION_MS,
  CDN_RULES,
  type CdnAlertRule,
} from '../../../../lambdas/contract/delivery/monitor-rules.ts';
import { outcomeOf, outcomesOf, readingsOf, type Readings } from '../../../../lambdas/domain/delivery/alert-rules.ts';
import { NO_DELIVERY } from '../../../../lambdas/domain/delivery/sums.ts';
import type { MetricsWindow, Probe } from '../../../../lambdas/domain/delivery/watch-state.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const iso = (at: number): string => new Date(at).toISOString();

const recent = (fields: Partial<MetricsWindow>): MetricsWindow => ({
  from: iso(NOW - 420_000),
  to: iso(NOW - 120_000),
  requests: 51,
  bytes: 1000,
  client_error_rate: 0,
  server_error_rate: 0,
  error_rate: 0,
  failed_probes: 0,
  ...fields,
});
const probe = (fields: Partial<Probe> = {}): Probe => ({ at: iso(NOW), ok: true, first_byte_ms: 100, ...fields });
const slow = (time: number, count = 3): readonly Probe[] =>
  Array.from({ length: count }, () => probe({ first_byte_ms: time }));

/** A site whose logs have this number of requests, of which some percent are hits. */
const day = (requests: number, percent: number): NonNullable<Readings['day']> => ({
  sums: { ...NO_DELIVERY, requests, hits: (requests * percent) / 100, misses: (requests * (100 - percent)) / 100 },
  from: iso(NOW - 86_400_000),
  to: iso(NOW),
});
const fine: Readings = { recent: recent({}), probes: slow(100), day: day(100, 95) };

/** The rules that raise an alert. */
const raised = (readings: Partial<Readings>): readonly CdnAlertRule[] =>
  outcomesOf(readingsOf({ ...fine, ...readings }), [], NOW).flatMap((outcome) =>
    outcome.kind === 'raise' ? [outcome.alert.rule] : [],
  );

it('has the rules of the specification', () => {
  expect(CDN_RULES).toEqual({
    'error-rate': { severity: 'critical', threshold: 5, raisedBy: 'above' },
    'cache-hit-ratio': { severity: 'high', threshold: 80, raisedBy: 'below' },
    'response-time': { severity: 'medium', threshold: 1000, raisedBy: 'above' },
    availability: { severity: 'critical', threshold: 99.9, raisedBy: 'below' },
  });
  expect(raised({})).toEqual([]);
});

describe('each rule', () => {
  it.each<[CdnAlertRule, (requests: number) => Partial<Readings>]>([
    ['error-rate', (requests) => ({ recent: recent({ requests, error_rate: 50 }) })],
    ['cache-hit-ratio', (requests) => ({ day: day(requests, 10) })],
    ['availability', (requests) => ({ recent: recent({ requests, server_error_rate: 50 }) })],
  ])('%s says nothing at 49 requests, and raises an alert at 50 and 51', (rule, readings) => {
    expect(raised(readings(49))).toEqual([]);
    expect(raised(readings(50))).toEqual([rule]);
    expect(raised(readings(51))).toEqual([rule]);
  });

  it.each<[CdnAlertRule, string, Partial<Readings>, boolean]>([
    ['error-rate', 'below', { recent: recent({ error_rate: 4.99 }) }, false],
    ['error-rate', 'at', { recent: recent({ error_rate: 5 }) }, false],
    ['error-rate', 'above', { recent: recent({ error_rate: 5.01 }) }, true],
    ['cache-hit-ratio', 'below', { day: day(1000, 79.9) }, true],
    ['cache-hit-ratio', 'at', { day: day(1000, 80) }, false],
    ['cache-hit-ratio', 'above', { day: day(1000, 80.1) }, false],
    ['response-time', 'below', { probes: slow(999) }, false],
    ['response-time', 'at', { probes: slow(1000) }, false],
    ['response-time', 'above', { probes: slow(1001) }, true],
    ['availability', 'below', { recent: recent({ server_error_rate: 0.11 }) }, true],
    ['availability', 'at', { recent: recent({ requests: 1000, server_error_rate: 100 - 99.9 }) }, false],
    ['availability', 'above', { recent: recent({ server_error_rate: 0.09 }) }, false],
  ])('%s %s its threshold', (rule, _where, readings, isRaised) => {
    expect(raised(readings)).toEqual(isRaised ? [rule] : []);
  });

  it('takes the mean of the last three probes, and says nothing with fewer good ones', () => {
    expect(raised({ probes: [...slow(9000, 5), ...slow(100)] })).toEqual([]);
    expect(raised({ probes: slow(5000, 2) })).toEqual([]);
    expect(raised({ probes: [probe({ ok: false }), ...slow(5000, 2)] })).toEqual([]);
  });
});

describe('availability', () => {
  const failed = [...slow(100, 2), probe({ ok: false })];

  it('comes from the probe when there is no traffic, or when the metrics cannot be read', () => {
    expect(raised({ recent: recent({ requests: 3 }), probes: failed })).toEqual(['availability']);
    expect(raised({ recent: undefined, probes: failed })).toEqual(['availability']);
    expect(raised({ recent: undefined, probes: slow(100) })).toEqual([]);
  });

  it('comes from requests when there are enough', () => {
    expect(raised({ probes: failed })).toEqual([]);
  });
});

it('raises and resolves nothing about metrics that cannot be read, or that are too few', () => {
  const open = [{ rule: 'error-rate', raised_at: iso(NOW - 3_600_000), is_open: true }] as const;
  expect(outcomesOf(readingsOf({ ...fine, recent: undefined }), open, NOW)).toEqual([]);
  const few = recent({ requests: 49, error_rate: null, server_error_rate: null });
  expect(outcomesOf(readingsOf({ ...fine, recent: few }), open, NOW)).toEqual([]);
});

describe('an alert', () => {
  const reading = {
    value: 9,
    n: 80,
    minimum: 50,
    source: 'cloudwatch',
    from: iso(NOW - 300_000),
    to: iso(NOW),
  } as const;
  const state = (ago: number, isOpen: boolean) => ({
    rule: 'error-rate' as const,
    raised_at: iso(NOW - ago),
    is_open: isOpen,
  });

  it('contains its value, threshold, window and number of requests', () => {
    expect(outcomeOf('error-rate', reading, undefined, NOW)).toEqual({
      kind: 'raise',
      alert: {
        rule: 'error-rate',
        severity: 'critical',
        created_at: iso(NOW),
        value: 9,
        threshold: 5,
        n: 80,
        source: 'cloudwatch',
        from: reading.from,
        to: reading.to,
        resolved_at: null,
        resolved_value: null,
      },
    });
  });

  it('is not raised again while it is open, or within 5 minutes', () => {
    expect(outcomeOf('error-rate', reading, state(3_600_000, true), NOW)).toBeUndefined();
    expect(outcomeOf('error-rate', reading, state(ALERT_SUPPRESSION_MS - 1, false), NOW)).toBeUndefined();
    expect(outcomeOf('error-rate', reading, state(ALERT_SUPPRESSION_MS, false), NOW)).toMatchObject({ kind: 'raise' });
  });

  it('is resolved once by a value in order', () => {
    const good = { ...reading, value: 5 };
    const open = state(60_000, true);
    expect(outcomeOf('error-rate', good, open, NOW)).toEqual({ kind: 'resolve', state: open, at: iso(NOW), value: 5 });
    expect(outcomeOf('error-rate', good, state(60_000, false), NOW)).toBeUndefined();
    expect(outcomeOf('error-rate', good, undefined, NOW)).toBeUndefined();
  });
});
