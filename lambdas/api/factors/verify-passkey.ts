import { endpoints } from '../../contract/index.ts';
import { asksForCodes } from '../../domain/factors/factors.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { notices, notify } from './notices.ts';
import { tokenOf } from './token-of.ts';

/** Completes the registration of a passkey. In addition to an app or a phone, the passkey then replaces its code. */
export const verifyPasskey = (deps: FactorsDeps) =>
  route(endpoints['factors.verify-passkey'], async (request) => {
    const { pool, now } = deps;
    const { userId } = request.actor;
    const { name, credential } = request.body;
    const token = tokenOf(request);
    await pool.verifyPasskey(token, credential);
    await changeRecord(deps, userId, (record) => ({ ...record, names: { ...record.names, [credential.id]: name } }));
    const stored = await pool.list(token);
    if (asksForCodes(stored))
      await pool.prefer(token, { totp: stored.hasTotp, phone: stored.phone !== null, passkeys: true });
    await notify(deps, userId, notices.passkeyAdded);
    const created_at = new Date(now()).toISOString();
    return {
      status: 200,
      body: { id: credential.id, factor_type: 'passkey' as const, status: 'verified' as const, name, created_at },
    };
  });
