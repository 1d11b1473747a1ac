import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { giveRights } from '../../domain/people/people.ts';
import { route } from '../../http/route.ts';
import { followTable } from './follow-table.ts';
import type { PeopleDeps } from './deps.ts';

/**
 * Enables an account. The pool first: until the table follows, the person is refused as before, so that a failure
 * between leaves nobody half in. Then the pool again, which somebody may have shut meanwhile.
 */
export const enablePerson = (deps: PeopleDeps) =>
  route(endpoints['people.enable-person'], async ({ actor, params: { id }, body: { reason, was }, requestId }) => {
    const { people, directory, now } = deps;
    const shown = await people.get(id);
    if (!shown) throw new AppError('user_not_found');
    const change = giveRights({ disabled: false }, was);
    // A conflict is seen before the pool lets anybody in.
    change(shown);
    const act = { actor, requestId, reason, action: 'user.enabled' } as const;
    await directory.enable(id);
    const person = await people.changeRights(id, change, act, now);
    await followTable(deps, id);
    return { status: 200, body: person };
  });
