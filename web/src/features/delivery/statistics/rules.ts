import { MIN_MEASURED_PLAYS } from '../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { Delivered, PlayTotals, WholeDays } from '../../../../../lambdas/contract/delivery/plays.ts';
import { retentionDays } from '../../../../../lambdas/contract/retention.ts';
import { formatCost } from '../../../lib/format.ts';
import { statisticsTexts as texts } from './texts.ts';

/** Periods to choose from, in days. The last one is as long as days are kept. */
export const PERIODS = [7, 28, retentionDays('delivery')] as const;
/** The period that is shown first. */
export const FIRST_PERIOD = 28;
/** Milliseconds after which counting is behind: it runs every five minutes. */
const BEHIND_MS = 30 * 60_000;

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A share such as `12.5%`. */
export const formatShare = (share: number): string => percent.format(share);
/** A number with up to two decimals. */
export const formatDecimal = (value: number): string => decimal.format(value);
/** Milliseconds as seconds: `0.85 s`. */
export const formatSeconds = (ms: number): string => `${decimal.format(ms / 1000)} s`;

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes in the largest unit that it fills, such as `1.5 GB` (1,024 MB). */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${decimal.format(bytes / 1024 ** power)} ${UNITS[power] ?? ''}`;
};

/** A number that comes from `count` plays, or why it is not shown. */
export const valueOf = (value: number | null, count: number, format: (value: number) => string): string => {
  if (value !== null && count >= MIN_MEASURED_PLAYS) return format(value);
  return count === 0 || count >= MIN_MEASURED_PLAYS ? texts.noData : texts.tooFew(count, MIN_MEASURED_PLAYS);
};

/** The same for a cell of a table, which has no room for the reason. */
export const cellOf = (value: number | null, count: number, format: (value: number) => string): string =>
  value !== null && count >= MIN_MEASURED_PLAYS ? format(value) : '–';

/** The cost of what was delivered in a period, for a cell of a table. */
export const costCell = (delivered: Delivered): string => (delivered ? formatCost(delivered.cost_usd) : '–');

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day in UTC (`2026-11-28`) as `Nov 28, 2026`, or a month (`2026-11`) as `November 2026`. */
export const formatPeriod = (period: string): string =>
  (period.length === '2026-11'.length ? month : day).format(new Date(period));

const relative = new Intl.RelativeTimeFormat('en-US');
const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;

/** How long ago a time was, such as `7 minutes ago`. */
export const ageOf = (time: string, now: number): string => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / MINUTE_MS));
  if (minutes < 2 * MINUTES_PER_HOUR) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  return hours < 2 * HOURS_PER_DAY
    ? relative.format(-hours, 'hour')
    : relative.format(-Math.floor(hours / HOURS_PER_DAY), 'day');
};

/** Whether plays have not been counted for longer than usual. */
export const isBehind = (asOf: string, now: number): boolean => now - Date.parse(asOf) > BEHIND_MS;

const playsOf = ({ plays, from, to }: WholeDays): string =>
  texts.site.playsOf(plays, formatPeriod(from), formatPeriod(to));

/** The change of plays from the days before, if they are kept; in percent only when they had enough plays. */
export const changeOf = ({ change }: Pick<PlayTotals, 'change'>): string => {
  if (change === null) return texts.site.notKept;
  const { last, before } = change;
  if (before.plays < MIN_MEASURED_PLAYS) return texts.site.tooFew(playsOf(before));
  return texts.site.change(signed.format((last.plays - before.plays) / before.plays), playsOf(last), playsOf(before));
};
