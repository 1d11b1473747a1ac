import type { Clock } from '../clock.ts';
import type { AlarmDefinition } from './definition.ts';
import { type AlarmState, evaluate, evaluationRange, type Point } from './evaluation.ts';
import { runQueries } from './query.ts';
import { MINUTE_MS, type MetricStore } from './store.ts';

/** An alarm with its state. Times are epoch milliseconds. */
export interface Alarm extends AlarmDefinition {
  readonly createdAt: number;
  readonly state: AlarmState;
  /** In CloudWatch's words. */
  readonly reason: string;
  /** When the state last changed. */
  readonly since: number;
  /** When the state or its reason was last updated. */
  readonly updatedAt: number;
}

/** The alarms of the template. */
export interface Alarms {
  define(definition: AlarmDefinition): void;
  /** Reads the metrics and updates every state. */
  evaluate(): void;
  /** In the order of their definition. */
  list(): readonly Alarm[];
}

/** Options of the alarms. */
export interface AlarmsOptions {
  readonly clock: Clock;
  readonly store: MetricStore;
  /** Called for every change into and out of ALARM. */
  readonly onChange?: (alarm: Alarm) => void;
}

/** The values in an alarm's evaluation range, newest first. The newest period ends with the current minute. */
const pointsOf = (store: MetricStore, alarm: AlarmDefinition, now: number): readonly (Point | undefined)[] => {
  const { queries, watched, condition } = alarm;
  const length = evaluationRange(condition);
  const end = Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  const start = end - length * watched.periodMs;
  const values = runQueries(store, queries, start, end).get(watched.id);
  return Array.from({ length }, (_, index) => {
    const at = end - (index + 1) * watched.periodMs;
    const value = values?.get(at);
    return value === undefined ? undefined : { at, value };
  });
};

/** Creates an empty list of alarms. */
export const createAlarms = ({ clock, store, onChange }: AlarmsOptions): Alarms => {
  const alarms = new Map<string, Alarm>();

  const update = (alarm: Alarm): void => {
    const now = clock.now();
    const result = evaluate(alarm.condition, pointsOf(store, alarm, now));
    if (!result || (result.state === alarm.state && result.reason === alarm.reason)) return;
    const changed = result.state !== alarm.state;
    const next = { ...alarm, ...result, updatedAt: now, since: changed ? now : alarm.since };
    alarms.set(alarm.name, next);
    if (changed && (alarm.state === 'ALARM' || next.state === 'ALARM')) onChange?.(next);
  };

  return {
    define(definition) {
      if (alarms.has(definition.name)) throw new Error(`the alarm ${definition.name} exists already`);
      const now = clock.now();
      alarms.set(definition.name, {
        ...definition,
        createdAt: now,
        state: 'INSUFFICIENT_DATA',
        reason: 'Unchecked: Initial alarm creation',
        since: now,
        updatedAt: now,
      });
    },
    evaluate() {
      for (const alarm of alarms.values()) update(alarm);
    },
    list: () => [...alarms.values()],
  };
};
