import * as z from 'zod/mini';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { leftoversDue } from '../../domain/conversion/leftovers.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const LeftoversItem = z.object({ content_id: ContentId, due_at: Timestamp });
/** A note that attempts of a content may have left something that nobody needs any more. */
export type Leftovers = z.infer<typeof LeftoversItem>;

const DUE = 'LEFTOVERS';

/** The note, beside its content. It stands in gsi1 by the time at which it is looked into. */
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
 * N1. The write that notes that a new attempt makes leftovers of those before it. A note that is there already is put
 * off.
 */
export const leftoversWrite = (
  table: Table,
  { content_id, claimed_at }: Pick<Attempt, 'content_id' | 'claimed_at'>,
): Write => table.write.put(leftoversEntity.toItem({ content_id, due_at: leftoversDue(Date.parse(claimed_at)) }));

/** Condition: the note was not put off since it was read. */
const asRead = ({ due_at }: Leftovers): Expression => ({
  expression: '#due = :due',
  names: { '#due': 'due_at' },
  values: { ':due': due_at },
});

const unlessChanged = async (write: Promise<unknown>): Promise<void> => {
  await write.catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
};

export type LeftoverRepository = ReturnType<typeof createLeftoverRepository>;

/** Notes of what attempts may have left. Numbers are those of access-patterns.md. */
export const createLeftoverRepository = (table: Table) => ({
  /** N2. Notes to look into, oldest first. */
  async listDue(now: string, limit: number, onBad: (count: number) => void): Promise<readonly Leftovers[]> {
    const { items } = await table.query({ index: 'gsi1', partition: DUE, upTo: now, limit, descending: false });
    return parseList(leftoversEntity, items, onBad);
  },

  /** N3. Looks into it later. Without effect when a newer attempt put it off already. */
  postpone: (note: Leftovers, due_at: string): Promise<void> =>
    unlessChanged(
      table.update(
        leftoversEntity.key(note),
        { set: { due_at, ...leftoversEntity.indexAttributes({ ...note, due_at }) } },
        asRead(note),
      ),
    ),

  /** N4. Forgets the note, unless a newer attempt put it off. */
  settle: (note: Leftovers): Promise<void> => unlessChanged(table.delete(leftoversEntity.key(note), asRead(note))),

  /** N4. Forgets the note of a content that is going. */
  remove: (contentId: string): Promise<void> => table.delete(leftoversEntity.key({ content_id: contentId })),
});
