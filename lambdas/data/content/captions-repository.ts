import type { AuditAct } from '../../domain/audit/act.ts';
import type { StoredCaptions } from '../../domain/captions/captions.ts';
import type { Content } from '../../domain/content/content.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from './content-entity.ts';
import { conditionHolds } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Condition: the captions are unchanged since they were read, and the item is not being deleted. */
const asRead = ({ captions }: Content): Expression => {
  const unchanged = captions === undefined ? 'attribute_not_exists(#captions)' : '#captions = :read';
  return {
    expression: `attribute_exists(#pk) AND attribute_not_exists(#deleted) AND ${unchanged}`,
    names: { '#pk': 'pk', '#deleted': 'deleted_at', '#captions': 'captions' },
    ...(captions === undefined ? {} : { values: { ':read': captions } }),
  };
};

export type CaptionsRepository = ReturnType<typeof createCaptionsRepository>;

/** Captions of content items. Numbers refer to access-patterns.md. */
export const createCaptionsRepository = (table: Table) => ({
  /**
   * C13. Changes the captions of the content item that was read as `before`, with the audit entry. The revision stays
   * the same, so that an open edit of other fields can still be saved. Throws ConditionFailed when the captions changed
   * or the item was deleted since.
   */
  async save(before: Content, captions: readonly StoredCaptions[], act: AuditAct, now: string): Promise<void> {
    await table.transact([
      table.write.update(
        contentEntity.key(before),
        { set: { captions: [...captions], updated_at: now } },
        asRead(before),
      ),
      auditWrite(table, act, now),
    ]);
  },

  /**
   * C14. Changes what follows the transcript of the item that was read as `before`. This is not an action of staff.
   * False when the captions changed or the item was deleted since.
   */
  saveAutomatic: (
    before: Content,
    { captions, has_transcript }: Required<Pick<Content, 'captions' | 'has_transcript'>>,
    now: string,
  ): Promise<boolean> =>
    conditionHolds(
      table.update(contentEntity.key(before), { set: { captions, has_transcript, updated_at: now } }, asRead(before)),
    ),
});
