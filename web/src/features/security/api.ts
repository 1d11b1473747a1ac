import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** The user's factors. */
export const factorsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['factors.list-factors'],
    queryFn: ({ signal }) => api.call('factors.list-factors', {}, { signal }),
  });
