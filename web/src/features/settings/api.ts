import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Key of the settings as they stand. */
export const SETTINGS_KEY = ['settings.get-settings'] as const;
/** Key of what they were. */
export const VERSIONS_KEY = ['settings.list-versions'] as const;

/** The settings as they stand. */
export const settingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => api.call('settings.get-settings', {}, { signal }),
    // An edit begins with what holds, never with what this device remembers of an earlier visit.
    gcTime: 0,
  });

const PAGE = 10;

/** What the settings were, newest first, page by page. */
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
