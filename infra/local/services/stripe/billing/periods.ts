import type { Interval, Price } from '../types.ts';

export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** Months that an interval has, or seconds. */
const MONTHS: Partial<Record<Interval, number>> = { month: 1, year: 12 };

/** A time some months later, on the same day or on the last one of a shorter month. */
const addMonths = (seconds: number, months: number): number => {
  const from = new Date(seconds * 1000);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), last);
  return Math.floor(first / 1000) + (day - 1) * DAY + (seconds % DAY);
};

const step = (
  anchor: number,
  { interval, interval_count: count }: NonNullable<Price['recurring']>,
  n: number,
): number => {
  const months = MONTHS[interval];
  return months === undefined
    ? anchor + n * count * (interval === 'week' ? 7 * DAY : DAY)
    : addMonths(anchor, n * count * months);
};

/** The end of the period that begins at `start`. Periods are counted from the anchor, so that the 31st comes back. */
export const periodEnd = (anchor: number, start: number, price: Price): number => {
  const recurring = price.recurring ?? { interval: 'month', interval_count: 1 };
  let n = 1;
  while (step(anchor, recurring, n) <= start) n += 1;
  return step(anchor, recurring, n);
};
