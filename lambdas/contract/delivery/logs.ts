/** First part of the keys of all log files in the log bucket. */
export const LOG_PREFIX = 'delivery';

/** The part of their keys that CloudFront replaces by the hour of the requests (UTC). */
export const LOG_SUFFIX = '{yyyy}/{MM}/{dd}/{HH}';

/**
 * The fields of the delivery's log, in order. None of them is about a person: no address, browser, cookie, referring
 * page or query (see "Standard logging reference" of CloudFront). The template requests exactly these.
 */
export const LOG_FIELDS = [
  'date',
  'time',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'time-to-first-byte',
  'origin-fbl',
  'c-country',
  'cache-behavior-path-pattern',
] as const;

/** What separates the fields of a line. */
export const LOG_DELIMITER = '\t';
