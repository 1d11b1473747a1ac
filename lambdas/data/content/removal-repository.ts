import type { RemovalPart } from '../../contract/content/content-shapes.ts';
import { removalDue, type Content } from '../../domain/content/content.ts';
import { TO_REMOVE, contentEntity } from './content-entity.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Condition: the content item is marked as deleted. */
const isDeleted: Expression = { expression: 'attribute_exists(#deleted)', names: { '#deleted': 'deleted_at' } };

export type RemovalRepository = ReturnType<typeof createRemovalRepository>;

/** Content items whose removal is not finished. Numbers refer to access-patterns.md. */
export const createRemovalRepository = (table: Table) => {
  /** Changes a content item that is marked as deleted. No effect on others. */
  const change = async (id: string, fieldsOf: (content: Content) => Partial<Content>): Promise<void> => {
    const item = await table.get(contentEntity.key({ id }), { consistent: true });
    const content = item && contentEntity.parse(item);
    if (content?.deleted_at === undefined) return;
    const fields = fieldsOf(content);
    await ignoreConditionFailed(
      table.update(
        contentEntity.key(content),
        { set: { ...fields, ...contentEntity.indexAttributes({ ...content, ...fields }) } },
        isDeleted,
      ),
    );
  };

  return {
    /** D1. Ids of deleted items whose removal should be finished by now, oldest first. */
    async listDue(now: string, limit: number): Promise<readonly string[]> {
      const { items } = await table.query({ index: 'gsi2', partition: TO_REMOVE, upTo: now, limit, descending: false });
      return items.map(({ id }) => String(id));
    },

    /**
     * D2. Records which parts of a deleted item could not be removed, and shows it to administrators again. No effect
     * on other items.
     */
    recordFailure: (id: string, left: readonly RemovalPart[], now: string): Promise<void> =>
      change(id, ({ removal }) => ({ removal: { tries: (removal?.tries ?? 0) + 1, left: [...left], failed_at: now } })),

    /** D3. Shows a deleted item whose removal takes too long to administrators, and sets when it is due again. */
    postpone: (id: string, now: string): Promise<void> =>
      change(id, ({ removal }) => ({
        removal_due_at: removalDue(now),
        removal: removal ?? { tries: 1, left: [], failed_at: now },
      })),
  };
};
