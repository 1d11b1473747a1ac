import type { ContentType } from '../contract/content-shapes.ts';
import type { AuditAct } from '../domain/audit/act.ts';
import { removalDue, type Content, type ContentCardFields } from '../domain/content/content.ts';
import type { Logger } from '../domain/logger.ts';
import { auditWrite } from './audit-entity.ts';
import { ALL_CONTENT, contentCardEntity, contentEntity, PUBLISHED } from './content-entity.ts';
import { createContentRecords } from './content-records.ts';
import { saveContent, type SaveExtras } from './content-writes.ts';
import type { Cursors } from './cursor.ts';
import { key } from './keys.ts';
import { listPage, type ListPage } from './list-page.ts';
import { scheduleWrites } from './schedule-repository.ts';
import { ConditionFailed, type Expression, type Table } from './table.ts';

/** Filters of the public list. */
export interface FeedFilter {
  readonly category_id?: string | undefined;
  readonly content_type?: ContentType | undefined;
  /** Only what visitors may see who have not signed in. */
  readonly public_only?: boolean;
}

/** Which page of a list. */
export interface PageOf {
  readonly cursor: string | undefined;
  readonly limit: number;
}

export type ContentRepository = ReturnType<typeof createContentRepository>;

const equals = (fields: Readonly<Record<string, string | boolean | undefined>>): Expression | undefined => {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (present.length === 0) return undefined;
  return {
    expression: present.map((_, index) => `#f${index} = :f${index}`).join(' AND '),
    names: Object.fromEntries(present.map(([name], index) => [`#f${index}`, name])),
    values: Object.fromEntries(present.map(([, value], index) => [`:f${index}`, value])),
  };
};

/** Content: reads, lists and edits. Conversions write through the conversion repository. Numbers are those of access-patterns.md. */
export const createContentRepository = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => {
  const listDeps = { table, ...deps };
  return {
    ...createContentRecords(table),

    /** C2, C3, C4. Published content, newest first: one query of cards. Category together with type filters within the category. */
    listPublished(filter: FeedFilter, page: PageOf): Promise<ListPage<ContentCardFields>> {
      const { category_id: category, content_type: type, public_only: publicOnly } = filter;
      const expression = equals({
        ...(category === undefined ? {} : { content_type: type }),
        ...(publicOnly ? { is_publicly_accessible: true } : {}),
      });
      return listPage(listDeps, contentCardEntity, {
        list: 'feed', ...page,
        ...(category !== undefined
          ? { index: 'gsi4', partition: key(PUBLISHED, category) }
          : type === undefined ? { index: 'gsi2', partition: PUBLISHED } : { index: 'gsi3', partition: key(PUBLISHED, type) }),
        ...(expression ? { filter: expression, filterName: `${type ?? ''}${publicOnly ? '/public' : ''}` } : {}),
      });
    },

    /** C5. Content in every state by its time: one query. */
    listAll(page: PageOf, order: 'newest' | 'oldest' = 'newest'): Promise<ListPage<Content>> {
      return listPage(listDeps, contentEntity, {
        list: 'all-content', index: 'gsi1', partition: ALL_CONTENT, filterName: order, descending: order === 'newest', ...page,
      });
    },

    /**
     * C6. Stores an edit of the content that was read as `before`, index keys with it, together with its entry of the audit log, and answers
     * what stands there now. Only the edited attributes are written, so a conversion that ran meanwhile keeps its own. What belongs to it comes
     * along: the counts of category and creator, the note of when it is due, and `more`. Throws ConditionFailed when somebody else edited or
     * deleted it (or one of `more` did not hold), AppError when its new category or creator is gone or full.
     */
    async saveEdit(before: Content, after: Content, act: AuditAct, extras: Partial<SaveExtras> = {}): Promise<Content> {
      const setBy = { user_id: act.actor.userId, role: act.actor.role };
      await saveContent(table, before, after, {
        ...extras, more: [...(extras.more ?? []), auditWrite(table, act, after.updated_at), ...scheduleWrites(table, before, after, setBy)],
      });
      return (await this.get(before.id, { consistent: true })) ?? after;
    },

    /**
     * C8. Marks a content as deleted and takes it out of every public list; administrators still list it. Asked again
     * it answers the same and the audit log gets no second entry. Undefined when there is no such content.
     */
    async markDeleted(id: string, now: string, actOf: (content: Content) => AuditAct): Promise<Content | undefined> {
      const content = await this.get(id, { consistent: true });
      if (!content || content.deleted_at !== undefined) return content;
      const marked: Content = { ...content, deleted_at: now, updated_at: now, removal_due_at: removalDue(now) };
      try {
        return await this.saveEdit(content, marked, actOf(content));
      } catch (error) {
        if (error instanceof ConditionFailed) return this.markDeleted(id, now, actOf);
        throw error;
      }
    },

    /**
     * C9. Takes a content whose deletion is on its way out of the administrators' list. Without effect when it is gone already, or when its removal
     * failed before: the list says so until it is gone.
     */
    async markRemovalRequested(content: Content, now: string): Promise<void> {
      const { gsi1pk, gsi1sk, gsi5pk, gsi5sk, gsi6pk, gsi6sk } = contentEntity.indexAttributes({ ...content, removal_requested_at: now });
      try {
        await table.update(contentEntity.key(content), { set: { removal_requested_at: now, gsi1pk, gsi1sk, gsi5pk, gsi5sk, gsi6pk, gsi6sk } }, {
          expression: 'attribute_exists(#pk) AND attribute_not_exists(#removal)', names: { '#pk': 'pk', '#removal': 'removal' },
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    },
  };
};
