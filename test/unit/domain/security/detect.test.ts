import fc from '../../../support/setup/fast-check.ts';
import { EVENT_NAMES, EVENT_KINDS, severityOf } from '../../../../lambdas/contract/admin/security-kinds.ts';
import {
  ALERT_RULE_NAMES,
  ALERT_RULES,
  SUPPRESSION_SECONDS,
  type AlertRuleName,
} from '../../../../lambdas/contract/admin/security-rules.ts';
import {
  detect,
  MAX_EVIDENCE,
  MAX_SEEN,
  NO_STATE,
  rulesFor,
  type CountedEvent,
  type OpenAlert,
  type RuleState,
} from '../../../../lambdas/domain/security/detect.ts';
import { eventId } from '../../../../lambdas/domain/security/event-id.ts';

const START = Date.parse('2026-11-28T12:00:00.000Z');
const SUPPRESSION_MS = SUPPRESSION_SECONDS * 1000;

const eventAt = (ms: number, name = String(ms), risk = 70): CountedEvent => ({
  id: eventId(START + ms, name),
  at: START + ms,
  risk,
});

/** All alerts that events raise, as they are in the end, with the state. */
const run = (
  rule: AlertRuleName,
  events: readonly CountedEvent[],
  from: RuleState = NO_STATE,
): { readonly alerts: readonly OpenAlert[]; readonly state: RuleState } => {
  const alerts = new Map<string, OpenAlert>();
  let raised = 0;
  let state = from;
  for (const event of events) {
    state = detect(rule, state, event, () => `alert-${(raised += 1)}`);
    if (state.alert) alerts.set(state.alert.id, state.alert);
  }
  return { alerts: [...alerts.values()], state };
};

const countsOf = (rule: AlertRuleName, events: readonly CountedEvent[]): readonly number[] =>
  run(rule, events).alerts.map(({ count }) => count);

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe.each(ALERT_RULE_NAMES)('the rule %s', (rule) => {
  const { threshold, windowSeconds } = ALERT_RULES[rule];
  const windowMs = windowSeconds * 1000;

  it('raises no alert below its threshold, one at it, and adds what follows to that one', () => {
    const events = numbers(threshold + 1).map((index) => eventAt(index * 1000));
    expect(countsOf(rule, events.slice(0, threshold - 1))).toEqual([]);
    expect(countsOf(rule, events.slice(0, threshold))).toEqual([threshold]);
    expect(countsOf(rule, events)).toEqual([threshold + 1]);
  });

  it('counts events that are exactly a window apart together, and not a millisecond more', () => {
    const lastAt = (ms: number) => [...numbers(threshold - 1).map((index) => eventAt(index)), eventAt(ms)];
    // With a threshold of 1, the last event is a second one.
    const apart = threshold === 1 ? (ms: number) => [eventAt(0), eventAt(ms)] : lastAt;
    expect(countsOf(rule, apart(windowMs))).toEqual([threshold === 1 ? 2 : threshold]);
    expect(countsOf(rule, apart(windowMs + 1))).toEqual(threshold === 1 ? [1, 1] : []);
  });

  it('adds to its alert until five minutes after the last event, and raises the next one a millisecond later', () => {
    const first = numbers(threshold).map((index) => eventAt(index));
    const late = eventAt(windowMs);
    const next = (ms: number) => numbers(threshold).map((index) => eventAt(windowMs + ms + index));
    expect(countsOf(rule, [...first, late, ...next(SUPPRESSION_MS)])).toEqual([2 * threshold + 1]);
    expect(countsOf(rule, [...first, late, ...next(SUPPRESSION_MS + 1)])).toEqual([threshold + 1, threshold]);
  });

  it('raises exactly one alert with the exact count for 1,000 duplicated and shuffled events of one window', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(
          numbers(2 * MAX_SEEN).map((index) => index % MAX_SEEN),
          { minLength: 2 * MAX_SEEN },
        ),
        (order) => {
          const events = order.map((index) => eventAt(Math.floor((index * windowMs) / (MAX_SEEN - 1)), `e${index}`));
          const { alerts } = run(rule, events);
          const ids = [...new Set(events.map(({ id }) => id))].sort();
          expect(alerts).toEqual([
            {
              id: 'alert-1',
              first_at: START,
              last_at: START + windowMs,
              count: MAX_SEEN,
              risk: 70,
              events: ids.slice(0, MAX_EVIDENCE),
            },
          ]);
        },
      ),
      { numRuns: 2 },
    );
  });
});

describe('what a rule remembers', () => {
  it('is bounded, and more events in order are still counted, none of them twice', () => {
    const events = numbers(MAX_SEEN + 500).map((index) => eventAt(index));
    const { alerts, state } = run('high_risk', [...events, ...events]);
    expect(alerts.map(({ count }) => count)).toEqual([MAX_SEEN + 500]);
    expect(state.seen).toHaveLength(MAX_SEEN);
  });

  it('does not change by an event that was counted, or that is too late to matter', () => {
    const { state } = run('failed_logins', [eventAt(0), eventAt(1000), eventAt(60 * 60_000)]);
    expect(state.pending.map(({ at }) => at - START)).toEqual([60 * 60_000]);
    for (const event of [eventAt(0), eventAt(2000), eventAt(60 * 60_000)])
      expect(detect('failed_logins', state, event, () => 'none')).toBe(state);
  });

  it('leads to one alert for an attack that continues for hours', () => {
    const events = numbers(100).map((index) => eventAt(index * SUPPRESSION_MS));
    expect(countsOf('failed_logins', events)).toEqual([100]);
  });

  it('is the highest risk of the events', () => {
    expect(run('high_risk', [eventAt(0, 'a', 70), eventAt(1, 'b', 95), eventAt(2, 'c', 80)]).state.alert?.risk).toBe(
      95,
    );
  });
});

describe('the rules of an event', () => {
  const rulesOf = (kind: (typeof EVENT_NAMES)[number], risk: number = EVENT_KINDS[kind].risk) =>
    rulesFor({ event_type: kind, risk_score: risk });

  it('are none without risk, whatever its kind', () => {
    expect(EVENT_NAMES.filter((kind) => rulesOf(kind, 0).length > 0)).toEqual([]);
    expect(EVENT_NAMES.filter((kind) => severityOf(EVENT_KINDS[kind].risk) === 'info')).toContain('page_view');
  });

  it.each([
    ['login_failed', ['failed_logins']],
    ['concurrent_limit', ['concurrent_sessions']],
    ['token_moved', ['high_risk']],
    ['events_limited', ['high_risk']],
    ['access_denied', ['suspicious_patterns']],
    // Points of behavior never reach the risk of another rule.
    ['behavior_anomaly', ['behavior_anomalies']],
    ['device_change', []],
  ] as const)('%s are those that name it, and that of its risk', (kind, expected) => {
    expect(rulesOf(kind)).toEqual(expected);
  });

  it('include that of high risk from 70', () => {
    expect([69, 70, 71].map((risk) => rulesOf('monitoring_error', risk))).toEqual([[], ['high_risk'], ['high_risk']]);
    expect(rulesOf('input_validation_failed', 70)).toEqual(['high_risk', 'suspicious_patterns']);
  });
});
