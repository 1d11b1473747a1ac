import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * What the keyed queries show has changed: whatever is on screen is read again, the rest when it is shown next. A first
 * reading that is under way is begun anew, since the server may have answered it before the change; the cache by itself
 * would only wait for it.
 */
export const refreshQueries = async (queries: QueryClient, queryKey: QueryKey): Promise<void> => {
  await queries.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries({ queryKey });
};
