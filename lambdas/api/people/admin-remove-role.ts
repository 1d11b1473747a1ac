import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { PeopleDeps } from './deps.ts';

/** Removes a user's role, which leaves the role `user`. Repeating the call changes nothing. */
export const adminRemoveRole = ({ people, now }: PeopleDeps) =>
  route(
    endpoints['people.admin-remove-role'],
    async ({ actor, body: { target_user_id: id, role_to_remove: removed }, requestId }) => {
      const act = { actor, requestId, action: 'user.role-removed' } as const;
      const person = await people.changeRights(
        id,
        ({ role }) => {
          if (role === 'user') return undefined;
          if (role !== removed) throw new AppError('invalid_state', `This user's role is ${role}, not ${removed}.`);
          return { role: 'user' };
        },
        act,
        now,
      );
      return { status: 200, body: person };
    },
  );
