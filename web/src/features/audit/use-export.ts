import type { AuditFilter, AuditView } from '../../../../lambdas/contract/admin/admin-audit.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { usePagedExport } from '../../core/api/use-paged-export.ts';
import { downloadCsv } from '../../lib/csv.ts';
import { fileDay } from '../../lib/local-day.ts';
import { csvHead, csvLines } from './csv.ts';
import { auditTexts as texts } from './texts.ts';

/** Entries per request: the maximum of the API. */
const PAGE = 100;

/**
 * Exports all matching entries as a CSV file. `exported` is the number of entries so far, or null if no export is
 * running.
 */
export const useExport = (
  filter: AuditFilter,
): { readonly run: () => Promise<void>; readonly exported: number | null } => {
  const api = useApi();
  const { run, exported } = usePagedExport<AuditView>({
    key: ['audit.export', filter],
    read: (cursor) =>
      api.call('audit.list-entries', { query: { ...filter, limit: PAGE, ...(cursor === null ? {} : { cursor }) } }),
    texts,
  });
  return {
    run: () =>
      run({
        start: csvHead,
        page: csvLines,
        end: '',
        save: (parts) => downloadCsv(`audit-${fileDay()}.csv`, parts),
      }),
    exported,
  };
};
