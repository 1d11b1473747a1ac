import { AppError } from './app-error.ts';

/** What an attempt returns when it must run again, because another write came first. */
export const RETRY = Symbol('retry');

/** Other writers came first in every try. A later request may succeed. */
export class Contention extends Error {
  constructor() {
    super('Other writers came first in every try');
    // AWS's own name for a condition that passes, so that it is answered with 503 and retried from queues.
    this.name = 'ServiceUnavailable';
  }
}

/** How an optimistic update is repeated. */
export interface OptimisticOptions<T> {
  /** @default 20, far above what concurrent writers of one item need */
  readonly tries?: number;
  /** The outcome when every try was overtaken. @default throws Contention */
  readonly exhausted?: () => T;
}

const MAX_TRIES = 20;

/** For `exhausted`: answers the caller that the item keeps changing. */
export const conflict = (): never => {
  throw new AppError('version_conflict');
};

/**
 * Runs an optimistic update: `attempt` reads, decides and writes only if nothing changed since; otherwise it returns
 * RETRY and runs again on what is stored by then. Returns the first other outcome.
 */
export const optimistic = async <T>(
  attempt: () => Promise<T | typeof RETRY>,
  { tries = MAX_TRIES, exhausted }: OptimisticOptions<T> = {},
): Promise<T> => {
  for (let tried = 0; tried < tries; tried += 1) {
    const outcome = await attempt();
    if (outcome !== RETRY) return outcome;
  }
  if (exhausted) return exhausted();
  throw new Contention();
};
