/** Milliseconds of the periods that heartbeats are counted in: those of the metrics that they are taken out of. */
export const PERIOD_MS = 5 * 60_000;
const PERIODS_OF_HOUR = 12;
const HOUR_MS = PERIODS_OF_HOUR * PERIOD_MS;
/** The outcome of a request that succeeded. */
const OK = '2';

/** Probes of one hour. */
export interface ProbeHour {
  /** Its start, ISO 8601. */
  readonly hour: string;
  /**
   * Its twelve periods of five minutes, oldest first, with a digit for each request of the heartbeat: the first digit
   * of the status, or `0` without any response. `52`: a request failed, and the one that repeated it succeeded.
   */
  readonly periods: readonly string[];
}

/** A period in which the heartbeat was requested. */
interface ProbePeriod {
  /** Its start in milliseconds since 1970. */
  readonly at: number;
  readonly outcomes: string;
}

/** Times in milliseconds since 1970; `to` is not included. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const periodsOf = (hours: readonly ProbeHour[]): readonly ProbePeriod[] =>
  hours.flatMap(({ hour, periods }) =>
    periods.flatMap((outcomes, index) =>
      outcomes === '' ? [] : [{ at: Date.parse(hour) + index * PERIOD_MS, outcomes }],
    ),
  );

const succeeded = ({ outcomes }: ProbePeriod): boolean => outcomes.endsWith(OK);

const countOf = (periods: readonly ProbePeriod[], digits: string): number =>
  periods.reduce((sum, { outcomes }) => sum + [...outcomes].filter((digit) => digits.includes(digit)).length, 0);

/**
 * Adds the requests of a probe at a time (milliseconds) by their statuses, 0 for one without a response, and drops the
 * hours that began before `oldest`.
 */
export const withProbe = (
  hours: readonly ProbeHour[],
  at: number,
  statuses: readonly number[],
  oldest: string,
): readonly ProbeHour[] => {
  const hour = new Date(Math.floor(at / HOUR_MS) * HOUR_MS).toISOString();
  const index = Math.floor((at % HOUR_MS) / PERIOD_MS);
  const digits = statuses.map((status) => Math.floor(status / 100)).join('');
  const before = hours.find((one) => one.hour === hour)?.periods ?? [];
  const periods = Array.from({ length: PERIODS_OF_HOUR }, (_, own) => {
    const outcomes = before[own] ?? '';
    return own === index ? `${outcomes}${digits}` : outcomes;
  });
  return [...hours.filter((one) => one.hour !== hour && one.hour >= oldest), { hour, periods }];
};

/** Number of probes, and of those that succeeded, after a repetition at the latest. */
export const probesIn = (hours: readonly ProbeHour[]): { readonly n: number; readonly ok: number } => {
  const periods = periodsOf(hours);
  return { n: periods.length, ok: periods.filter(succeeded).length };
};

/** Requests of the heartbeat in a range, and those of them that were answered with an error. */
export interface Heartbeats {
  readonly requests: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
  /** Starts of the periods whose probe failed (milliseconds). */
  readonly failedAt: readonly number[];
}

/** The heartbeats in a range. */
export const heartbeatsIn = (hours: readonly ProbeHour[], { from, to }: TimeRange): Heartbeats => {
  const periods = periodsOf(hours).filter(({ at }) => at >= from && at < to);
  return {
    requests: periods.reduce((sum, { outcomes }) => sum + outcomes.length, 0),
    clientErrors: countOf(periods, '4'),
    serverErrors: countOf(periods, '5'),
    failedAt: periods.filter((period) => !succeeded(period)).map(({ at }) => at),
  };
};
