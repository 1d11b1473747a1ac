import { type CronExpression, CronExpressionParser } from 'cron-parser';

/** The run times of a schedule. */
export interface ScheduleTimes {
  /** The first time after `after` (epoch milliseconds), or undefined when there is none left. */
  next(after: number): number | undefined;
}

/** An expression that EventBridge would reject, or a form that the local cloud does not support. */
export class ScheduleError extends Error {
  constructor(expression: string, reason: string) {
    super(`${expression}: ${reason}`);
    this.name = 'ScheduleError';
  }
}

export interface ScheduleOptions {
  /** IANA name. @default UTC */
  readonly timezone?: string;
  /** Start of rates, in epoch milliseconds. */
  readonly start: number;
}

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const FIELDS = ['minutes', 'hours', 'day-of-month', 'month', 'day-of-week', 'year'];
/** The years that EventBridge's cron supports. */
const YEARS = { first: 1970, last: 2199 };
/** Maximum candidates in the search for a day that the year and weekday rules allow. */
const MAXIMUM_STEPS = 4000;

const rate = (expression: string, text: string, start: number): ScheduleTimes => {
  const [, count = '', unit = '', plural = ''] = /^(\d+) (minute|hour|day)(s?)$/.exec(text) ?? [];
  const number = Number(count);
  if (number < 1 || (number === 1) !== (plural === '')) {
    throw new ScheduleError(
      expression,
      'a rate must be an integer and minute, hour or day, in the plural for more than one',
    );
  }
  const interval = number * (UNITS[unit] ?? 0);
  return { next: (after) => start + (Math.floor(Math.max(0, after - start) / interval) + 1) * interval };
};

/** AWS numbers days 1-7 from Sunday; cron-parser numbers them 0-6. */
const dayOfWeek = (field: string): string => {
  const day = (text: string): string => {
    const name = DAYS.indexOf(text.toUpperCase());
    return name >= 0 ? String(name) : /^[1-7]$/.test(text) ? String(Number(text) - 1) : `invalid ${text}`;
  };
  if (field === '*' || field === '?') return '*';
  if (field === 'L') return '6';
  return field
    .split(',')
    .map((part) => {
      const [range = '', step] = part.split('/');
      const converted = /^\w+L$/.test(range)
        ? `${day(range.slice(0, -1))}L`
        : range
            .replace(/^(\w+)#/, (_all, name: string) => `${day(name)}#`)
            .replace(/^(\w+)(?:-(\w+))?$/, (_all, from: string, to?: string) =>
              to === undefined ? day(from) : `${day(from)}-${day(to)}`,
            );
      return step === undefined ? converted : `${converted}/${step}`;
    })
    .join(',');
};

const yearTest = (field: string): ((year: number) => boolean) | undefined => {
  const tests = field.split(',').map((part) => {
    const [, from = '', to, step] = /^(\*|\d{4})(?:-(\d{4}))?(?:\/(\d+))?$/.exec(part) ?? [];
    if (from === '') return undefined;
    const first = from === '*' ? YEARS.first : Number(from);
    const last = to === undefined ? (from === '*' || step !== undefined ? YEARS.last : first) : Number(to);
    return (year: number) => year >= first && year <= last && (year - first) % Number(step ?? 1) === 0;
  });
  return tests.includes(undefined) ? undefined : (year) => tests.some((test) => test?.(year));
};

/** `15W`: the weekday nearest to the 15th, within the month. */
const nearestWeekday = (day: number, year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const date = Math.min(day, last);
  const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay();
  if (weekday === 6) return date === 1 ? 3 : date - 1;
  if (weekday === 0) return date === last ? date - 2 : date + 1;
  return date;
};

const cron = (expression: string, text: string, timezone: string): ScheduleTimes => {
  const fields = text.trim().split(/\s+/);
  const [minutes = '', hours = '', date = '', month = '', weekday = '', year = ''] = fields;
  if (fields.length !== FIELDS.length)
    throw new ScheduleError(expression, `a cron expression must have six fields: ${FIELDS.join(', ')}`);
  if ((date === '?') === (weekday === '?')) {
    throw new ScheduleError(expression, 'exactly one of day-of-month and day-of-week must be ?');
  }
  const inYear = yearTest(year);
  if (!inYear) throw new ScheduleError(expression, `the year ${year} is not valid`);
  const [, near] = /^(\d{1,2})W$/.exec(date) ?? [];
  const targetDay = Number(near);
  const days = near === undefined ? date : `${Math.max(1, Math.min(targetDay, 28) - 2)}-${Math.min(31, targetDay + 2)}`;
  const parse = (currentDate: Date): CronExpression =>
    CronExpressionParser.parse(`0 ${minutes} ${hours} ${days === '?' ? '*' : days} ${month} ${dayOfWeek(weekday)}`, {
      tz: timezone,
      currentDate,
    });
  try {
    parse(new Date(0));
  } catch (error) {
    throw new ScheduleError(expression, error instanceof Error ? error.message : String(error));
  }
  return {
    next(after) {
      const times = parse(new Date(after));
      for (let step = 0; step < MAXIMUM_STEPS; step += 1) {
        const found = times.next();
        const [y, m, d] = [found.getFullYear(), found.getMonth() + 1, found.getDate()];
        if (y > YEARS.last) return undefined;
        if (inYear(y) && (near === undefined || nearestWeekday(targetDay, y, m) === d)) return found.getTime();
      }
      return undefined;
    },
  };
};

const at = (expression: string, text: string, timezone: string): ScheduleTimes => {
  const [, month, day, hour, minute, second] = (/^\d{4}-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/.exec(text) ?? []).map(
    Number,
  );
  const asUtc = Date.parse(`${text}Z`);
  if (month === undefined || Number.isNaN(asUtc))
    throw new ScheduleError(expression, 'at() requires yyyy-mm-ddThh:mm:ss');
  // Every time zone is less than a day from UTC, so the search starts a day earlier.
  const time = CronExpressionParser.parse(`${second} ${minute} ${hour} ${day} ${month} *`, {
    tz: timezone,
    currentDate: new Date(asUtc - 86_400_000),
  })
    .next()
    .getTime();
  return { next: (after) => (after < time ? time : undefined) };
};

/** Parses `rate(…)`, `cron(…)` or `at(…)`. Throws ScheduleError with the expression and the reason. */
export const parseSchedule = (expression: string, { timezone = 'UTC', start }: ScheduleOptions): ScheduleTimes => {
  const [, kind, text = ''] = /^(rate|cron|at)\((.*)\)$/.exec(expression) ?? [];
  if (kind === 'rate') return rate(expression, text, start);
  if (kind === 'cron') return cron(expression, text, timezone);
  if (kind === 'at') return at(expression, text, timezone);
  throw new ScheduleError(expression, 'a schedule must be rate(…), cron(…) or at(…)');
};
