import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditFilter } from '../../../../lambdas/contract/admin/admin-audit.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

const PAGE = 25;

/** Entries that match, newest first, page by page. */
export const auditQuery = (api: ApiClient, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit.list-entries', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'audit.list-entries',
        { query: { ...filter, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // Users open the log to see recent actions.
    staleTime: 0,
  });
