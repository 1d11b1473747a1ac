import type { NamedSecurityEvent, SecurityEventFilter } from '../../../../../lambdas/contract/admin/security-events.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { usePagedExport } from '../../../core/api/use-paged-export.ts';
import { logTexts, securityCenterTexts } from '../texts.ts';

/** Events per request: the maximum of the API. */
const PAGE = 100;

/** The formats of the export. */
export type EventFormat = 'csv' | 'ocsf';

/** Exports all events that match. `exported` is the number of events so far, or null if no export is running. */
export const useEventExport = (
  filter: SecurityEventFilter,
): { readonly run: (format: EventFormat) => Promise<void>; readonly exported: number | null } => {
  const api = useApi();
  const { run, exported } = usePagedExport<NamedSecurityEvent>({
    key: ['security.export', filter],
    read: (cursor) =>
      api.call('security.list-events', { query: { ...filter, limit: PAGE, ...(cursor === null ? {} : { cursor }) } }),
    texts: { ...logTexts, success: securityCenterTexts.success, error: securityCenterTexts.error },
  });
  return {
    run: (format) =>
      run(
        format === 'csv'
          ? import('../export/csv.ts').then(({ eventCsv }) => eventCsv)
          : import('../export/ocsf.ts').then(({ ocsfEvents }) => ocsfEvents),
      ),
    exported,
  };
};
