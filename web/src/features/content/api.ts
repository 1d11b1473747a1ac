import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { ContentFilter } from './list-state.ts';

/** Key of every list of content in every state. */
export const ALL_CONTENT_KEY = 'content.list-all-content';

/** One page of content in every state: searched, or listed. */
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
  const { sort: _best, ...found } = filter;
  return api.call('search.search-all-content', { query: { q, ...found, ...position } }, { signal });
};

/** Content in every state, page by page. */
export const allContentQuery = (api: ApiClient, filter: ContentFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [ALL_CONTENT_KEY, filter],
    queryFn: ({ pageParam, signal }) => readContentPage(api, filter, { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** The categories that a content may have, by name. */
export const categoryChoicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['catalog.list-categories', 'choices'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-categories', {}, { signal })).items,
  });

/** The creators that a content may have, by name. */
export const creatorChoicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['catalog.list-creators'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-creators', {}, { signal })).items,
  });

/** One content by its id, for links that name it. */
export const namedContentQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['catalog.get-content', id, 'named'],
    queryFn: ({ signal }) => api.call('catalog.get-content', { params: { id } }, { signal }),
  });
