import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { giveRights } from '../../domain/people/people.ts';
import { route } from '../../http/route.ts';
import type { PeopleDeps } from './deps.ts';
import { syncPool } from './sync-pool.ts';

/**
 * Enables an account. The user pool comes first: until the table changes too, every API call is still denied, so a
 * failure in between gives no partial access. The pool is checked again at the end, because a concurrent call can have
 * disabled it.
 */
export const enablePerson = (deps: PeopleDeps) =>
  route(endpoints['people.enable-person'], async ({ actor, params: { id }, body: { reason, was }, requestId }) => {
    const { people, directory, now } = deps;
    const person = await people.get(id);
    if (!person) throw new AppError('user_not_found');
    const change = giveRights({ disabled: false }, was);
    // Throws on a conflict, before the pool is changed.
    change(person);
    const act = { actor, requestId, reason, action: 'user.enabled' } as const;
    await directory.enable(id);
    const enabled = await people.changeRights(id, change, act, now);
    await syncPool(deps, id);
    return { status: 200, body: enabled };
  });
