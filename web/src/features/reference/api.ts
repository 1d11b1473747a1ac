import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { readReference } from './read-document.ts';

/** The OpenAPI document as a readable reference. */
export const referenceQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['docs.get-openapi'],
    queryFn: async ({ signal }) => readReference(await api.call('docs.get-openapi', {}, { signal })),
    staleTime: Infinity,
  });
