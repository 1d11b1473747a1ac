import type { AuditView } from '../../../../lambdas/contract/admin/admin-audit.ts';

const COLUMNS = [
  'id',
  'at',
  'actor_id',
  'actor_name',
  'actor_role',
  'action',
  'target_type',
  'target_id',
  'target_name',
  'before',
  'after',
  'reason',
  'request_id',
] as const satisfies readonly (keyof AuditView)[];

/**
 * Prefixes that spreadsheets interpret as a formula (OWASP, CSV injection), including full-width characters and
 * whitespace that some of them skip.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A value as a CSV cell (RFC 4180): always quoted, with an apostrophe in front of anything like a formula. */
export const cell = (value: string): string => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

const line = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`;

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The header row, after the byte order mark by which spreadsheets recognize UTF-8. */
export const csvHead = `\ufeff${line(COLUMNS)}`;

/** Entries as CSV rows. */
export const csvLines = (entries: readonly AuditView[]): string =>
  entries.map((entry) => line(COLUMNS.map((column) => text(entry[column])))).join('');
