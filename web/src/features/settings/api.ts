import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Query key of the current settings. */
export const SETTINGS_KEY = ['settings.get-settings'] as const;
/** Query key of all versions of the settings. */
export const VERSIONS_KEY = ['settings.list-versions'] as const;

/** The current settings. */
export const settingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => api.call('settings.get-settings', {}, { signal }),
    // An edit always starts from the current settings, never from a cached version.
    gcTime: 0,
  });

const PAGE = 10;

/** All versions of the settings, newest first, page by page. */
export const versionsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: VERSIONS_KEY,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'settings.list-versions',
        { query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
