import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContentCard, ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** All categories, by name. */
export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['catalog.list-categories'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-categories', {}, { signal })).items,
  });

export interface ContentFilter {
  readonly categoryId: string | null;
  readonly type: ContentType | null;
  readonly q: string | null;
}

const SEARCH = 'search.search-content';

/** Published content, page by page: newest first, or search results, best first. Only a search has a `total`. */
export const contentListQuery = (api: ApiClient, { categoryId, type, q }: ContentFilter) =>
  infiniteQueryOptions({
    queryKey: q === null ? ['catalog.list-content', { categoryId, type }] : [SEARCH, { q, categoryId, type }],
    initialPageParam: null as string | null,
    queryFn: ({
      pageParam,
      signal,
    }): Promise<{ readonly items: ContentCard[]; readonly next_cursor: string | null; readonly total?: number }> => {
      const query = {
        ...(categoryId === null ? {} : { category_id: categoryId }),
        ...(type === null ? {} : { content_type: type }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return q === null
        ? api.call('catalog.list-content', { query }, { signal })
        : api.call(SEARCH, { query: { ...query, q } }, { signal });
    },
    // Keeps the previous results while the user types. The feed is never a placeholder for results.
    placeholderData: (before, query) => (q !== null && query?.queryKey[0] === SEARCH ? before : undefined),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** One content item with all its fields. */
export const contentQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['catalog.get-content', id],
    queryFn: ({ signal }) => api.call('catalog.get-content', { params: { id } }, { signal }),
  });
