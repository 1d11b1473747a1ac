import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client.ts';

/** The signed-in person with role and plan. */
export const meQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['account.get-me'],
    queryFn: ({ signal }) => api.call('account.get-me', {}, { signal }),
  });
