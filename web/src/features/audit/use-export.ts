import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditFilter, AuditView } from '../../../../lambdas/contract/admin/admin-audit.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { downloadCsv } from '../../lib/csv.ts';
import { csvHead, csvLines } from './csv.ts';
import { auditTexts as texts } from './texts.ts';

/** Entries per request: the maximum of the API. */
const PAGE = 100;

/**
 * Exports all matching entries as a CSV file. The entries are read page by page, so no request grows with the log.
 * `exported` is the number of entries so far, or null if no export is running.
 */
export const useExport = (
  filter: AuditFilter,
): { readonly run: () => Promise<void>; readonly exported: number | null } => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [exported, setExported] = useState<number | null>(null);
  /** Reads a page through the query client, which retries a failed request. */
  const read = (
    cursor: string | null,
  ): Promise<{ readonly items: readonly AuditView[]; readonly next_cursor: string | null }> =>
    queries.fetchQuery({
      queryKey: ['audit.export', filter, cursor],
      queryFn: () =>
        api.call('audit.list-entries', { query: { ...filter, limit: PAGE, ...(cursor === null ? {} : { cursor }) } }),
      staleTime: 0,
      gcTime: 0,
    });
  const run = async (): Promise<void> => {
    const parts = [csvHead];
    let count = 0;
    let cursor: string | null = null;
    setExported(0);
    try {
      do {
        const page: Awaited<ReturnType<typeof read>> = await read(cursor);
        parts.push(csvLines(page.items));
        count += page.items.length;
        setExported(count);
        cursor = page.next_cursor;
      } while (cursor !== null);
      downloadCsv(`audit-${new Date().toISOString().slice(0, '2026-11-03'.length)}.csv`, parts);
      show({ title: texts.success, description: texts.exported(count) });
    } catch {
      show({ title: texts.error, description: texts.exportFailed, variant: 'destructive' });
    } finally {
      setExported(null);
    }
  };
  return { run, exported };
};
