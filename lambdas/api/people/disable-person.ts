import { endpoints } from '../../contract/index.ts';
import { giveRights } from '../../domain/people/people.ts';
import { route } from '../../http/route.ts';
import type { PeopleDeps } from './deps.ts';
import { syncPool } from './sync-pool.ts';

/**
 * Disables an account. The table comes first: every API call checks it, so the user loses access immediately. Then the
 * user pool, which stops new sign-ins. Repeating the call after a failure completes it.
 */
export const disablePerson = (deps: PeopleDeps) =>
  route(endpoints['people.disable-person'], async ({ actor, params: { id }, body: { reason, was }, requestId }) => {
    const act = { actor, requestId, reason, action: 'user.disabled' } as const;
    const person = await deps.people.changeRights(id, giveRights({ disabled: true }, was), act, deps.now);
    await syncPool(deps, id);
    return { status: 200, body: person };
  });
