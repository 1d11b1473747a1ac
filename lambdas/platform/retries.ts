import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** The type of `retryStrategy` in SDK clients that decides about one retry at a time. */
type Retries = Extract<NonNullable<DynamoDBClientConfig['retryStrategy']>, { acquireInitialRetryToken: unknown }>;
type Token = Awaited<ReturnType<Retries['acquireInitialRetryToken']>>;

/** Maximum number of tries per call. When a fifth of all tries fail, three calls in a million fail. */
const MAX_TRIES = 8;
/** No try starts after this many milliseconds, because users do not wait longer. */
const MAX_MS = 10_000;
/** Maximum wait before the first retry, in milliseconds. It doubles with each retry, up to `LONGEST_WAIT_MS`. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 800;
/**
 * Retry budget of a client, and how much a successful call adds to it. While a dependency is unavailable, the budget
 * runs out and the client stops adding load.
 */
const BUDGET = 200;
const PER_SUCCESS = 0.5;

interface CallState {
  readonly since: number;
  readonly count: number;
}

/** Clock and random numbers of the strategy, for tests. */
export interface RetriesOptions {
  /** Milliseconds. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/**
 * How a client retries calls that were throttled, aborted or failed on the server. The SDK's default strategy makes few
 * tries with seconds between them. For requests of a page, many quick tries are better: they survive short failures and
 * fail fast on long ones.
 */
export const createRetries = ({ now = Date.now, random = Math.random }: RetriesOptions = {}): Retries => {
  const calls = new WeakMap<Token, CallState>();
  let budget = BUDGET;
  const tokenFor = (entry: CallState, delay: number): Token => {
    const token = { getRetryCount: () => entry.count, getRetryDelay: () => delay };
    calls.set(token, entry);
    return token;
  };
  return {
    acquireInitialRetryToken: () => Promise.resolve(tokenFor({ since: now(), count: 0 }, 0)),
    refreshRetryTokenForRetry(token, { errorType }) {
      const { since, count } = calls.get(token) ?? { since: now(), count: 0 };
      const wait = random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count);
      const isRetryable = errorType !== 'CLIENT_ERROR';
      if (!isRetryable || count + 1 >= MAX_TRIES || budget < 1 || now() + wait - since > MAX_MS)
        return Promise.reject(new Error('No retries left'));
      budget -= 1;
      return Promise.resolve(tokenFor({ since, count: count + 1 }, wait));
    },
    recordSuccess(token) {
      // The retries of a call that finally succeeded are added back.
      budget = Math.min(BUDGET, budget + PER_SUCCESS + (calls.get(token)?.count ?? 0));
    },
  };
};
