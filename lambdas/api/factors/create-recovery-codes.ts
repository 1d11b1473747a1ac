import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { hasFactors } from '../../domain/factors/factors.ts';
import { newRecoveryCodes, recoveryHash } from '../../domain/factors/recovery-codes.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { tokenOf } from './token-of.ts';

/** Replaces the recovery codes of a user who has a factor. */
export const createRecoveryCodes = (deps: FactorsDeps) =>
  route(endpoints['factors.create-recovery-codes'], async (request) => {
    const { userId } = request.actor;
    if (!hasFactors(await deps.pool.list(tokenOf(request)))) throw new AppError('invalid_state');
    const codes = newRecoveryCodes();
    await changeRecord(deps, userId, (record) => ({
      ...record,
      recovery: codes.map((code) => recoveryHash(userId, code)),
    }));
    return { status: 200, body: { recovery_codes: [...codes] }, headers: { 'cache-control': 'no-store' } };
  });
