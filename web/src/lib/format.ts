const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Seconds as `m:ss` (minutes may exceed 60), `--:--` for an unknown duration. */
export const formatDuration = (seconds: number | null): string => {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return '--:--';
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}`;
};

const BYTES_PER_MEGABYTE = 1024 * 1024;

/** Bytes as megabytes with two decimals, as the specification shows file sizes. */
export const formatMegabytes = (bytes: number): string => `${(bytes / BYTES_PER_MEGABYTE).toFixed(2)} MB`;

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** An ISO timestamp as a long US date: `March 4, 2026`. */
export const formatLongDate = (timestamp: string): string => longDate.format(new Date(timestamp));

const mediumDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** An ISO timestamp as a short date: `Mar 4, 2026`. */
export const formatDate = (timestamp: string): string => mediumDate.format(new Date(timestamp));

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** An ISO timestamp as date and time, in the reader's time zone: `Mar 4, 2026, 5:06:07 AM`. */
export const formatMoment = (timestamp: string): string => moment.format(new Date(timestamp));

const wholeNumber = new Intl.NumberFormat('en-US');

/** A count with thousands separators. */
export const formatCount = (count: number): string => wholeNumber.format(count);

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** US dollars as `$19.99`, whole dollars without decimals. */
export const formatUsd = (dollars: number): string => money.format(dollars);

/** The cost of a service in US dollars, such as `$1.50` or `$0.0004`: fractions of a cent are shown. */
export const formatCost = (dollars: number): string => `$${dollars.toFixed(dollars !== 0 && dollars < 0.1 ? 4 : 2)}`;

const zonedTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const hourOfDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric' });
const zoneName = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });

const withZone = (format: Intl.DateTimeFormat, timestamp: string): string => {
  const date = new Date(timestamp);
  const zone = zoneName.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
  return `${format.format(date)} ${zone}`;
};

/** An ISO timestamp to the minute, with the reader's time zone: `Mar 4, 2026, 5:06 AM GMT+1`. */
export const formatZonedTime = (timestamp: string): string => withZone(zonedTime, timestamp);

/** An ISO timestamp of a full hour, with the reader's time zone: `Mar 4, 5 AM GMT+1`. */
export const formatHour = (timestamp: string): string => withZone(hourOfDay, timestamp);
