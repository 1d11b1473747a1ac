import { endpoints } from '../../contract/index.ts';
import { newRecoveryCodes, recoveryHash } from '../../domain/factors/recovery-codes.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { notices, notify } from './notices.ts';
import { tokenOf } from './token-of.ts';

/**
 * Completes the setup of an authenticator app. The recovery codes are stored before the app is asked for, so that no
 * one is locked out when a step in between fails.
 */
export const verifyTotp = (deps: FactorsDeps) =>
  route(endpoints['factors.verify-totp'], async (request) => {
    const { pool, now } = deps;
    const { userId } = request.actor;
    const token = tokenOf(request);
    await pool.verifyTotp(token, request.body.code);
    const { phone, passkeys } = await pool.list(token);
    const codes = newRecoveryCodes();
    await changeRecord(deps, userId, (record) => ({
      ...record,
      totp_since: new Date(now()).toISOString(),
      recovery: codes.map((code) => recoveryHash(userId, code)),
      setup_wanted: undefined,
    }));
    await pool.prefer(token, { totp: true, phone: phone !== null, passkeys: passkeys.length > 0 });
    await notify(deps, userId, notices.totpAdded);
    return { status: 200, body: { recovery_codes: [...codes] }, headers: { 'cache-control': 'no-store' } };
  });
