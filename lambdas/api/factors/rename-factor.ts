import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { tokenOf } from './token-of.ts';

/**
 * Renames a passkey. The user pool cannot store names of the user's choice. A passkey that was added at the user pool
 * itself has no name and gets none: a name would make it a second factor for dangerous actions.
 */
export const renameFactor = (deps: FactorsDeps) =>
  route(endpoints['factors.rename-factor'], async (request) => {
    const { id } = request.params;
    const { passkeys } = await deps.pool.list(tokenOf(request));
    if (!passkeys.some((passkey) => passkey.id === id)) throw new AppError('factor_not_found');
    const { userId } = request.actor;
    const { names } = await deps.records.get(userId);
    if (names[id] === undefined) throw new AppError('factor_not_found');
    await changeRecord(deps, userId, (record) => ({
      ...record,
      names: { ...record.names, [id]: request.body.name },
    }));
    return { status: 204 };
  });
