import { optimistic } from '../../domain/optimistic.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { removalDue, type Content } from '../../domain/content/content.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from './content-entity.ts';
import { createContentRecords } from './content-records.ts';
import { saveContent, type SaveExtras } from './content-writes.ts';
import { scheduleWrites } from './schedule-repository.ts';
import { ConditionFailed, orRetry } from '../table/errors.ts';
import type { Table } from '../table/table.ts';

export type ContentEdits = ReturnType<typeof createContentEdits>;

/** What people do to single contents, for functions that list none. Numbers are those of access-patterns.md. */
export const createContentEdits = (table: Table) => {
  const records = createContentRecords(table);
  return {
    ...records,

    /**
     * C6. Stores an edit of the content that was read as `before`, index keys with it, together with its entry of the
     * audit log, and answers what stands there now. Only the edited attributes are written, so a conversion that ran
     * meanwhile keeps its own. What belongs to it comes along: the counts of category and creator, the note of when it
     * is due, and `more`. Throws ConditionFailed when somebody else edited or deleted it (or one of `more` did not
     * hold), AppError when its new category or creator is gone or full.
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
     * C8. Marks a content as deleted and takes it out of every public list; administrators still list it. Asked again
     * it answers the same and the audit log gets no second entry. Undefined when there is no such content.
     */
    markDeleted(id: string, now: string, actOf: (content: Content) => AuditAct): Promise<Content | undefined> {
      return optimistic(async () => {
        const content = await records.get(id, { consistent: true });
        if (!content || content.deleted_at !== undefined) return content;
        const marked: Content = { ...content, deleted_at: now, updated_at: now, removal_due_at: removalDue(now) };
        return orRetry(this.saveEdit(content, marked, actOf(content)));
      });
    },

    /**
     * C9. Takes a content whose deletion is on its way out of the administrators' list. Without effect when it is gone
     * already, or when its removal failed before: the list says so until it is gone.
     */
    async markRemovalRequested(content: Content, now: string): Promise<void> {
      const { gsi1pk, gsi1sk, gsi5pk, gsi5sk, gsi6pk, gsi6sk } = contentEntity.indexAttributes({
        ...content,
        removal_requested_at: now,
      });
      try {
        await table.update(
          contentEntity.key(content),
          { set: { removal_requested_at: now, gsi1pk, gsi1sk, gsi5pk, gsi5sk, gsi6pk, gsi6sk } },
          {
            expression: 'attribute_exists(#pk) AND attribute_not_exists(#removal)',
            names: { '#pk': 'pk', '#removal': 'removal' },
          },
        );
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    },
  };
};
