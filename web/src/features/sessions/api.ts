import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Query key of the user's sessions. */
const SESSIONS_KEY = ['sessions.list-sessions'] as const;

/** The user's active sessions. */
export const sessionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => api.call('sessions.list-sessions', {}, { signal }),
  });
