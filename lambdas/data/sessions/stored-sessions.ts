import { endAll, type Sessions } from '../../domain/sessions/session.ts';
import { both, isNew, type Change, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { sessionsEntity } from './sessions-entity.ts';

/** Condition: an attribute has the value that was read. Without a stored item, there is still none. */
const isStill = (stored: StoredAttributes | undefined, attribute: 'sessions' | 'restrictions'): Expression => {
  if (stored === undefined) return isNew;
  const names = { [`#${attribute}`]: attribute };
  const value = stored[attribute];
  return value === undefined
    ? { expression: `attribute_not_exists(#${attribute})`, names }
    : { expression: `#${attribute} = :${attribute}`, names, values: { [`:${attribute}`]: value } };
};

type StoredAttributes = Readonly<Record<string, unknown>>;

/** Condition: the sessions are those that were read. `stored` is the item as stored, if there was one. */
export const areStill = (stored: StoredAttributes | undefined): Expression => isStill(stored, 'sessions');

/** Condition: the restrictions are those that were read. `stored` is the item, if there was one. */
export const areRestrictionsStill = (stored: StoredAttributes | undefined): Expression =>
  isStill(stored, 'restrictions');

/** Condition: sessions and restrictions are those that were read. `stored` is the item, if there was one. */
export const areBothStill = (stored: StoredAttributes | undefined): Expression =>
  both(isStill(stored, 'sessions'), isStill(stored, 'restrictions'));

/** The change that stores a user's sessions, the first ones included. */
export const sessionsChange = (userId: string, sessions: Sessions): Change => ({
  set: { ...sessionsEntity.stamp, user_id: userId, sessions },
});

/**
 * The write that ends all sessions of a user, in the transaction that takes rights away, so that giving them back does
 * not bring the sessions back. Its condition fails when the sessions changed since they were read. `now` in
 * milliseconds.
 */
export const endSessionsWrite = (
  table: Table,
  userId: string,
  read: {
    readonly sessions: Sessions | undefined;
    readonly sessionsItem: Readonly<Record<string, unknown>> | undefined;
  },
  now: number,
): Write =>
  table.write.update(
    sessionsEntity.key({ user_id: userId }),
    sessionsChange(userId, endAll(read.sessions, now)),
    areStill(read.sessionsItem),
  );
