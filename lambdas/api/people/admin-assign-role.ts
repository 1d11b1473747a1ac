import { endpoints } from '../../contract/index.ts';
import { giveRights } from '../../domain/people/people.ts';
import { route } from '../../http/route.ts';
import type { PeopleDeps } from './deps.ts';

/** Replaces a user's role. Repeating the call changes nothing. */
export const adminAssignRole = ({ people, now }: PeopleDeps) =>
  route(
    endpoints['people.admin-assign-role'],
    async ({ actor, body: { target_user_id: id, new_role: role, was }, requestId }) => {
      const act = { actor, requestId, action: 'user.role-assigned' } as const;
      return { status: 200, body: await people.changeRights(id, giveRights({ role }, was), act, now) };
    },
  );
