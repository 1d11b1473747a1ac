import { endpoints } from '../../contract/index.ts';
import { asksForCodes, needsRecoveryCodes } from '../../domain/factors/factors.ts';
import { newRecoveryCodes, recoveryHash } from '../../domain/factors/recovery-codes.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { notices, notify } from './notices.ts';
import { tokenOf } from './token-of.ts';

/**
 * Completes the registration of a passkey. In addition to an app or a phone, the passkey then replaces its code. As the
 * first factor it comes with recovery codes: a lost passkey would otherwise lock its user out of all dangerous actions.
 */
export const verifyPasskey = (deps: FactorsDeps) =>
  route(endpoints['factors.verify-passkey'], async (request) => {
    const { pool, now } = deps;
    const { userId } = request.actor;
    const { name, credential } = request.body;
    const token = tokenOf(request);
    await pool.verifyPasskey(token, credential);
    const codes = needsRecoveryCodes(await deps.records.get(userId)) ? newRecoveryCodes() : [];
    await changeRecord(deps, userId, (record) => ({
      ...record,
      names: { ...record.names, [credential.id]: name },
      ...(codes.length > 0 ? { recovery: codes.map((code) => recoveryHash(userId, code)) } : {}),
      setup_wanted: undefined,
      passkeys_lost: undefined,
    }));
    const stored = await pool.list(token);
    if (asksForCodes(stored))
      await pool.prefer(token, { totp: stored.hasTotp, phone: stored.phone !== null, passkeys: true });
    await notify(deps, userId, notices.passkeyAdded);
    const created_at = new Date(now()).toISOString();
    return {
      status: 200,
      body: {
        id: credential.id,
        factor_type: 'passkey' as const,
        status: 'verified' as const,
        name,
        created_at,
        recovery_codes: [...codes],
      },
      headers: { 'cache-control': 'no-store' },
    };
  });
