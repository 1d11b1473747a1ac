import type { NamedSecurityEvent } from '../../../../../lambdas/contract/admin/security-events.ts';
import type { ExportFormat } from '../../../core/api/use-paged-export.ts';
import { CSV_START, csvLine, downloadCsv } from '../../../lib/csv.ts';
import { fileDay } from '../../../lib/local-day.ts';

const COLUMNS = [
  'id',
  'created_at',
  'source',
  'event_type',
  'event_category',
  'severity',
  'risk_score',
  'subject',
  'user_id',
  'user_name',
  'session_id',
  'resource_type',
  'resource_id',
  'action_taken',
  'success',
  'error_message',
  'metadata',
  'ip_address',
] as const satisfies readonly (keyof NamedSecurityEvent)[];

const text = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Security events as a CSV file with the columns of the stored shape. */
export const eventCsv: ExportFormat<NamedSecurityEvent> = {
  start: `${CSV_START}${csvLine(COLUMNS)}`,
  page: (events) => events.map((event) => csvLine(COLUMNS.map((column) => text(event[column])))).join(''),
  end: '',
  save: (parts) => downloadCsv(`security-events-${fileDay()}.csv`, parts),
};
