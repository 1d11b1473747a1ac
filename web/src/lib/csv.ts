import { downloadText } from './download.ts';

/**
 * Prefixes that spreadsheets interpret as a formula (OWASP, CSV injection), including full-width characters and
 * whitespace that some of them skip.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A value as a CSV cell (RFC 4180): always quoted, with an apostrophe in front of anything like a formula. */
export const cell = (value: string): string => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** A row of a CSV file. */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`;

/** The byte order mark by which spreadsheets recognize UTF-8. */
export const CSV_START = '\ufeff';

/** Saves parts of a text as a CSV file of the user. */
export const downloadCsv = (name: string, parts: readonly string[]): void => downloadText(name, 'text/csv', parts);
