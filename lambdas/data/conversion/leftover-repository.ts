import * as z from 'zod/mini';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { leftoversDue } from '../../domain/conversion/leftovers.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const LeftoversItem = z.object({ content_id: ContentId, due_at: Timestamp });
/** A scheduled check for renditions of a content item that earlier attempts left behind. */
export type Leftovers = z.infer<typeof LeftoversItem>;

const DUE = 'LEFTOVERS';

/** The check, in the partition of its content item. gsi1 sorts the checks by the time at which they are due. */
export const leftoversEntity: Entity<Leftovers, { content_id: string }> = defineEntity<
  typeof LeftoversItem,
  { content_id: string }
>({
  type: 'LEFTOVERS',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'superseded_outputs', sweptBy: 'sweeper' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: LeftoversItem,
  key: ({ content_id }) => ({ pk: key('CONTENT', content_id), sk: 'LEFTOVERS' }),
  indexes: { gsi1: ({ due_at, content_id }) => ({ pk: DUE, sk: key(due_at, content_id) }) },
});

/**
 * N1. The write that schedules a check for leftovers when a new attempt starts. A check that is already scheduled is
 * postponed.
 */
export const leftoversWrite = (
  table: Table,
  { content_id, claimed_at }: Pick<Attempt, 'content_id' | 'claimed_at'>,
): Write => table.write.put(leftoversEntity.toItem({ content_id, due_at: leftoversDue(Date.parse(claimed_at)) }));

/** Condition: the check was not postponed since it was read. */
const asRead = ({ due_at }: Leftovers): Expression => ({
  expression: '#due = :due',
  names: { '#due': 'due_at' },
  values: { ':due': due_at },
});

export type LeftoverRepository = ReturnType<typeof createLeftoverRepository>;

/** Scheduled checks for leftovers. Numbers refer to access-patterns.md. */
export const createLeftoverRepository = (table: Table) => ({
  /** N2. Checks that are due, oldest first. */
  async listDue(now: string, limit: number, onBad: (count: number) => void): Promise<readonly Leftovers[]> {
    const { items } = await table.query({ index: 'gsi1', partition: DUE, upTo: now, limit, descending: false });
    return parseList(leftoversEntity, items, onBad);
  },

  /** N3. Postpones a check. No effect when a newer attempt has postponed it already. */
  postpone: (check: Leftovers, due_at: string): Promise<void> =>
    ignoreConditionFailed(
      table.update(
        leftoversEntity.key(check),
        { set: { due_at, ...leftoversEntity.indexAttributes({ ...check, due_at }) } },
        asRead(check),
      ),
    ),

  /** N4. Removes a check that is done, unless a newer attempt postponed it. */
  settle: (check: Leftovers): Promise<void> =>
    ignoreConditionFailed(table.delete(leftoversEntity.key(check), asRead(check))),

  /** N4. Removes the check of a content item that is being deleted. */
  remove: (contentId: string): Promise<void> => table.delete(leftoversEntity.key({ content_id: contentId })),
});
