/**
 * Settings of every SDK client: three tries, and time-outs in milliseconds that leave room for all of them within the
 * API's 29 s. Without them a lost connection hangs a request until the function is killed.
 */
export const clientSettings = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
} as const;
