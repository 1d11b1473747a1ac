import { infiniteQueryOptions, queryOptions, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { AlertState } from '../../../../lambdas/contract/admin/security-alerts.ts';
import type { NamedSecurityEvent, SecurityEventFilter } from '../../../../lambdas/contract/admin/security-events.ts';
import { MONITOR_EVENTS } from '../../../../lambdas/contract/admin/security-rules.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { useLiveTopic } from '../../core/live/live-context.tsx';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Milliseconds between two polls while the live channel does not report changes (specification, section 9). */
const POLL_MS = 60_000;
/** Pages after which the monitor stops to look for its events: pages can be short before the last. */
const MONITOR_PAGES = 5;

/** Query keys of what changes while a screen is open. */
export const OVERVIEW_KEY = ['security.get-overview'] as const;
export const ALERTS_KEY = ['security.list-alerts'] as const;
export const RESPONSES_KEY = ['security.list-responses'] as const;
export const ACTIVE_TOKENS_KEY = ['tokens.list-active-tokens'] as const;
export const PROGRAM_KEY = ['phases.get-program'] as const;
export const MONITOR_KEY = ['security.list-events', 'monitor'] as const;

/** Score, plots and precision. */
export const overviewQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: OVERVIEW_KEY,
    queryFn: ({ signal }) => api.call('security.get-overview', {}, { signal }),
  });

/** The newest events of the last 24 hours, for the live monitor. */
export const monitorQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: MONITOR_KEY,
    queryFn: async ({ signal }) => {
      const found: NamedSecurityEvent[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MONITOR_PAGES && found.length < MONITOR_EVENTS; page += 1) {
        const query = { limit: MONITOR_EVENTS, ...(cursor === null ? {} : { cursor }) };
        const next: { readonly items: readonly NamedSecurityEvent[]; readonly next_cursor: string | null } =
          await api.call('security.list-events', { query }, { signal });
        found.push(...next.items);
        cursor = next.next_cursor;
        if (cursor === null) break;
      }
      return found.slice(0, MONITOR_EVENTS);
    },
    staleTime: 0,
  });

/** Events that match, newest first, page by page. */
export const eventLogQuery = (api: ApiClient, filter: SecurityEventFilter) =>
  infiniteQueryOptions({
    queryKey: ['security.list-events', 'log', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'security.list-events',
        { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
  });

/** The newest alerts in a state. */
export const alertsQuery = (api: ApiClient, state: AlertState) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, state],
    queryFn: ({ signal }) => api.call('security.list-alerts', { query: { state } }, { signal }),
  });

/** The newest responses. */
export const responsesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: RESPONSES_KEY,
    queryFn: ({ signal }) => api.call('security.list-responses', {}, { signal }),
  });

/** What the rules may do on their own. */
export const settingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['security.get-settings'],
    queryFn: ({ signal }) => api.call('security.get-settings', {}, { signal }),
  });

/** Users to choose from. */
const CHOICES = 10;

/** The newest users, or those whose name or email address begins with a text. */
export const foundUsersQuery = (api: ApiClient, q: string | null) =>
  queryOptions({
    queryKey: ['people.list-people', 'security-center', q],
    queryFn: ({ signal }) =>
      api.call('people.list-people', { query: { limit: CHOICES, ...(q === null ? {} : { q }) } }, { signal }),
  });

/** The name of a user; null when the profile no longer exists. */
export const userNameQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: ['security.list-events', 'name', userId],
    queryFn: async ({ signal }) =>
      (await api.call('security.list-events', { query: { user_id: userId, limit: 1 } }, { signal })).filter_user_name,
  });

/** The newest behavioral patterns of a user. */
export const patternsQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: ['behavior.list-patterns', userId],
    queryFn: ({ signal }) => api.call('behavior.list-patterns', { params: { userId } }, { signal }),
    staleTime: 0,
  });

/** The active smart tokens of all users. */
export const activeTokensQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ACTIVE_TOKENS_KEY,
    queryFn: ({ signal }) => api.call('tokens.list-active-tokens', {}, { signal }),
    staleTime: 0,
  });

/** The phases of the security program, with their metrics and the simulation. */
export const programQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: PROGRAM_KEY,
    queryFn: ({ signal }) => api.call('phases.get-program', {}, { signal }),
    staleTime: 0,
  });

/**
 * Reloads the queries with a key whenever the server reports a change of the security center. Returns `isLive`, and the
 * interval at which the queries must be polled otherwise. Nothing is reloaded while it is paused.
 */
export const useSecurityChanges = (
  queryKey: QueryKey,
  paused = false,
): { readonly isLive: boolean; readonly refetchInterval: number | false } => {
  const queries = useQueryClient();
  const isLive = useLiveTopic(paused ? null : liveTopics.security, () => void refreshQueries(queries, queryKey));
  return { isLive, refetchInterval: paused || isLive ? false : POLL_MS };
};
