import { endpoints } from '../../contract/index.ts';
import { PHONE_ID, TOTP_ID } from '../../contract/people/factors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { FactorRecord, PoolFactors } from '../../domain/factors/factors.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { notices, notify } from './notices.ts';
import { tokenOf } from './token-of.ts';

/** The record without a factor. The recovery codes go with the last one. */
const without =
  (id: string, { hasTotp, phone, passkeys }: PoolFactors) =>
  (record: FactorRecord): FactorRecord => {
    const { [id]: _removed, ...names } = record.names;
    const left = [
      ...(hasTotp ? [TOTP_ID] : []),
      ...(phone === null ? [] : [PHONE_ID]),
      ...passkeys.map((passkey) => passkey.id),
    ].filter((other) => other !== id);
    return {
      ...record,
      names,
      ...(id === TOTP_ID ? { totp_since: undefined } : {}),
      ...(id === PHONE_ID ? { phone_since: undefined } : {}),
      ...(left.length === 0 ? { recovery: [] } : {}),
      ...(Object.keys(names).length === 0 ? { passkeys_lost: undefined } : {}),
    };
  };

/** Removes a factor of the signed-in user. */
export const removeFactor = (deps: FactorsDeps) =>
  route(endpoints['factors.remove-factor'], async (request) => {
    const { pool, phones } = deps;
    const { id } = request.params;
    const token = tokenOf(request);
    const stored = await pool.list(token);
    const { username, hasTotp, phone, passkeys } = stored;
    if (id === PHONE_ID) {
      if (phone === null || !phones) throw new AppError('factor_not_found');
      await phones.remove(username, !hasTotp);
    } else {
      const exists = id === TOTP_ID ? hasTotp : passkeys.some((passkey) => passkey.id === id);
      if (!exists) throw new AppError('factor_not_found');
      const removed = id === TOTP_ID ? await pool.removeTotp(username) : await pool.removePasskey(token, id);
      if (!removed) throw new AppError('factor_not_found');
    }
    await changeRecord(deps, request.actor.userId, without(id, stored));
    await notify(deps, request.actor.userId, notices.factorRemoved);
    return { status: 204 };
  });
