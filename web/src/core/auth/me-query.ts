import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { isTransient } from '../../lib/api/query-client.ts';

/** Retries of a failed request, and milliseconds between them (specification, section 4: Role). */
const RETRIES = 3;
const RETRY_EVERY_MS = 2_000;

/** Query key of the signed-in user. */
export const ME_KEY = ['account.get-me'] as const;

/** The signed-in user with role and plan. */
export const meQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ME_KEY,
    queryFn: ({ signal }) => api.call('account.get-me', {}, { signal }),
    retry: (failures, error) => failures < RETRIES && isTransient(error),
    retryDelay: RETRY_EVERY_MS,
  });
