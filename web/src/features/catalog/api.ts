import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client.ts';

/** All categories by name. */
export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['catalog.list-categories'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-categories', {}, { signal })).items,
  });
