import type { AuditView } from '../../../../lambdas/contract/admin/admin-audit.ts';
import { CSV_START, csvLine } from '../../lib/csv.ts';

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

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The header row, after the byte order mark by which spreadsheets recognize UTF-8. */
export const csvHead = `${CSV_START}${csvLine(COLUMNS)}`;

/** Entries as CSV rows. */
export const csvLines = (entries: readonly AuditView[]): string =>
  entries.map((entry) => csvLine(COLUMNS.map((column) => text(entry[column])))).join('');
