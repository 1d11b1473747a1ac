import { QueryClient } from '@tanstack/react-query';
import { ApiError, isTransientFailure } from './api-error.ts';

const MAX_RETRIES = 2;
/** Milliseconds before the first retry; doubles with the second. */
const FIRST_RETRY_MS = 1_000;
/** Milliseconds for which a screen shows cached data without reloading it. */
const STALE_AFTER_MS = 10_000;

/** Whether a failed call may succeed when it is repeated. */
export const isTransient = (error: Error) => !(error instanceof ApiError) || isTransientFailure(error);

/** Creates the cache of server state. Only transient failures are retried, and mutations never. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
        // Random, so that the clients of a service that failed do not all return at the same moment.
        retryDelay: (failures) => FIRST_RETRY_MS * 2 ** failures * (0.5 + Math.random() / 2),
        // Offline calls fail instead of waiting, so that the screen can show an error. They are repeated on reconnect.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
