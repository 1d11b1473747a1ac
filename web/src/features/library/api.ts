import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** First part of every key below: any change in a user's library reloads all of them. */
const LIBRARY = 'library';
/** Entries or playlists per page: most lists are complete with one page. */
const PAGE = 100;

const start = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
};
const cursorOf = (pageParam: string | null) => (pageParam === null ? {} : { cursor: pageParam });

/** Ids of all items that the user likes. */
export const likedIdsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [LIBRARY, 'liked-ids'],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> =>
      new Set((await api.call('library.list-liked-ids', {}, { signal })).ids),
  });

/** The items that the user likes, the newest like first. */
export const likesQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [LIBRARY, 'likes'],
    ...start,
    queryFn: ({ pageParam, signal }) => api.call('library.list-likes', { query: cursorOf(pageParam) }, { signal }),
  });

/** The user's own playlists, newest first. */
export const playlistsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [LIBRARY, 'playlists'],
    ...start,
    queryFn: ({ pageParam, signal }) =>
      api.call('library.list-playlists', { query: { limit: PAGE, ...cursorOf(pageParam) } }, { signal }),
  });

/** The public playlists of all users, newest first. */
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

/** Ids of the user's playlists that contain an item. */
export const containingPlaylistsQuery = (api: ApiClient, contentId: string) =>
  queryOptions({
    queryKey: [LIBRARY, 'containing', contentId],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> =>
      new Set(
        (await api.call('library.list-containing-playlists', { params: { contentId } }, { signal })).playlist_ids,
      ),
  });

/** Reloads all queries of the library. */
export const invalidateLibrary = (queries: QueryClient): Promise<void> => refreshQueries(queries, [LIBRARY]);
