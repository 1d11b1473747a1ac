import type { RemovalPart } from '../../contract/content/content-shapes.ts';
import { removalDue, type Content } from '../../domain/content/content.ts';
import { TO_REMOVE, contentEntity } from './content-entity.ts';
import { ConditionFailed } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Condition: the content is there and marked as deleted. */
const isDeleted: Expression = { expression: 'attribute_exists(#deleted)', names: { '#deleted': 'deleted_at' } };

export type RemovalRepository = ReturnType<typeof createRemovalRepository>;

/** Contents whose removal is not finished. Numbers are those of access-patterns.md. */
export const createRemovalRepository = (table: Table) => {
  const note = async (id: string, change: (content: Content) => Partial<Content>): Promise<void> => {
    const item = await table.get(contentEntity.key({ id }), { consistent: true });
    const content = item && contentEntity.parse(item);
    if (content?.deleted_at === undefined) return;
    const fields = change(content);
    try {
      await table.update(
        contentEntity.key(content),
        { set: { ...fields, ...contentEntity.indexAttributes({ ...content, ...fields }) } },
        isDeleted,
      );
    } catch (error) {
      // It was removed in the meantime.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  };

  return {
    /** D1. Ids of deleted contents whose removal should be finished by now, oldest first. */
    async listDue(now: string, limit: number): Promise<readonly string[]> {
      const { items } = await table.query({ index: 'gsi2', partition: TO_REMOVE, upTo: now, limit, descending: false });
      return items.map(({ id }) => String(id));
    },

    /**
     * D2. Says on a deleted content what could not be removed, and shows it to administrators again. Without effect on
     * any other.
     */
    recordFailure: (id: string, left: readonly RemovalPart[], now: string): Promise<void> =>
      note(id, ({ removal }) => ({ removal: { tries: (removal?.tries ?? 0) + 1, left: [...left], failed_at: now } })),

    /** D3. Shows a deleted content to administrators whose removal takes too long, and says when it is due again. */
    postpone: (id: string, now: string): Promise<void> =>
      note(id, ({ removal }) => ({
        removal_due_at: removalDue(now),
        removal: removal ?? { tries: 1, left: [], failed_at: now },
      })),
  };
};
