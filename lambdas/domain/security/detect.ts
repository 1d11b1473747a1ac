import {
  ALERT_RULE_NAMES,
  ALERT_RULES,
  SUPPRESSION_SECONDS,
  type AlertRuleName,
} from '../../contract/admin/security-rules.ts';
import type { EventKind } from '../../contract/admin/security-kinds.ts';
import type { SecurityEvent } from './event.ts';

/** An event as a rule counts it. */
export interface CountedEvent {
  readonly id: string;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
  /** 0 to 100. */
  readonly risk: number;
}

/** The alert to which further events are added. Times in milliseconds since 1970. */
export interface OpenAlert {
  readonly id: string;
  readonly first_at: number;
  readonly last_at: number;
  /** Number of different events. */
  readonly count: number;
  /** The highest risk of its events. */
  readonly risk: number;
  /** Ids of its first events. */
  readonly events: readonly string[];
}

/** What a rule remembers about one subject. */
export interface RuleState {
  /**
   * The events that were counted, each as its time and the end of its id, in order. An event that is delivered again is
   * recognized by them. They are the newest `MAX_SEEN`, and not older than any event that can still matter.
   */
  readonly seen: readonly string[];
  /**
   * Events up to this time are ignored (milliseconds): they are too late, or may have been counted and forgotten. So an
   * alert never counts too much and is never raised twice. Of more than `MAX_SEEN` events it counts all that arrive in
   * order, and of others it may count too few.
   */
  readonly ignored_until: number;
  /** Events that belong to no alert, in order. Fewer than the threshold are in any window. */
  readonly pending: readonly CountedEvent[];
  readonly alert: OpenAlert | null;
}

/** What a rule remembers about a subject without events. */
export const NO_STATE: RuleState = { seen: [], ignored_until: 0, pending: [], alert: null };

/** Events that a rule remembers about a subject: about 20 KB. */
export const MAX_SEEN = 1000;
/** Events that an alert names as evidence. */
export const MAX_EVIDENCE = 20;

const SUPPRESSION_MS = SUPPRESSION_SECONDS * 1000;
/** Digits of a time in base 36: enough until the year 5188. */
const TIME_DIGITS = 9;
/** Characters of the end of an id that, with its time, distinguish it: 40 random bits. */
const ID_END = 8;

/** The rules that count an event. An event without risk, such as the load of a page, counts for none. */
export const rulesFor = ({
  event_type: kind,
  risk_score: risk,
}: Pick<SecurityEvent, 'event_type' | 'risk_score'>): readonly AlertRuleName[] =>
  ALERT_RULE_NAMES.filter((name) => {
    const { events, minRisk } = ALERT_RULES[name];
    const kinds: readonly EventKind[] | null = events;
    return risk > 0 && risk >= minRisk && (kinds === null || kinds.includes(kind));
  });

const traceOf = ({ id, at }: CountedEvent): string => at.toString(36).padStart(TIME_DIGITS, '0') + id.slice(-ID_END);
const timeOf = (trace: string): number => Number.parseInt(trace.slice(0, TIME_DIGITS), 36);

const inOrder = (events: readonly CountedEvent[]): readonly CountedEvent[] =>
  events.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));

/** The time of the earliest event that belongs to an alert. */
const earliest = ({ first_at: first, last_at: last }: OpenAlert, windowMs: number): number =>
  Math.min(last - windowMs, first - SUPPRESSION_MS);

/**
 * Whether an event belongs to an alert: it is within a window together with the alert's events, or at most the
 * suppression before or after them.
 */
const belongsTo = (alert: OpenAlert, at: number, windowMs: number): boolean =>
  at >= earliest(alert, windowMs) && at <= Math.max(alert.first_at + windowMs, alert.last_at + SUPPRESSION_MS);

/** An alert with further events. */
const withEvents = (alert: OpenAlert, events: readonly CountedEvent[]): OpenAlert => {
  const times = events.map(({ at }) => at);
  return {
    id: alert.id,
    first_at: Math.min(alert.first_at, ...times),
    last_at: Math.max(alert.last_at, ...times),
    count: alert.count + events.length,
    risk: Math.max(alert.risk, ...events.map(({ risk }) => risk)),
    // Ids begin with the time of their event.
    events: [...alert.events, ...events.map(({ id }) => id)].sort().slice(0, MAX_EVIDENCE),
  };
};

const newAlert = (id: string, events: readonly CountedEvent[]): OpenAlert =>
  withEvents({ id, first_at: Infinity, last_at: -Infinity, count: 0, risk: 0, events: [] }, events);

/** Moves the pending events that belong to the alert into it. An added event can make others belong to it. */
const absorb = (state: RuleState, windowMs: number): RuleState => {
  const { alert, pending } = state;
  if (!alert) return state;
  const joining = pending.filter(({ at }) => belongsTo(alert, at, windowMs));
  if (joining.length === 0) return state;
  const rest = pending.filter((event) => !joining.includes(event));
  return absorb({ ...state, alert: withEvents(alert, joining), pending: rest }, windowMs);
};

/** The first events that are as many as the threshold within a window; undefined when there are none. */
const enough = (
  pending: readonly CountedEvent[],
  threshold: number,
  windowMs: number,
): readonly CountedEvent[] | undefined => {
  const first = pending.findIndex(({ at }, index) => {
    const last = pending[index + threshold - 1];
    return last !== undefined && last.at - at <= windowMs;
  });
  return first < 0 ? undefined : pending.slice(first, first + threshold);
};

/** Forgets what is too old to matter, and the oldest events above the maximum. */
const forget = (state: RuleState, windowMs: number): RuleState => {
  const newest = timeOf(state.seen.at(-1) ?? '');
  const tooMany = state.seen.at(-MAX_SEEN - 1);
  const ignored = Math.max(
    state.ignored_until,
    newest - windowMs - SUPPRESSION_MS - 1,
    tooMany === undefined ? 0 : timeOf(tooMany),
    // Nothing that is older than the alert can be in a window with what follows it.
    state.alert ? earliest(state.alert, windowMs) - 1 : 0,
  );
  const kept = state.seen.findIndex((trace) => timeOf(trace) > ignored);
  return {
    ...state,
    ignored_until: ignored,
    seen: kept < 0 ? [] : state.seen.slice(kept),
    pending: state.pending.filter(({ at }) => at > ignored),
  };
};

/**
 * What a rule knows after an event. The same state means that the event changes nothing: it was counted before, or is
 * too late. `newId` makes the id of an alert. Events within one window lead to the same number of alerts and the same
 * counts in every order.
 */
export const detect = (rule: AlertRuleName, state: RuleState, event: CountedEvent, newId: () => string): RuleState => {
  const { threshold, windowSeconds } = ALERT_RULES[rule];
  const windowMs = windowSeconds * 1000;
  const trace = traceOf(event);
  if (event.at <= state.ignored_until || state.seen.includes(trace)) return state;
  const seen = [...state.seen, trace].sort();
  const next = absorb({ ...state, seen, pending: inOrder([...state.pending, event]) }, windowMs);
  const raising = enough(next.pending, threshold, windowMs);
  if (!raising) return forget(next, windowMs);
  return forget(
    absorb(
      {
        ...next,
        alert: newAlert(newId(), raising),
        pending: next.pending.filter((one) => !raising.includes(one)),
        // What is older than the end of the previous alert belongs to that one.
        ignored_until: Math.max(next.ignored_until, next.alert?.last_at ?? 0),
      },
      windowMs,
    ),
    windowMs,
  );
};
