import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Number of rows in Recent Content (specification, section 9). */
const RECENT_LIMIT = 5;

/** The totals on the dashboard. */
export const statsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['dashboard.get-stats'],
    queryFn: ({ signal }) => api.call('dashboard.get-stats', {}, { signal }),
  });

/** The newest content in any state. */
export const recentContentQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['content.list-all-content', 'recent'],
    queryFn: async ({ signal }) =>
      (await api.call('content.list-all-content', { query: { limit: RECENT_LIMIT } }, { signal })).items,
  });
