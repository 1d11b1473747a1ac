import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** What SDK clients take as `retryStrategy`, in the form that decides about one repetition at a time. */
type Retries = Extract<NonNullable<DynamoDBClientConfig['retryStrategy']>, { acquireInitialRetryToken: unknown }>;
type Token = Awaited<ReturnType<Retries['acquireInitialRetryToken']>>;

/** Tries of one call. With a fifth of all tries failing, three calls in a million fail. */
const MAX_TRIES = 8;
/** A try that begins after this many milliseconds would end past the time that a person waits. */
const MAX_MS = 10_000;
/** Longest wait before the first repetition, which doubles with each, and the longest of all, in milliseconds. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 800;
/**
 * Repetitions that a client has in stock, and what a success gives back: while a dependency is away, a client soon
 * stops adding to its load.
 */
const STOCK = 200;
const PER_SUCCESS = 0.5;

interface Kept {
  readonly since: number;
  readonly count: number;
}

/** The outside of the strategy, for tests. */
export interface RetriesOptions {
  /** Milliseconds. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/**
 * How a client repeats calls that were throttled, failed on the other side or broke off. The SDK's own way makes few
 * tries and waits for seconds between them; behind a page, many quick tries are better: they get through what passes,
 * and give up on the rest soon.
 */
export const createRetries = ({ now = Date.now, random = Math.random }: RetriesOptions = {}): Retries => {
  const kept = new WeakMap<Token, Kept>();
  let stock = STOCK;
  const tokenFor = (entry: Kept, delay: number): Token => {
    const token = { getRetryCount: () => entry.count, getRetryDelay: () => delay };
    kept.set(token, entry);
    return token;
  };
  return {
    acquireInitialRetryToken: () => Promise.resolve(tokenFor({ since: now(), count: 0 }, 0)),
    refreshRetryTokenForRetry(token, { errorType }) {
      const { since, count } = kept.get(token) ?? { since: now(), count: 0 };
      const wait = random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count);
      const passes = errorType !== 'CLIENT_ERROR';
      if (!passes || count + 1 >= MAX_TRIES || stock < 1 || now() + wait - since > MAX_MS)
        return Promise.reject(new Error('No further try'));
      stock -= 1;
      return Promise.resolve(tokenFor({ since, count: count + 1 }, wait));
    },
    recordSuccess(token) {
      // What a call took and made good is given back whole.
      stock = Math.min(STOCK, stock + PER_SUCCESS + (kept.get(token)?.count ?? 0));
    },
  };
};
