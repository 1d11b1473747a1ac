import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Maximum number of results per kind. */
const LIMIT = 10;

const validated = async (api: ApiClient, text: string, signal: AbortSignal) =>
  api.call('security.input-validator', { body: { data: text, validationType: 'search_query' } }, { signal });

/** Searches content and users. The server validates and cleans the text first. */
export const useAdminSearch = (text: string) => {
  const api = useApi();
  const check = useQuery({
    queryKey: ['security.input-validator', text],
    queryFn: ({ signal }) => validated(api, text, signal),
    enabled: text !== '',
    // The server logs every check, so returning to the same results must not repeat it.
    staleTime: Infinity,
  });
  const { valid = false, sanitizedData } = check.data ?? {};
  const q = valid && typeof sanitizedData === 'string' ? sanitizedData : '';
  const content = useQuery({
    queryKey: ['search.search-all-content', 'admin-search', q],
    queryFn: ({ signal }) => api.call('search.search-all-content', { query: { q, limit: LIMIT } }, { signal }),
    enabled: q !== '',
  });
  const people = useQuery({
    queryKey: ['people.list-people', 'admin-search', q],
    queryFn: ({ signal }) => api.call('people.list-people', { query: { q, limit: LIMIT } }, { signal }),
    enabled: q !== '',
  });
  return { check, content, people };
};
