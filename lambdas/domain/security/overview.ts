import type { AlertLabel, RulePrecision, ScorePart } from '../../contract/admin/security-alerts.ts';
import { SEVERITIES, type SeverityName } from '../../contract/admin/security-kinds.ts';
import { ALERT_RULE_NAMES, MIN_LABELS, type AlertRuleName } from '../../contract/admin/security-rules.ts';
import type { SecurityEvent } from './event.ts';
import { wilson } from './wilson.ts';

/** How many events of an hour there were, by severity and by kind. What there was none of is left out. */
export interface HourSum {
  /** Start of the hour, ISO 8601. */
  readonly hour: string;
  readonly by_severity: Readonly<Partial<Record<SeverityName, number>>>;
  readonly by_kind: Readonly<Record<string, number>>;
}

/** How often the alerts of a rule have each label. */
export type LabelCounts = Readonly<Record<AlertLabel, number>>;

const HOUR_MS = 3_600_000;
/** Hours that the overview shows. */
export const OVERVIEW_HOURS = 24;

/** The start of the hour of a time in milliseconds, ISO 8601. */
const hourOf = (at: number): string => new Date(Math.floor(at / HOUR_MS) * HOUR_MS).toISOString();

/** The last hours up to the one of `now`, oldest first. */
export const hoursUpTo = (now: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => hourOf(now - (count - 1 - index) * HOUR_MS));

/** Adds one to a name. */
const addTo = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** The sum of an hour's events. */
export const sumOf = (hour: string, events: Iterable<Pick<SecurityEvent, 'severity' | 'event_type'>>): HourSum => {
  const [severities, kinds]: [Record<string, number>, Record<string, number>] = [{}, {}];
  for (const { severity, event_type: kind } of events) {
    addTo(severities, severity);
    addTo(kinds, kind);
  }
  return { hour, by_severity: severities, by_kind: kinds };
};

/** The sum of two parts of an hour's events. */
export const plus = (a: HourSum, b: HourSum): HourSum => {
  const added = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
        name,
        (one[name] ?? 0) + (other[name] ?? 0),
      ]),
    );
  return { hour: a.hour, by_severity: added(a.by_severity, b.by_severity), by_kind: added(a.by_kind, b.by_kind) };
};

/** The numbers of all hours by kind, the most frequent first. */
export const kindsOf = (hours: readonly HourSum[]): { readonly event_type: string; readonly count: number }[] => {
  const total: Record<string, number> = {};
  for (const { by_kind: kinds } of hours)
    for (const [kind, count] of Object.entries(kinds)) total[kind] = (total[kind] ?? 0) + count;
  return Object.entries(total)
    .map(([kind, count]) => ({ event_type: kind, count }))
    .sort((a, b) => b.count - a.count || (a.event_type < b.event_type ? -1 : 1));
};

/** Risk points of an unacknowledged alert (specification 001, section 9). */
const pointsOf = (severity: SeverityName): number => {
  if (severity === 'critical') return 90;
  return severity === 'high' ? 70 : 30;
};

/** The security score, by the severities of unacknowledged alerts. */
export const scoreOf = (
  severities: readonly SeverityName[],
): { readonly score: number; readonly risk: number; readonly parts: ScorePart[] } => {
  const parts = SEVERITIES.filter((severity) => severity !== 'info')
    .toReversed()
    .map((severity) => ({
      severity,
      alerts: severities.filter((one) => one === severity).length,
      points: pointsOf(severity),
    }));
  const risk = parts.find(({ alerts }) => alerts > 0)?.points ?? 0;
  return { score: 100 - risk, risk, parts };
};

/** How precise each rule is. Alerts that are right to be reported or undetermined are shown and not counted. */
export const precisionOf = (counts: ReadonlyMap<AlertRuleName, LabelCounts>): RulePrecision[] =>
  ALERT_RULE_NAMES.map((rule) => {
    const none = { true_positive: 0, benign: 0, false_positive: 0, undetermined: 0 };
    const labels = { ...(counts.get(rule) ?? none) };
    const n = labels.true_positive + labels.false_positive;
    return { rule, labels, n, precision: n < MIN_LABELS ? null : wilson(labels.true_positive, n) };
  });
