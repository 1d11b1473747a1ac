import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 2;
/** A screen that comes back within this time shows what it had without asking again. */
const STALE_AFTER_MS = 10_000;

/** Whether a call that failed may succeed later by itself. */
export const isTransient = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/** The cache of server state: only what may pass by itself is tried again, changes never are. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
        // Otherwise a call without a network waits in silence: the screen must say so. It is read again once there is
        // one.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
