import { createRetries } from './retries.ts';

/**
 * Settings of every SDK client: quick tries within ten seconds, and time-outs in milliseconds that leave room for the
 * last one within the API's 29 s. Without them a lost connection hangs a request until the function is killed.
 */
export const clientSettings = {
  /** Each client counts its own failures: every reading makes a strategy. */
  get retryStrategy() {
    return createRetries();
  },
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
} as const;
