import { retentionMs } from '../../contract/retention.ts';
import type { Logger } from '../../domain/logger.ts';

/** Milliseconds that an account may stay unconfirmed (decision 7). */
export const UNCONFIRMED_LIFETIME_MS = retentionMs('unconfirmed_accounts');

/** An account that nobody confirmed. */
export interface UnconfirmedAccount {
  readonly username: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The user pool as the sweeper sees it. */
export interface AccountPool {
  /** Accounts that are unconfirmed, page by page. */
  unconfirmed(): AsyncIterable<UnconfirmedAccount>;
  /** Whether an account is unconfirmed at this moment. */
  isUnconfirmed(username: string): Promise<boolean>;
  remove(username: string): Promise<void>;
}

/** What sweeping needs. */
export interface SweepDeps {
  readonly pool: AccountPool;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Removes accounts that were never confirmed in seven days, so that an address which somebody mistyped or took is free
 * again. Each is looked at once more before it goes, since a list may be behind. One that fails is left for the next
 * day. Answers how many were removed.
 */
export const sweepAccounts = async ({ pool, logger, now }: SweepDeps): Promise<{ removed: number; failed: number }> => {
  let removed = 0;
  let failed = 0;
  for await (const { username, createdAt } of pool.unconfirmed()) {
    if (now() - createdAt < UNCONFIRMED_LIFETIME_MS) continue;
    try {
      if (!(await pool.isUnconfirmed(username))) continue;
      await pool.remove(username);
      removed += 1;
    } catch (error) {
      failed += 1;
      logger.error('An unconfirmed account was not removed', {}, error);
    }
  }
  logger.info('Unconfirmed accounts swept', { removed, failed });
  return { removed, failed };
};
