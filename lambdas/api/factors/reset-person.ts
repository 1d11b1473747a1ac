import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { hasRecordedFactor, withLostFactors } from '../../domain/factors/factors.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { notices, notify } from './notices.ts';

/**
 * Removes the authenticator app and the phone of a user who lost them, marks their passkeys as lost, and ends all their
 * sessions; audited. Passkeys stay in the user pool, where only their owner can remove them, but the password is enough
 * for that. Repeating the call after a failure completes it.
 */
export const resetPerson = (deps: FactorsDeps) =>
  route(endpoints['factors.reset-person'], async ({ actor, params: { id }, body: { reason }, requestId }) => {
    const { pool, records, sessions, now } = deps;
    const account = await pool.accountOfUser(id);
    if (!account) throw new AppError('user_not_found');
    const [removed, record] = await Promise.all([pool.removeTotp(account.username), records.get(id)]);
    const hasPhone = record.phone_since !== undefined;
    if (!removed && !hasRecordedFactor(record)) throw new AppError('factor_not_found');
    if (hasPhone) await deps.phones?.remove(account.username, true);
    await changeRecord(deps, id, (stored) => ({ ...withLostFactors(stored), recovery: [] }), {
      act: { actor, action: 'user.factor-reset', reason, requestId },
      at: new Date(now()).toISOString(),
    });
    await sessions.endAll(id, now());
    await notify(deps, id, notices.reset);
    return { status: 204 };
  });
