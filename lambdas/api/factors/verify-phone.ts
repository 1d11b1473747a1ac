import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { needsRecoveryCodes } from '../../domain/factors/factors.ts';
import { newRecoveryCodes, recoveryHash } from '../../domain/factors/recovery-codes.ts';
import { factorTries, guardRate } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { notices, notify } from './notices.ts';
import { tokenOf } from './token-of.ts';

/**
 * Completes adding a phone. As with an authenticator app, recovery codes are stored before the phone is asked for.
 * Unused ones of another factor stay valid, because they recover all.
 */
export const verifyPhone = (deps: FactorsDeps) =>
  route(endpoints['factors.verify-phone'], async (request) => {
    const { pool, phones, counters, records, now } = deps;
    if (!phones) throw new AppError('invalid_state');
    const { userId } = request.actor;
    const token = tokenOf(request);
    await guardRate(counters, factorTries, userId, now());
    await phones.verify(token, request.body.code);
    const [{ hasTotp, passkeys }, record] = await Promise.all([pool.list(token), records.get(userId)]);
    const codes = needsRecoveryCodes(record) ? newRecoveryCodes() : [];
    await changeRecord(deps, userId, (current) => ({
      ...current,
      phone_since: new Date(now()).toISOString(),
      ...(codes.length > 0 ? { recovery: codes.map((code) => recoveryHash(userId, code)) } : {}),
      setup_wanted: undefined,
    }));
    await pool.prefer(token, { totp: hasTotp, phone: true, passkeys: passkeys.length > 0 });
    await notify(deps, userId, notices.phoneAdded);
    return { status: 200, body: { recovery_codes: [...codes] }, headers: { 'cache-control': 'no-store' } };
  });
