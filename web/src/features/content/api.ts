import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { ContentFilter } from './list-state.ts';

/** Query key of every list of content in any state. */
export const ALL_CONTENT_KEY = 'content.list-all-content';

/** One page of content in any state: search results if there is a query, otherwise the list. */
export const readContentPage = async (
  api: ApiClient,
  { q, ...filter }: ContentFilter,
  page: { readonly cursor: string | null; readonly limit?: number },
  signal?: AbortSignal,
): Promise<{ readonly items: readonly ContentView[]; readonly next_cursor: string | null }> => {
  const position = {
    ...(page.cursor === null ? {} : { cursor: page.cursor }),
    ...(page.limit === undefined ? {} : { limit: page.limit }),
  };
  if (q === undefined) return api.call('content.list-all-content', { query: { ...filter, ...position } }, { signal });
  const { sort: _bestMatch, ...searchFilter } = filter;
  return api.call('search.search-all-content', { query: { q, ...searchFilter, ...position } }, { signal });
};

/** Content in any state, page by page. */
export const allContentQuery = (api: ApiClient, filter: ContentFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [ALL_CONTENT_KEY, filter],
    queryFn: ({ pageParam, signal }) => readContentPage(api, filter, { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** All categories, by name. */
export const categoryChoicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['catalog.list-categories', 'choices'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-categories', {}, { signal })).items,
  });

/** All creators, by name. */
export const creatorChoicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['catalog.list-creators'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-creators', {}, { signal })).items,
  });

/** One content item by its ID, for links that name it. */
export const namedContentQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['catalog.get-content', id, 'named'],
    queryFn: ({ signal }) => api.call('catalog.get-content', { params: { id } }, { signal }),
  });
