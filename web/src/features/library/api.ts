import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** First part of every key below: what the server says to have changed in a person's library is all read again. */
const LIBRARY = 'library';
/** Entries and playlists that one page asks for: most lists are whole with it. */
const PAGE = 100;

const start = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
};
const cursorOf = (pageParam: string | null) => (pageParam === null ? {} : { cursor: pageParam });

/** Ids of everything that the person likes. */
export const likedIdsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [LIBRARY, 'liked-ids'],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> =>
      new Set((await api.call('library.list-liked-ids', {}, { signal })).ids),
  });

/** What the person likes, the newest like first. */
export const likesQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [LIBRARY, 'likes'],
    ...start,
    queryFn: ({ pageParam, signal }) => api.call('library.list-likes', { query: cursorOf(pageParam) }, { signal }),
  });

/** The person's own playlists, newest first. */
export const playlistsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [LIBRARY, 'playlists'],
    ...start,
    queryFn: ({ pageParam, signal }) =>
      api.call('library.list-playlists', { query: { limit: PAGE, ...cursorOf(pageParam) } }, { signal }),
  });

/** Everybody's public playlists, newest first. */
export const publicPlaylistsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [LIBRARY, 'public-playlists'],
    ...start,
    queryFn: ({ pageParam, signal }) =>
      api.call('library.list-public-playlists', { query: cursorOf(pageParam) }, { signal }),
  });

/** One playlist without its entries. */
export const playlistQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [LIBRARY, 'playlist', id],
    queryFn: ({ signal }) => api.call('library.get-playlist', { params: { id } }, { signal }),
  });

/** A playlist's entries in their order. */
export const entriesQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: [LIBRARY, 'entries', id],
    ...start,
    queryFn: ({ pageParam, signal }) =>
      api.call('library.list-entries', { params: { id }, query: { limit: PAGE, ...cursorOf(pageParam) } }, { signal }),
  });

/** In which of the person's playlists a content stands. */
export const containingPlaylistsQuery = (api: ApiClient, contentId: string) =>
  queryOptions({
    queryKey: [LIBRARY, 'holding', contentId],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> =>
      new Set(
        (await api.call('library.list-containing-playlists', { params: { contentId } }, { signal })).playlist_ids,
      ),
  });

/** Reads all that shows of the library anew. */
export const invalidateLibrary = (queries: QueryClient): Promise<void> => refreshQueries(queries, [LIBRARY]);
