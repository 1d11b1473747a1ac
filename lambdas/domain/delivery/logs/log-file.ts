import { LOG_PREFIX } from '../../../contract/delivery/logs.ts';
import { retentionMs } from '../../../contract/retention.ts';
import { monthOf } from '../../counts/counted.ts';

const HOUR_MS = 3_600_000;

/**
 * Hours whose folders can still receive files that nothing has summed: an entry can be a day late, and a day passes
 * between two listings.
 */
export const LATE_HOURS = 50;

/** What the name of a log file says about it. */
export interface LogFile {
  /** Id of the distribution. */
  readonly distribution: string;
  /** Start of the hour of its requests, in milliseconds since 1970. */
  readonly hour: number;
}

/** `delivery/2026/11/28/13/`: the folder of an hour, given any time in it. */
export const logFolder = (at: number): string =>
  `${LOG_PREFIX}/${new Date(at).toISOString().slice(0, 13).replaceAll(/[-T]/g, '/')}/`;

/** `<folder><distribution>.2026-11-28-13.<unique>.gz`: the key of a log file. */
export const logKey = ({ distribution, hour }: LogFile, unique: string): string =>
  `${logFolder(hour)}${distribution}.${new Date(hour).toISOString().slice(0, 13).replace('T', '-')}.${unique}.gz`;

const NAME = /^([A-Z0-9]{1,32})\.(\d{4}-\d{2}-\d{2})-(\d{2})\.([A-Za-z0-9-]{1,64})\.gz$/;

/** Parses the key of a log file. Undefined for another object, also when folder and name differ in their hour. */
export const parseLogKey = (key: string): LogFile | undefined => {
  const [, distribution = '', day = '', hours = '', unique = ''] = NAME.exec(key.slice(key.lastIndexOf('/') + 1)) ?? [];
  const hour = Date.parse(`${day}T${hours}:00:00.000Z`);
  if (Number.isNaN(hour)) return undefined;
  const file = { distribution, hour };
  return logKey(file, unique) === key ? file : undefined;
};

/** The folders of the last hours up to now that can have late files, oldest first. */
export const lateFolders = (now: number): readonly string[] =>
  Array.from({ length: LATE_HOURS }, (_, index) => logFolder(now - (LATE_HOURS - 1 - index) * HOUR_MS));

/**
 * Whether the marks of a file from this hour (its start, in milliseconds since 1970) may have expired. It cannot be
 * added any more, because nothing says what of it was. An hour is left for the marks that a run stores.
 */
export const isForgotten = (hour: number, now: number): boolean => now - hour > retentionMs('counted_logs') - HOUR_MS;

/**
 * The first month (`2026-11`) that the daily listing can still add to. Earlier ones are closed: only files that someone
 * adds by hand change them.
 */
export const openMonth = (now: number): string => monthOf(new Date(now - LATE_HOURS * HOUR_MS).toISOString());
