import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContentStatus, ContentType } from '../../../../lambdas/contract/content-shapes.ts';
import type { ApiClient } from '../../lib/api-client.ts';

/** Which part of the content a list shows. */
export interface ContentFilter {
  readonly status?: ContentStatus;
  readonly content_type?: ContentType;
}

/** Key of every list of content in every state. */
export const ALL_CONTENT_KEY = 'content.list-all-content';

/** Content in every state, newest first, page by page. */
export const allContentQuery = (api: ApiClient, filter: ContentFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [ALL_CONTENT_KEY, filter],
    queryFn: ({ pageParam, signal }) =>
      api.call('content.list-all-content', { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** The categories that a content may have, by name. */
export const categoryChoicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['catalog.list-categories', 'choices'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-categories', {}, { signal })).items,
  });
