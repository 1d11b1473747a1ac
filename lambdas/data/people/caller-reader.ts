import type { Access, CallerRights, Rights } from '../../domain/accounts/actor.ts';
import { currentPlan, type StoredPlan } from '../../domain/accounts/stored-plan.ts';
import type { Restrictions } from '../../domain/security/restrictions.ts';
import type { Sessions } from '../../domain/sessions/session.ts';
import { planEntity } from '../billing/plan-entity.ts';
import { sessionsEntity } from '../sessions/sessions-entity.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { storedPlan, storedSessions } from './moved-attributes.ts';
import { rightsEntity } from './rights-repository.ts';

const parts = { rights: rightsEntity, plan: planEntity, sessions: sessionsEntity } as const;
type Part = keyof typeof parts;

/** What is stored about a user's rights, plan and sessions. */
export interface StoredCaller {
  readonly rights: Rights | undefined;
  readonly plan: StoredPlan | undefined;
  readonly sessions: Sessions | undefined;
  /** What responses to security alerts restrict, stored with the sessions. */
  readonly restrictions: Restrictions | undefined;
  /** The stored sessions, for the condition of a write. */
  readonly sessionsItem: StoredItem | undefined;
}

const callerOf = (items: readonly StoredItem[], userId: string): StoredCaller => {
  const find = (part: Part): StoredItem | undefined => {
    const { pk } = parts[part].key({ user_id: userId });
    return items.find((item) => item.pk === pk);
  };
  const [rights, sessionsItem] = [find('rights'), find('sessions')];
  const stored = sessionsItem && sessionsEntity.parse(sessionsItem);
  return {
    rights: rights && rightsEntity.parse(rights),
    plan: storedPlan(find('plan'), rights),
    sessions: storedSessions(stored, rights),
    restrictions: stored?.restrictions,
    sessionsItem,
  };
};

/**
 * A21. Rights, plan and sessions of a user as stored, strongly consistent: 1 RRU for each part. The rights are always
 * read.
 */
export const readStoredCaller = async (
  table: Table,
  userId: string,
  also: readonly ('plan' | 'sessions')[] = [],
): Promise<StoredCaller> => {
  const keys = (['rights', ...also] as const).map((part) => parts[part].key({ user_id: userId }));
  return callerOf(await table.getMany(keys, { consistent: true }), userId);
};

/** A user's rights with their sessions, strongly consistent: 2 RRU; undefined for an account that was deleted. */
export const readAccess = async (table: Table, userId: string): Promise<Access | undefined> => {
  const { rights, sessions } = await readStoredCaller(table, userId, ['sessions']);
  return rights && { ...rights, sessions };
};

export type CallerReader = ReturnType<typeof createCallerReader>;

/** Reads rights, plans and sessions, which have partitions and writers of their own. */
export const createCallerReader = (table: Table, now: () => number = Date.now) => ({
  /**
   * A1. The caller of an API function, with the plan that applies now: one BatchGetItem, 1.5 RRU. Undefined for an
   * account that was deleted. Throws when a stored item is corrupt, so that the request fails.
   */
  async read(userId: string): Promise<CallerRights | undefined> {
    const keys = Object.values(parts).map((entity) => entity.key({ user_id: userId }));
    const { rights, plan, sessions, restrictions } = callerOf(await table.getMany(keys), userId);
    return rights && { ...rights, plan: currentPlan(plan, now()), sessions, restrictions };
  },
});
