import { endAll } from '../../domain/sessions/session.ts';
import { rightsEntity } from '../people/rights-repository.ts';
import { both, type Change, type Expression } from '../table/expressions.ts';
import { tableDefinition } from '../table/table-definition.ts';

const names = { '#pk': tableDefinition.partitionKey, '#sessions': tableDefinition.sessionsAttribute };

/** Condition: the account exists, and its sessions are those that were read. `stored` is the attribute as stored. */
export const areStill = (stored: unknown): Expression =>
  stored === undefined
    ? { expression: 'attribute_exists(#pk) AND attribute_not_exists(#sessions)', names }
    : { expression: 'attribute_exists(#pk) AND #sessions = :before', names, values: { ':before': stored } };

/**
 * A change of a user's rights that also ends all sessions, so that giving the rights back does not bring them back. It
 * has no effect when the sessions changed since `item` was read. `now` in milliseconds.
 */
export const endingSessions = (
  item: Readonly<Record<string, unknown>>,
  { set, condition, now }: { readonly set: Change['set']; readonly condition: Expression; readonly now: number },
): readonly [Change, Expression] => [
  { set: { ...set, sessions: endAll(rightsEntity.parse(item).sessions, now) } },
  both(condition, areStill(item[tableDefinition.sessionsAttribute])),
];
