import { LOG_DELIMITER, LOG_FIELDS } from '../../../lambdas/contract/delivery/logs.ts';
import { gzipSync } from 'node:zlib';

/** Values of a line, by field. */
export type LineFields = { readonly [Field in (typeof LOG_FIELDS)[number]]?: string };

const USUAL: Required<LineFields> = {
  date: '2026-11-28',
  time: '13:05:10',
  'cs-method': 'GET',
  'cs-uri-stem': '/index.html',
  'sc-status': '200',
  'sc-bytes': '1000',
  'x-edge-result-type': 'Hit',
  'x-edge-detailed-result-type': 'Hit',
  'time-to-first-byte': '0.020',
  'origin-fbl': '-',
  'c-country': 'DE',
  'cache-behavior-path-pattern': '*',
};

/** Start of the hour of these lines. */
export const LOG_HOUR = Date.UTC(2026, 10, 28, 13);

/** A line of a log, with usual values for the fields that are not given. */
export const logLine = (fields: LineFields = {}): string =>
  LOG_FIELDS.map((field) => fields[field] ?? USUAL[field]).join(LOG_DELIMITER);

/** The header of a log. */
export const logHeader = ['#Version: 1.0', `#Fields: ${LOG_FIELDS.join(' ')}`];

/** The packed bytes of a log file. */
export const packedLog = (lines: readonly string[]): Buffer => gzipSync(`${[...logHeader, ...lines].join('\n')}\n`);
