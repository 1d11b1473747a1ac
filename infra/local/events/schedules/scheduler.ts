import type { Clock } from '../../clock.ts';
import { StartError } from '../../start-error.ts';
import { parseSchedule, ScheduleError, type ScheduleTimes } from './schedule-expression.ts';

/** A scheduled action. */
export interface ScheduleEntry {
  readonly name: string;
  readonly arn: string;
  readonly expression: string;
  /** IANA name. @default UTC */
  readonly timezone?: string;
  readonly enabled: boolean;
  /** ARNs of its targets. */
  readonly targets?: readonly string[];
  /** Start and end of the scheduled runs, epoch milliseconds. */
  readonly startAt?: number;
  readonly endAt?: number;
  /** Starts one run. `scheduledAt` is in epoch milliseconds. */
  readonly run: (scheduledAt: number) => void;
}

/** Summary of a schedule for the console. Times are epoch milliseconds. */
export interface ScheduleSummary {
  readonly name: string;
  readonly arn: string;
  readonly expression: string;
  readonly timezone: string;
  readonly enabled: boolean;
  /** ARNs of its targets. */
  readonly targets: readonly string[];
  readonly nextAt?: number;
  readonly lastAt?: number;
}

/** Runs schedules and scheduled rules. */
export interface Scheduler {
  /** Throws StartError, naming the schedule, for an expression that AWS would reject. */
  add(entry: ScheduleEntry): void;
  list(): readonly ScheduleSummary[];
  /** Runs a schedule now, even a disabled one; its next time does not change. Throws when it does not exist. */
  runNow(name: string): void;
  stop(): void;
}

/** Maximum sleep. Timers stop while a laptop sleeps, so the clock is checked regularly. */
const MAXIMUM_SLEEP_MS = 60_000;

interface Planned extends ScheduleEntry {
  readonly times: ScheduleTimes;
  nextAt: number | undefined;
  lastAt: number | undefined;
}

/** Creates the scheduler: one timer for the next run, none without a schedule. Runs missed during sleep happen once. */
export const createScheduler = (clock: Clock): Scheduler => {
  const planned = new Map<string, Planned>();
  let cancel: (() => void) | undefined;

  const nextOf = (entry: Planned, after: number): number | undefined => {
    if (!entry.enabled) return undefined;
    const next = entry.times.next(Math.max(after, (entry.startAt ?? 0) - 1));
    return next !== undefined && next <= (entry.endAt ?? Number.POSITIVE_INFINITY) ? next : undefined;
  };

  const arm = (): void => {
    cancel?.();
    const times = [...planned.values()].flatMap(({ nextAt }) => nextAt ?? []);
    cancel =
      times.length === 0
        ? undefined
        : clock.after(Math.min(MAXIMUM_SLEEP_MS, Math.max(0, Math.min(...times) - clock.now())), wake);
  };

  const wake = (): void => {
    const now = clock.now();
    for (const entry of planned.values()) {
      if (entry.nextAt === undefined || entry.nextAt > now) continue;
      const scheduledAt = entry.nextAt;
      entry.lastAt = scheduledAt;
      entry.nextAt = nextOf(entry, now);
      entry.run(scheduledAt);
    }
    arm();
  };

  return {
    add(entry) {
      if (planned.has(entry.name)) throw new StartError(`The template contains schedule ${entry.name} twice.`);
      let times: ScheduleTimes;
      try {
        times = parseSchedule(entry.expression, {
          start: entry.startAt ?? clock.now(),
          ...(entry.timezone === undefined ? {} : { timezone: entry.timezone }),
        });
      } catch (error) {
        throw error instanceof ScheduleError ? new StartError(`Schedule ${entry.name}: ${error.message}`) : error;
      }
      const plan: Planned = { ...entry, times, nextAt: undefined, lastAt: undefined };
      plan.nextAt = nextOf(plan, clock.now());
      planned.set(entry.name, plan);
      arm();
    },
    list: () =>
      [...planned.values()].map(
        ({ name, arn, expression, timezone = 'UTC', enabled, targets = [], nextAt, lastAt }) => ({
          name,
          arn,
          expression,
          timezone,
          enabled,
          targets,
          ...(nextAt === undefined ? {} : { nextAt }),
          ...(lastAt === undefined ? {} : { lastAt }),
        }),
      ),
    runNow(name) {
      const entry = planned.get(name);
      if (!entry) throw new Error(`Schedule ${name} does not exist.`);
      entry.lastAt = clock.now();
      entry.run(entry.lastAt);
    },
    stop() {
      cancel?.();
      cancel = undefined;
      planned.clear();
    },
  };
};
