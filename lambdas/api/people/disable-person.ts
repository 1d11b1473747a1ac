import { endpoints } from '../../contract/index.ts';
import { giveRights } from '../../domain/people/people.ts';
import { route } from '../../http/route.ts';
import { followTable } from './follow-table.ts';
import type { PeopleDeps } from './deps.ts';

/**
 * Disables an account. The table first: it is asked at every call, so the person is out from then on, whatever becomes
 * of the rest. Then the pool, so that nobody signs in for nothing; asked again after a failure this is done again.
 */
export const disablePerson = (deps: PeopleDeps) =>
  route(endpoints['people.disable-person'], async ({ actor, params: { id }, body: { reason, was }, requestId }) => {
    const act = { actor, requestId, reason, action: 'user.disabled' } as const;
    const person = await deps.people.changeRights(id, giveRights({ disabled: true }, was), act, deps.now);
    await followTable(deps, id);
    return { status: 200, body: person };
  });
