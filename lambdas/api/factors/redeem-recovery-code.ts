import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { withLostFactors, type FactorRecord } from '../../domain/factors/factors.ts';
import { recoveryHash } from '../../domain/factors/recovery-codes.ts';
import { addressHash, guardRate, recoveryTries } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { notices, notify } from './notices.ts';

/** Used instead of the user of an unknown account, so that a call for one reads as much as for a known one. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

/**
 * Removes the lost authenticator app and phone of an account in exchange for a recovery code, marks its passkeys as
 * lost, and ends all sessions, because anyone who has the lost device may use one. The code is used up first, so that
 * it works once; when the user pool then fails, the code is valid again. Guesses are limited by address.
 */
export const redeemRecoveryCode = (deps: FactorsDeps) =>
  route(endpoints['factors.redeem-recovery-code'], async ({ body: { email, code } }) => {
    const { pool, counters, now } = deps;
    await guardRate(counters, recoveryTries, addressHash(email), now());
    const account = await pool.accountOf(email);
    const userId = account?.userId ?? NO_USER;
    const hash = recoveryHash(userId, code);
    // An unknown account reads as much as a known one, and has no codes.
    const use = (record: FactorRecord) =>
      account && record.recovery.includes(hash)
        ? { ...record, recovery: record.recovery.filter((other) => other !== hash) }
        : undefined;
    const before = await deps.records.change(userId, use);
    if (!before || !account) throw new AppError('code_rejected');
    try {
      await pool.removeTotp(account.username);
      if (before.phone_since !== undefined) await deps.phones?.remove(account.username, true);
    } catch (error) {
      await deps.records.change(userId, (record) => ({ ...record, recovery: [...record.recovery, hash] }));
      throw error;
    }
    await changeRecord(deps, userId, withLostFactors);
    await deps.sessions.endAll(userId, now());
    await notify(deps, userId, notices.codeUsed);
    return { status: 204 };
  });
