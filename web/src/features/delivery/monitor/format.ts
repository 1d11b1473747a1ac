import type { DeliverySource } from '../../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { DeliveryFigure } from '../../../../../lambdas/contract/delivery/monitor.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatSpeed } from '../../../lib/transfer/format-transfer.ts';
import { ageTexts, monitorTexts } from './texts.ts';

/** Logs, metrics and sums of plays are kept by hours and days of UTC, so all times of the monitor are UTC. */
const utc = { timeZone: 'UTC', hourCycle: 'h23' } as const;
const dateTime = new Intl.DateTimeFormat('en-US', { ...utc, dateStyle: 'medium', timeStyle: 'short' });
const hour = new Intl.DateTimeFormat('en-US', {
  ...utc,
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An ISO timestamp in UTC: `Mar 4, 2026, 15:06 UTC`. */
export const formatUtc = (timestamp: string): string => `${dateTime.format(new Date(timestamp))} UTC`;

/** An ISO timestamp in UTC, without the year: `Mar 4, 15:00 UTC`. */
export const formatUtcHour = (timestamp: string): string => `${hour.format(new Date(timestamp))} UTC`;

const MINUTE_MS = 60_000;
const UNITS = [
  ['days', 24 * 60],
  ['hours', 60],
  ['minutes', 1],
] as const;

/** How old a timestamp is at a time (milliseconds): `3 hours old`. */
export const formatAge = (timestamp: string, now: number): string => {
  const minutes = Math.floor((now - Date.parse(timestamp)) / MINUTE_MS);
  const [unit, length] = UNITS.find(([, least]) => minutes >= least) ?? [];
  return unit === undefined ? ageTexts.new : ageTexts[unit](Math.floor(minutes / length));
};

const KIB = 1024;
const SIZES = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes in the largest unit that leaves a number of at least 1: `1.5 GB`. */
export const formatBytes = (bytes: number): string => {
  const power = bytes < KIB ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log(bytes) / Math.log(KIB)));
  return `${(bytes / KIB ** power).toFixed(power === 0 ? 0 : 1)} ${SIZES[power] ?? ''}`;
};

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A number with at most two decimals. */
export const formatNumber = (value: number): string => decimals.format(value);

/** A percentage (0 to 100) with at most two decimals. */
export const formatPercent = (percent: number): string => `${formatNumber(percent)} %`;

/** A share (0 to 1) as a percentage. */
export const formatShare = (share: number): string => formatPercent(share * 100);

/** Milliseconds. */
export const formatMs = (ms: number): string => `${formatCount(Math.round(ms))} ms`;

const byUnit: Readonly<Record<DeliveryFigure['unit'], (value: number) => string>> = {
  requests: formatCount,
  bytes: formatBytes,
  bytes_per_second: formatSpeed,
  percent: formatPercent,
  milliseconds: formatMs,
};

/** A value in its unit. */
export const formatValue = (value: number, unit: DeliveryFigure['unit']): string => byUnit[unit](value);

/** What a source counts: `1,234 requests`, `3 probes`. */
export const formatObservations = (source: DeliverySource, n: number): string =>
  monitorTexts.observations[source](formatCount(n), n === 1);
