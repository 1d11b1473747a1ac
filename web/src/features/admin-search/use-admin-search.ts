import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Contents and people that one search shows. */
const SHOWN = 10;

const validated = async (api: ApiClient, text: string, signal: AbortSignal) =>
  api.call('security.input-validator', { body: { data: text, validationType: 'search_query' } }, { signal });

/** Looks for contents and people: what was typed is cleaned by the server first, and the cleaned text is looked for. */
export const useAdminSearch = (text: string) => {
  const api = useApi();
  const check = useQuery({
    queryKey: ['security.input-validator', text],
    queryFn: ({ signal }) => validated(api, text, signal),
    enabled: text !== '',
    // Every check is noted as an event: looking at the same results again is none.
    staleTime: Infinity,
  });
  const { valid = false, sanitizedData } = check.data ?? {};
  const q = valid && typeof sanitizedData === 'string' ? sanitizedData : '';
  const content = useQuery({
    queryKey: ['search.search-all-content', 'admin-search', q],
    queryFn: ({ signal }) => api.call('search.search-all-content', { query: { q, limit: SHOWN } }, { signal }),
    enabled: q !== '',
  });
  const people = useQuery({
    queryKey: ['people.list-people', 'admin-search', q],
    queryFn: ({ signal }) => api.call('people.list-people', { query: { q, limit: SHOWN } }, { signal }),
    enabled: q !== '',
  });
  return { check, content, people };
};
