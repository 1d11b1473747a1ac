import { createRetries } from './retries.ts';

/**
 * Settings of all SDK clients: quick tries within ten seconds, and time-outs in milliseconds that leave time for the
 * last try within the API's limit of 29 s. Without them, a lost connection blocks a request until the function times
 * out.
 */
export const clientSettings = {
  /** A new strategy for each client, because it counts the client's failures. */
  get retryStrategy() {
    return createRetries();
  },
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
} as const;
