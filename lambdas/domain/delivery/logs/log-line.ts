import { LOG_DELIMITER, LOG_FIELDS } from '../../../contract/delivery/logs.ts';

/** A log that is not summed, because what it says would be a guess. Trying again does not help. */
export class UnreadableLog extends Error {
  constructor(reason: string) {
    super(`The log file was rejected: ${reason}`);
    this.name = 'UnreadableLog';
  }
}

/** One request of the log. */
export interface LogLine {
  /** When the response ended, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Percent-encoded, as the viewer sent it. */
  readonly path: string;
  /** 0 for a viewer who left before the response began. */
  readonly status: number;
  /** Bytes sent to the viewer, with headers. */
  readonly bytes: number;
  /** `Hit`, `RefreshHit`, `Miss`, `Error`, `Redirect` and others. */
  readonly result: string;
  /** Milliseconds to the first byte, measured at the edge; undefined when there was none. */
  readonly firstByteMs: number | undefined;
  /** ISO 3166-1 alpha-2; undefined when CloudFront does not know it. */
  readonly country: string | undefined;
  /** Path pattern of the behavior that applied: `/media/*`; `*` for the default one. */
  readonly pattern: string;
}

const HEADER = '#Fields:';

/** Whether a line is a comment of the format, and not a request. */
export const isDirective = (line: string): boolean => line.startsWith('#');

/**
 * Whether a line is the header that names the fields. @throws UnreadableLog when it names others, or in another order
 */
export const isHeader = (line: string): boolean => {
  if (!line.startsWith(HEADER)) return false;
  const fields = line.slice(HEADER.length).trim().split(/\s+/);
  if (fields.join() !== LOG_FIELDS.join())
    throw new UnreadableLog('its fields are not the ones that the template names');
  return true;
};

const STATUS = /^\d{3}$/;
const BYTES = /^\d{1,15}$/;
const SECONDS = /^\d{1,6}(?:\.\d{1,6})?$/;
const COUNTRY = /^[A-Z]{2}$/;
/** What CloudFront writes for a field without a value. */
const NONE = '-';

/** A time in ISO 8601 in milliseconds since 1970; undefined for one that does not exist. */
const timeOf = (text: string): number | undefined => {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text ? at : undefined;
};

/** A value for each name. */
type Values<Names extends readonly string[]> = { readonly [Index in keyof Names]: string };

/** Parses a request. Undefined for a line of another shape. */
export const parseLogLine = (line: string): LogLine | undefined => {
  const fields = line.split(LOG_DELIMITER);
  if (fields.length !== LOG_FIELDS.length) return undefined;
  const [date, time, method, path, status, bytes, result, , seconds, , country, pattern] = fields as unknown as Values<
    typeof LOG_FIELDS
  >;
  const at = timeOf(`${date}T${time}.000Z`);
  if (at === undefined || !STATUS.test(status) || !BYTES.test(bytes) || !path.startsWith('/')) return undefined;
  if (seconds !== NONE && !SECONDS.test(seconds)) return undefined;
  return {
    at,
    method,
    path,
    status: Number(status),
    bytes: Number(bytes),
    result,
    firstByteMs: seconds === NONE ? undefined : Number(seconds) * 1000,
    country: COUNTRY.test(country) ? country : undefined,
    pattern,
  };
};
