import { queryOptions } from '@tanstack/react-query';
import type { CleanupRun } from '../../../../lambdas/contract/admin/retention.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** The retention table, with the last cleanups. */
export const policiesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['retention.list-policies'],
    queryFn: ({ signal }) => api.call('retention.list-policies', {}, { signal }),
  });

/** How many accounts decided about privacy, and what they allow. */
export const consentNumbersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['retention.get-consent-numbers'],
    queryFn: ({ signal }) => api.call('retention.get-consent-numbers', {}, { signal }),
  });

/** All legal holds, newest first. */
export const holdsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['retention.list-holds'],
    queryFn: ({ signal }) => api.call('retention.list-holds', {}, { signal }),
    staleTime: 0,
  });

/** Runs the cleanup to its end: a call that had no time for everything is continued by the next one. */
export const runCleanup = async (api: ApiClient, isDry: boolean): Promise<CleanupRun> => {
  const body = { dry_run: isDry };
  let run = await api.call('retention.cleanup-expired-data', { body });
  while (run.finished_at === null)
    run = await api.call('retention.cleanup-expired-data', { body: { ...body, run_id: run.id } });
  return run;
};
