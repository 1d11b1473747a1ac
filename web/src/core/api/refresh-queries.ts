import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reloads the queries with a key: active ones now, the others when they are shown next. A first load in progress is
 * restarted, because the server may have answered it before the change; React Query would only wait for it.
 */
export const refreshQueries = async (queries: QueryClient, queryKey: QueryKey): Promise<void> => {
  await queries.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries({ queryKey });
};
