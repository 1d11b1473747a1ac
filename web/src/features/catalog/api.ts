import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContentType } from '../../../../lambdas/contract/content-shapes.ts';
import type { ApiClient } from '../../lib/api-client.ts';

/** All categories by name. */
export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['catalog.list-categories'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-categories', {}, { signal })).items,
  });

export interface ContentFilter {
  readonly categoryId: string | null;
  readonly type: ContentType | null;
}

/** Published content, newest first, page by page. */
export const contentListQuery = (api: ApiClient, { categoryId, type }: ContentFilter) =>
  infiniteQueryOptions({
    queryKey: ['catalog.list-content', { categoryId, type }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'catalog.list-content',
        {
          query: {
            ...(categoryId === null ? {} : { category_id: categoryId }),
            ...(type === null ? {} : { content_type: type }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** One content in full. */
export const contentQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['catalog.get-content', id],
    queryFn: ({ signal }) => api.call('catalog.get-content', { params: { id } }, { signal }),
  });
