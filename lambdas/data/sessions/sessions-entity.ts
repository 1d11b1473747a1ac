import * as z from 'zod/mini';
import { UserId } from '../../contract/shared.ts';
import { Restrictions } from '../../domain/security/restrictions.ts';
import { ownSessions, StoredSession } from '../../domain/sessions/session.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/**
 * A user's sessions, in a partition of their own: the first call of a sign-in may arrive in any function, so every one
 * may write sessions, and none of them rights. Missing until the first session begins. What responses to security
 * alerts restrict for the user is an attribute of its own here, because every call reads this item. Only the functions
 * of responses may write it, and a user who is restricted may have no sessions yet.
 */
export const sessionsEntity = defineEntity({
  type: 'SESSIONS',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ sessions, restrictions }) => ({
    sessions: ownSessions(sessions).map(({ begun, seen, label, place }) => ({ begun, seen, label, place })),
    ...(restrictions ? { restrictions } : {}),
  }),
  schema: z.object({
    user_id: UserId,
    sessions: z.optional(z.record(z.string(), StoredSession)),
    restrictions: z.optional(Restrictions),
  }),
  key: ({ user_id: userId }: { user_id: string }) => ({ pk: key('SESSIONS', userId), sk: 'META' }),
});
