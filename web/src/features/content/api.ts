import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client.ts';

/** Content in every state, newest first, page by page. */
export const allContentQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: ['content.list-all-content'],
    queryFn: ({ pageParam, signal }) => api.call('content.list-all-content', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
