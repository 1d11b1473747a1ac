import { retentionMs } from '../../contract/retention.ts';
import type { Logger } from '../../domain/logger.ts';

/** Milliseconds that an account can stay unconfirmed (decisions.md 7). */
export const UNCONFIRMED_LIFETIME_MS = retentionMs('unconfirmed_accounts');

/** An unconfirmed account. */
export interface UnconfirmedAccount {
  readonly username: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The operations of the user pool that the sweeper needs. */
export interface AccountPool {
  /** All unconfirmed accounts. */
  unconfirmed(): AsyncIterable<UnconfirmedAccount>;
  /** Whether an account is currently unconfirmed. */
  isUnconfirmed(username: string): Promise<boolean>;
  remove(username: string): Promise<void>;
}

/** Dependencies of the worker. */
export interface SweepDeps {
  readonly pool: AccountPool;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Removes accounts that were not confirmed within seven days, so that a mistyped or misused email address becomes
 * available again. Each account is checked again before its removal, because the list can be outdated. Failures are
 * retried the next day. Returns the numbers of removed and failed accounts.
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
      logger.error('Could not remove an unconfirmed account', {}, error);
    }
  }
  logger.info('Unconfirmed accounts removed', { removed, failed });
  return { removed, failed };
};
