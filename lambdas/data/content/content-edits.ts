import { optimistic } from '../../domain/optimistic.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { Content } from '../../domain/content/content.ts';
import { asDeleted } from '../../domain/content/deletion.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from './content-entity.ts';
import { createContentRecords } from './content-records.ts';
import { saveContent, type SaveExtras } from './content-writes.ts';
import { scheduleWrites } from './schedule-repository.ts';
import { ignoreConditionFailed, orRetry } from '../table/errors.ts';
import type { Table } from '../table/table.ts';

export type ContentEdits = ReturnType<typeof createContentEdits>;

/** Edits of single content items, for functions without lists. Numbers refer to access-patterns.md. */
export const createContentEdits = (table: Table) => {
  const records = createContentRecords(table);
  return {
    ...records,

    /**
     * C6. Saves an edit of the content item that was read as `before`, with its index keys and audit entry, and returns
     * the stored item. Only edited attributes are written, so changes of a running conversion are kept. The transaction
     * also contains the counts of category and creator, the schedule, and `more`. Throws ConditionFailed when the item
     * was edited or deleted since (or a condition in `more` failed), and AppError when the new category or creator does
     * not exist or has no storage left.
     */
    async saveEdit(before: Content, after: Content, act: AuditAct, extras: Partial<SaveExtras> = {}): Promise<Content> {
      const setBy = { user_id: act.actor.userId, role: act.actor.role };
      await saveContent(table, before, after, {
        ...extras,
        more: [
          ...(extras.more ?? []),
          auditWrite(table, act, after.updated_at),
          ...scheduleWrites(table, before, after, setBy),
        ],
      });
      return (await records.get(before.id, { consistent: true })) ?? after;
    },

    /**
     * C8. Marks a content item as deleted and removes it from all public lists; administrators still see it. A repeated
     * call returns the same without a second audit entry. Undefined when the item does not exist. Throws
     * `invalid_state` during a legal hold.
     */
    markDeleted(id: string, now: string, actOf: (content: Content) => AuditAct): Promise<Content | undefined> {
      return optimistic(async () => {
        const content = await records.get(id, { consistent: true });
        if (!content || content.deleted_at !== undefined) return content;
        return orRetry(this.saveEdit(content, asDeleted(content, now), actOf(content)));
      });
    },

    /**
     * C9. Removes a content item whose deletion was requested from the administrators' list. No effect when the item no
     * longer exists, or when its removal failed before, because the list shows that until the removal succeeds.
     */
    async markRemovalRequested(content: Content, now: string): Promise<void> {
      const { gsi1pk, gsi1sk, gsi5pk, gsi5sk, gsi6pk, gsi6sk } = contentEntity.indexAttributes({
        ...content,
        removal_requested_at: now,
      });
      await ignoreConditionFailed(
        table.update(
          contentEntity.key(content),
          { set: { removal_requested_at: now, gsi1pk, gsi1sk, gsi5pk, gsi5sk, gsi6pk, gsi6sk } },
          {
            expression: 'attribute_exists(#pk) AND attribute_not_exists(#removal)',
            names: { '#pk': 'pk', '#removal': 'removal' },
          },
        ),
      );
    },
  };
};
