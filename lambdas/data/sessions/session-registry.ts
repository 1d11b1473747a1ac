import { setTimeout } from 'node:timers/promises';
import type { SignIn } from '../../domain/accounts/sign-in.ts';
import type { Place } from '../../contract/people/sessions.ts';
import type { ConsentedBy } from '../../domain/privacy/consented.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { isLockedOut, type Restrictions } from '../../domain/security/restrictions.ts';
import {
  admit,
  atPlace,
  confirm,
  end,
  endAll,
  endOthers,
  extend,
  onDevice,
  renew,
  withoutPlaces,
  type Confirmation,
  type Decision,
  type Sessions,
  type SessionState,
  type StoredSession,
  type Visit,
} from '../../domain/sessions/session.ts';
import { readAccess, readStoredCaller } from '../people/caller-reader.ts';
import { onConditionFailed } from '../table/errors.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { sessionsEntity } from './sessions-entity.ts';
import { areStill, sessionsChange } from './stored-sessions.ts';

/** Many sign-ins of one user may come at once. In each round of tries, one of them succeeds. */
const MAX_TRIES = 40;
const BACK_OFF_MS = 40;

/** Whether a sign-in may make calls. `full`: there is no room for its session. `locked`: none may begin now. */
export type Admission = SessionState | 'full' | 'locked';

export type SessionRegistry = ReturnType<typeof createSessionRegistry>;

/** The sessions of users. Every call reads them with the rights. Numbers refer to access-patterns.md. */
export const createSessionRegistry = (table: Table, { limit }: { readonly limit: number }) => {
  /**
   * Decides on the stored sessions and stores the result, unless they changed meanwhile: then it decides again. For an
   * account without stored rights, nothing is stored: `/api/me` creates them.
   */
  const change = async <T>(
    userId: string,
    decide: (sessions: Sessions | undefined, restrictions: Restrictions | undefined) => Decision<T>,
  ): Promise<T> => {
    const key = sessionsEntity.key({ user_id: userId });
    const stored = await readStoredCaller(table, userId, ['sessions']);
    let { rights, sessions: current, restrictions, sessionsItem: item } = stored;
    return optimistic<T>(
      async () => {
        const { outcome, sessions } = decide(current, restrictions);
        if (!rights || sessions === undefined) return outcome;
        const written = table.update(key, sessionsChange(userId, sessions), areStill(item)).then(() => outcome);
        return onConditionFailed<T, typeof RETRY>(written, (failure) => {
          item = failure.item as StoredItem | undefined;
          // The account was erased meanwhile.
          if (!item) rights = undefined;
          ({ sessions: current, restrictions } = item ? sessionsEntity.parse(item) : {});
          return RETRY;
        });
      },
      { tries: MAX_TRIES, backOff: () => setTimeout(Math.random() * BACK_OFF_MS) },
    );
  };

  return {
    /**
     * SE1. Begins the session of a sign-in if there is room, and returns whether its calls are allowed. None begins
     * while the user is locked out, also when the lockout came after the call was read.
     */
    admit: (userId: string, signIn: SignIn, visit: Visit, now: number): Promise<Admission> =>
      change<Admission>(userId, (sessions, restrictions) =>
        isLockedOut(restrictions, now) ? { outcome: 'locked' } : admit(sessions, signIn, { visit, limit, now }),
      ),

    /** SE2. The user's sessions, strongly consistent. */
    async read(userId: string): Promise<Sessions | undefined> {
      return (await readAccess(table, userId))?.sessions;
    },

    /** SE3. Ends a session. False when the user has no such active session. */
    end: (userId: string, id: string, now: number): Promise<boolean> =>
      change(userId, (sessions) => end(sessions, id, now)),

    /** SE4. Ends all sessions but one. Returns how many it ended. */
    endOthers: (userId: string, keptId: string, now: number): Promise<number> =>
      change(userId, (sessions) => endOthers(sessions, keptId, now)),

    /** SE11. Ends all sessions. */
    endAll: (userId: string, now: number): Promise<void> =>
      change(userId, (sessions) => ({ outcome: undefined, sessions: endAll(sessions, now) })),

    /** SE5. Extends a session to 24 hours from now; undefined when it is not active. */
    extend: (userId: string, id: string, now: number): Promise<StoredSession | undefined> =>
      change(userId, (sessions) => extend(sessions, id, now)),

    /** SE6. Records the device of a session. Returns whether it is a change to confirm. */
    onDevice: (
      userId: string,
      id: string,
      device: { readonly device: string; readonly isNew: boolean; readonly now: number },
    ): Promise<boolean> => change(userId, (sessions) => onDevice(sessions, id, device)),

    /** SE12. Records the place of a session. False when it is not active. Throws for what another user consented to. */
    async setPlace(userId: string, id: string, place: ConsentedBy<'place', Place>, now: number): Promise<boolean> {
      if (place.userId !== userId) throw new Error('The consent of another user covers no session');
      return change(userId, (sessions) => atPlace(sessions, id, place.value, now));
    },

    /** SE13. Removes the places of all sessions. Returns whether there were any. */
    forgetPlaces: (userId: string, now: number): Promise<boolean> =>
      change(userId, (sessions) => withoutPlaces(sessions, now)),

    /** SE7. Confirms a session on a new device. */
    confirm: (userId: string, id: string, by: string, now: number): Promise<Confirmation> =>
      change(userId, (sessions) => confirm(sessions, id, { by, now })),

    /** SE8. Moves a session to a newer sign-in. False when it is not active. */
    renew: (userId: string, ids: { readonly from: string; readonly to: string }, now: number): Promise<boolean> =>
      change(userId, (sessions) => renew(sessions, ids, now)),
  };
};
