import { infiniteQueryOptions } from '@tanstack/react-query';
import type { EndpointOutput } from '../../../../../lambdas/contract/endpoint.ts';
import type { endpoints } from '../../../../../lambdas/contract/index.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { ContentFilter } from '../api.ts';

const SPEECH = 'search.search-speech';

/** A title with the sentences that were found in it. */
export type SpokenTitle = EndpointOutput<(typeof endpoints)[typeof SPEECH]>['items'][number];

/** Titles in which a text is said, page by page, best first. */
export const speechQuery = (api: ApiClient, { categoryId, type, q }: ContentFilter & { readonly q: string }) =>
  infiniteQueryOptions({
    queryKey: [SPEECH, { q, categoryId, type }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        SPEECH,
        {
          query: {
            q,
            ...(categoryId === null ? {} : { category_id: categoryId }),
            ...(type === null ? {} : { content_type: type }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    // Keeps the previous results while the user types.
    placeholderData: (before) => before,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
