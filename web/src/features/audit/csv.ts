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
 * Beginnings that a spreadsheet takes for a formula (OWASP, CSV injection), those of wide Japanese script and what some
 * skip before them included.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A value as a cell (RFC 4180): always quoted; what could run as a formula begins with an apostrophe. */
export const cell = (value: string): string => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

const line = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`;

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The first line, behind the mark by which spreadsheets know UTF-8. */
export const csvHead = `\ufeff${line(COLUMNS)}`;

/** Entries as lines. */
export const csvLines = (entries: readonly AuditView[]): string =>
  entries.map((entry) => line(COLUMNS.map((column) => text(entry[column])))).join('');
