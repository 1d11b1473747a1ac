import { AppError } from './app-error.ts';

/** Returned by an update that must run again because it conflicted with another write. */
export const RETRY = Symbol('retry');

/** An update conflicted with another write each time it was tried. A later request may succeed. */
export class Contention extends Error {
  constructor() {
    super('An update conflicted with another write each time it was tried');
    // The name that AWS uses for a transient error, so that the API returns 503 and queues retry it.
    this.name = 'ServiceUnavailable';
  }
}

/** How an optimistic update is repeated. */
export interface OptimisticOptions<T> {
  /** @default 20, far above what concurrent writers of one item need */
  readonly tries?: number;
  /** Waits before another try; `tried` is the number of tries so far. @default does not wait */
  readonly backOff?: (tried: number) => Promise<unknown>;
  /** The result when every try conflicted with another write. @default throws Contention */
  readonly exhausted?: () => T;
}

const MAX_TRIES = 20;

/** For `exhausted`: reports a version conflict to the caller. */
export const conflict = (): never => {
  throw new AppError('version_conflict');
};

/**
 * Runs an optimistic update: `attempt` reads, decides, and writes only if nothing changed since. Otherwise it returns
 * RETRY and runs again with the stored values of that time. Returns the first other result.
 */
export const optimistic = async <T>(
  attempt: () => Promise<T | typeof RETRY>,
  { tries = MAX_TRIES, backOff, exhausted }: OptimisticOptions<T> = {},
): Promise<T> => {
  for (let tried = 0; tried < tries; tried += 1) {
    if (tried > 0) await backOff?.(tried);
    const outcome = await attempt();
    if (outcome !== RETRY) return outcome;
  }
  if (exhausted) return exhausted();
  throw new Contention();
};
